/** Boxes that stand on the shelf already although one cannot open them yet. */
import type { Component } from "svelte";
import KonexiCover from "./KonexiCover.svelte";

export const coming: { name: string; Cover: Component; seats: number[] }[] = [
  { name: "konexi", Cover: KonexiCover, seats: [2, 3, 4, 5, 6] },
];

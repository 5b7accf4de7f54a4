/** Boxes that stand on the shelf already although one cannot open them yet. */
import type { Component } from "svelte";
import ConexCover from "./ConexCover.svelte";
import KonexiCover from "./KonexiCover.svelte";

export const coming: { name: string; Cover: Component; seats: number[] }[] = [
  { name: "conex", Cover: ConexCover, seats: [2, 3, 4] },
  { name: "konexi", Cover: KonexiCover, seats: [2, 3, 4, 5, 6] },
];

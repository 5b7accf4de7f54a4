import type { Vector } from "../choice.svelte";

/** What is sent is rounded, and must not be more than is taken. */
const BELOW = 0.999;
/** mm from its place: farther off, it was not meant to go there. */
export const REACH = 30;

/** What a push with the pointer does to a letter (cm/s): its speed (mm/s); no more than `largest`. */
export function pushOf(speed: Vector, largest: number): Vector {
  const scale = Math.min(1, (10 * BELOW * largest) / Math.hypot(...speed)) / 10;
  return speed.map((part) => Math.round(part * scale * 100) / 100) as Vector;
}

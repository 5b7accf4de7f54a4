import type { Vector } from "../choice.svelte";

/** What is sent is rounded, and must not be more than is taken. */
const BELOW = 0.999;
/**
 * cm/s for each mm that the letter is off its place: the notch pulls it in over about a thirtieth of
 * a second. 5 mm off is then less than half of the spread of a bot whose hand is not steady at all.
 */
const PULL = 3;
/** mm from its place: farther off, it was not meant to go there. */
export const REACH = 30;

/**
 * What letting go does to a tower, in cm/s.
 *
 * The hand's own speed carries on, and the notch pulls the letter from where it is into its place.
 * `off`: from its place to where it was let go (mm); `speed`: of the hand then (mm/s); `nerves`:
 * how much of it counts; `largest`: no more is taken.
 */
export function errorOf(off: Vector, speed: Vector, nerves: number, largest: number): Vector {
  const push = off.map((mm, i) => nerves * (speed[i]! / 10 - PULL * mm)) as Vector;
  const scale = Math.min(1, (BELOW * largest) / Math.hypot(...push));
  return push.map((part) => Math.round(part * scale * 100) / 100) as Vector;
}

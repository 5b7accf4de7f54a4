import type { Vector } from "../choice.svelte";

/** cm/s: the rules take 100, and what is sent is rounded. */
const MOST = 99.9;
/**
 * cm/s for each mm that the letter is off its place: the notch pulls it in over about a thirtieth of
 * a second. 5 mm off is then less than half of the spread of a bot whose hand is not steady at all.
 */
const PULL = 3;
/** A low tower is easier for a hand: the full error comes with this many letters, as for bots. */
const TALL = 8;
/** mm from its place: farther off, it was not meant to go there. */
export const REACH = 30;

/**
 * What letting go does to a tower of this many letters, in cm/s.
 *
 * The hand's own speed carries on, and the notch pulls the letter from where it is into its place.
 * `off`: from its place to where it was let go (mm); `speed`: of the hand then (mm/s).
 */
export function errorOf(off: Vector, speed: Vector, letters: number): Vector {
  const ease = Math.min(1, letters / TALL);
  const push = off.map((mm, i) => ease * (speed[i]! / 10 - PULL * mm)) as Vector;
  const scale = Math.min(1, MOST / Math.hypot(...push));
  return push.map((part) => Math.round(part * scale * 100) / 100) as Vector;
}

/** What a push with the pointer does to a letter (cm/s): `speed` of the pointer in mm/s. */
export function pushOf(speed: Vector): Vector {
  return errorOf([0, 0, 0], speed, TALL);
}

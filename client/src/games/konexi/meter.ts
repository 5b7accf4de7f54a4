/** The steadiness meter: what the keyboard has in place of a hand that drags. */

/** ms for a swing there and back. */
export const PERIOD = 1800;
/**
 * cm/s at either end, where nerves count in full: twice the spread of a bot whose hand is not
 * steady at all, so that pressing without looking is as bad as that, and 60 ms off the middle is a
 * fifth of it.
 */
const MOST = 80;

/** Where the needle points after this many ms: −1 to 1, and 0 is the middle. */
export function needle(ms: number): number {
  return Math.sin((2 * Math.PI * (ms + PERIOD / 4)) / PERIOD);
}

/**
 * What the hand does to a tower when it lets go after this many ms (cm/s).
 *
 * It pushes along the table. The direction goes round more slowly than the needle swings, so that
 * nobody can choose it.
 */
export function slip(ms: number, nerves: number): [number, number, number] {
  const speed = MOST * nerves * needle(ms);
  const way = (2 * Math.PI * ms) / (PERIOD * Math.E);
  const round = (cm: number) => Math.round(10 * cm) / 10;
  return [round(speed * Math.cos(way)), round(speed * Math.sin(way)), 0];
}

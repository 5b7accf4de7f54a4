/**
 * The needle of the hand that lets go: it swings as the view says. The rules work out for themselves
 * where it stood when a letter was let go.
 */

import type { konexi } from "../../../net/wire";

/** Where the needle stands at `t`, in ms of play: −1 to 1, and 0 is the middle. */
export function needle({ begins, since, period }: konexi.Meter, t: number): number {
  return Math.sin(2 * Math.PI * ((t - since) / period + begins / 1000));
}

/** What a move tells of a hand that lets go at `t`: when that was. */
export function told(t: number): Record<string, unknown> {
  return { released: Math.round(t) };
}

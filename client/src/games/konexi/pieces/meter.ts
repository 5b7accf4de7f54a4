/**
 * The needle of the hand that lets go: it swings as the view says. The rules work out for themselves
 * where it stood when a letter was let go.
 */

import type { konexi } from "../../../net/wire";

/** The position of the needle at `t`, in ms of play: from −1 to 1, with 0 in the middle. */
export function needle({ begins, since, period }: konexi.Meter, t: number): number {
  return Math.sin(2 * Math.PI * ((t - since) / period + begins / 1000));
}

/** The fields of a move for a letter that is let go at `t`. */
export function told(t: number): Record<string, unknown> {
  return { released: Math.round(t) };
}

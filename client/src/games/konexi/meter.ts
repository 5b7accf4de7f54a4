/**
 * The needle of the hand that lets go: it swings as the view says. The rules work out for themselves
 * where it stood when a letter was let go; only at a table of version 2 they believe the client.
 */

import type { konexi } from "../../wire";

/** Where the needle stands at `t`, in ms of play: −1 to 1, and 0 is the middle. */
export function needle({ begins, since, period }: konexi.Meter, t: number): number {
  return Math.sin(2 * Math.PI * ((t - since) / period + begins / 1000));
}

/** What a move tells of a hand that lets go at `t`: when that was; in version 2, what went wrong. */
export function told(meter: konexi.Meter, t: number): Record<string, unknown> {
  if (meter.sends === "released") return { released: Math.round(t) };
  const error = Math.round(10 * meter.most * needle(meter, t)) / 10;
  return { error: [error, 0, 0] };
}

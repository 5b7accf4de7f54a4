/** The clocks that a game of turns can be played with. */

import type { TimeControl } from "../../net/wire";

const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];

/** So much for each turn. */
function each(ms: number): TimeControl {
  return { base: ms, increment: ms, cap: ms };
}

/** By name; the first is none. */
export const controls: Record<string, TimeControl | null> = {
  none: null,
  quick: { base: 5 * MINUTE, increment: 3 * SECOND, cap: null },
  calm: { base: 10 * MINUTE, increment: 5 * SECOND, cap: null },
  turn: each(MINUTE),
  letters: { base: 3 * DAY, increment: DAY, cap: 7 * DAY },
  "day-1": each(DAY),
  "day-2": each(2 * DAY),
  "day-3": each(3 * DAY),
  "day-7": each(7 * DAY),
};

/** It counts in days: a game by correspondence. */
export function byLetter(control: TimeControl | null): boolean {
  return !!control && control.base >= DAY!;
}

/** Minutes for all turns, and seconds more for each. */
export function ownControl(minutes: number, seconds: number): TimeControl {
  const base = Math.min(7 * DAY, Math.max(SECOND, Math.round(minutes * MINUTE)));
  return { base, increment: Math.max(0, Math.round(seconds * SECOND)), cap: null };
}

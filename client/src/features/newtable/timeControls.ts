/** The time controls to choose from. */

import type { TimeControl } from "../../net/wire";

const [SECOND_MS, MINUTE_MS, DAY_MS] = [1000, 60_000, 86_400_000];

/** A fixed time for each turn. */
function each(ms: number): TimeControl {
  return { base: ms, increment: ms, cap: ms };
}

/** The time controls by name; the first is none. */
export const controls: Record<string, TimeControl | null> = {
  none: null,
  quick: { base: 5 * MINUTE_MS, increment: 3 * SECOND_MS, cap: null },
  calm: { base: 10 * MINUTE_MS, increment: 5 * SECOND_MS, cap: null },
  turn: each(MINUTE_MS),
  letters: { base: 3 * DAY_MS, increment: DAY_MS, cap: 7 * DAY_MS },
  "day-1": each(DAY_MS),
  "day-2": each(2 * DAY_MS),
  "day-3": each(3 * DAY_MS),
  "day-7": each(7 * DAY_MS),
};

/** Whether a time control is for correspondence games: it counts in days. */
export function isCorrespondence(control: TimeControl | null): boolean {
  return !!control && control.base >= DAY_MS!;
}

/** A time control of minutes for all turns, and seconds more for each. */
export function ownControl(minutes: number, seconds: number): TimeControl {
  const base = Math.min(7 * DAY_MS, Math.max(SECOND_MS, Math.round(minutes * MINUTE_MS)));
  return { base, increment: Math.max(0, Math.round(seconds * SECOND_MS)), cap: null };
}

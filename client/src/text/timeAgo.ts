/** When something was, in words: "5 minutes ago", "yesterday", "3 November". */

import { settings } from "../state/settings.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Days after which a date says more. */
const FEW = 7;

export function when(at: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  const passed = Math.max(0, now - at);
  // Yesterday begins at midnight, not 24 hours ago.
  const days = Math.round((midnight(now) - midnight(at)) / DAY);
  if (passed < MINUTE) return words.format(0, "second");
  if (passed < HOUR) return words.format(-Math.floor(passed / MINUTE), "minute");
  if (days < 1) return words.format(-Math.floor(passed / HOUR), "hour");
  if (days < FEW) return words.format(-days, "day");
  return new Intl.DateTimeFormat(settings.language, { day: "numeric", month: "long" }).format(at);
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

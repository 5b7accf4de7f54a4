import { settings } from "../state/settings.svelte";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** From this many days on a date says more. */
const DATE_FROM_DAYS = 7;

/** When something was, in words: "5 minutes ago", "yesterday", "3 November". */
export function timeAgo(at: number, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  const passed = Math.max(0, now - at);
  // Yesterday begins at midnight, not 24 hours ago.
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS);
  if (passed < MINUTE_MS) return words.format(0, "second");
  if (passed < HOUR_MS) return words.format(-Math.floor(passed / MINUTE_MS), "minute");
  if (days < 1) return words.format(-Math.floor(passed / HOUR_MS), "hour");
  if (days < DATE_FROM_DAYS) return words.format(-days, "day");
  return new Intl.DateTimeFormat(settings.language, { day: "numeric", month: "long" }).format(at);
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

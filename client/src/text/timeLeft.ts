import { t } from "../i18n/index.svelte";

/** A clock with less than this is shown as running out. */
export const LOW_MS = 10_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A time that is left, in short: "2 d 4 h", "1:05:09", "4:07" */
export function timeLeft(ms: number): string {
  if (ms >= DAY_MS) {
    const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
    return t("clock.days", { days: Math.floor(ms / DAY_MS), hours });
  }
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => `${n}`.padStart(2, "0"));
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${parts.join(":")}`;
  return `${Math.floor(seconds / 60)}:${parts[1]}`;
}

/** How long somebody has left, in words that are short. */

import { t } from "../i18n/index.svelte";

/** ms from which one has to hurry. */
export const LOW = 10_000;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** "2 d 4 h", "1:05:09", "4:07" */
export function told(ms: number): string {
  if (ms >= DAY) {
    return t("clock.days", { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
  }
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((n) => `${n}`.padStart(2, "0"));
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${parts.join(":")}`;
  return `${Math.floor(seconds / 60)}:${parts[1]}`;
}

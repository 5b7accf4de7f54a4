/** The board of the day: how many days in a row, kept in this browser, and a result to pass on. */

import { t } from "../../i18n/index.svelte";
import type { prolix } from "../../wire";

const KEY = "inglenook.prolix.daily";
const DAY = 86_400_000;
const BLOCKS = 5;

interface Streak {
  day: string;
  days: number;
}

/** Note that this day's board was played; how many days in a row that makes. */
export function streak(day: string): number {
  let kept: Streak | null = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    // Unreadable or forbidden storage: the count starts again.
  }
  if (kept && kept.day >= day) return kept.days;
  const before = new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  const days = kept?.day === before ? kept.days + 1 : 1;
  try {
    localStorage.setItem(KEY, JSON.stringify({ day, days }));
  } catch {
    // Then it lasts until the page is closed.
  }
  return days;
}

/** The result without its words: a row of blocks for each round, full for the best word there was. */
export function result(view: prolix.View, boards: prolix.Board[], day: string): string {
  const rows = view.targets.map((target, round) => {
    const { value } = view.sheets[0]?.regular[round] ?? { value: 0 };
    const best = boards[round]?.best[0]?.value ?? target - (view.targets[round - 1] ?? 0);
    const full = Math.min(BLOCKS, Math.floor((BLOCKS * value) / best));
    return `${"▮".repeat(full)}${"▯".repeat(BLOCKS - full)} ${value}`;
  });
  const head = t("prolix.daily.head", { day, n: view.total, of: view.targets.at(-1) ?? 0 });
  return [head, ...rows, new URL("/play/prolix", location.href).href].join("\n");
}

import { t } from "../../i18n/index.svelte";
import type { prolix } from "../../net/wire";

const BLOCKS = 5;

/**
 * The result on the board of a day, to pass on, without the words: a row of blocks for each round,
 * full for the best word of its board.
 */
export function dailyResult(
  view: prolix.View,
  boards: prolix.Board[],
  day: string,
  url: string,
): string {
  const rows = view.targets.map((target, round) => {
    const { value } = view.sheets[0]?.regular[round] ?? { value: 0 };
    const best = boards[round]?.best[0]?.value ?? target - (view.targets[round - 1] ?? 0);
    const full = Math.min(BLOCKS, Math.floor((BLOCKS * value) / best));
    return `${"▮".repeat(full)}${"▯".repeat(BLOCKS - full)} ${value}`;
  });
  const head = t("prolix.daily.head", { day, n: view.total, of: view.targets.at(-1) ?? 0 });
  return [head, ...rows, url].join("\n");
}

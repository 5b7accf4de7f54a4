/** The coach's insights in words. */

import type { Entry, GameClient } from "../../games/types";
import { t } from "../../i18n/index.svelte";
import { logLine } from "../../text/entries";
import type { Insight } from "../../net/wire";

/** The comment on a move: the game's own, or the word for the verdict, such as "Slip". */
export function comment(game: GameClient, insight: Insight, entry: Entry, names: string[]): string {
  return game.insight?.(insight, entry, names) || t(`coach.verdict.${insight.verdict}`);
}

/** A move as in the log; if the log does not mention it, the comment on it. */
export function moveText(
  game: GameClient,
  insight: Insight,
  entry: Entry,
  after: unknown,
  names: string[],
): string {
  return logLine(game, entry, after) || comment(game, insight, entry, names);
}

/** The points that a move gave away: "−2.5", or "". */
export function price({ cost, verdict }: Insight): string {
  if (verdict === "chance" || cost < 0.05) return "";
  return `−${Number(cost.toFixed(1))}`;
}

/** A share in percent, without a line break: "63 %". */
export function percent(share: number): string {
  return `${Math.round(100 * share)}\u00a0%`;
}

/** How a move changed the chances of its seat: "Chance to win: 85 % → 12 %", or "". */
export function swing(insight: Insight, insights: Insight[]): string {
  const { step, seat, chances } = insight;
  const before = insights.findLast((each) => each.step < step && each.chances.length);
  if (!before || seat < 0 || !chances.length) return "";
  const [from, to] = [percent(before.chances[seat]!), percent(chances[seat]!)];
  return from === to ? "" : t("coach.swing", { from, to });
}

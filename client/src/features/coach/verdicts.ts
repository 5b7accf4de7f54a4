/** What the coach says about a move, in words. */

import type { Entry, GameClient } from "../../games/types";
import { t } from "../../i18n/index.svelte";
import { logLine } from "../../text/entries";
import type { Insight } from "../../net/wire";

/** "Slip", and the game's own line. */
export function judged(game: GameClient, insight: Insight, entry: Entry, names: string[]): string {
  return game.insight?.(insight, entry, names) || t(`coach.verdict.${insight.verdict}`);
}

/** What was played, as the log has it; where it is silent, what the coach says of it. */
export function played(
  game: GameClient,
  insight: Insight,
  entry: Entry,
  after: unknown,
  names: string[],
): string {
  return logLine(game, entry, after) || judged(game, insight, entry, names);
}

/** How much a move gave away: "−2.5", or nothing. */
export function price({ cost, verdict }: Insight): string {
  if (verdict === "chance" || cost < 0.05) return "";
  return `−${Number(cost.toFixed(1))}`;
}

/** "63 %", on one line. */
export function percent(share: number): string {
  return `${Math.round(100 * share)}\u00a0%`;
}

/** How a move changed what its seat could hope for: "Chance to win: 85 % → 12 %", or nothing. */
export function swing(insight: Insight, insights: Insight[]): string {
  const { step, seat, chances } = insight;
  const before = insights.findLast((each) => each.step < step && each.chances.length);
  if (!before || seat < 0 || !chances.length) return "";
  const [from, to] = [percent(before.chances[seat]!), percent(chances[seat]!)];
  return from === to ? "" : t("coach.swing", { from, to });
}

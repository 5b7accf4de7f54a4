/** What the coach says about a move, in words. */

import type { Entry, GameClient } from "../games/types";
import { t } from "../i18n/index.svelte";
import { logLine, spoken } from "../table/telling";
import type { Insight } from "../wire";

/** "Slip", and the game's own line. */
export function judged(game: GameClient, insight: Insight, entry: Entry, names: string[]): string {
  return game.insight?.(insight, entry, names) || t(`coach.verdict.${insight.verdict}`);
}

/** What was played, as the log has it; where the log does not mention it, as it is read out. */
export function played(game: GameClient, entry: Entry, after: unknown, names: string[]): string {
  return logLine(game, entry, after) || spoken(game, entry, after, names);
}

/** How much a move gave away: "−2.5", or nothing. */
export function price({ cost, verdict }: Insight): string {
  if (verdict === "chance" || cost < 0.05) return "";
  return `−${Number(cost.toFixed(1))}`;
}

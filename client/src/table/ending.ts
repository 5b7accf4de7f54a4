import { t } from "../i18n/index.svelte";
import type { Outcome } from "../wire";

/** How a game ended, in a few words. */
export function endTitle(outcome: Outcome, names: string[]): string {
  const winners = outcome.winners.map((seat) => names[seat]!);
  if (!winners.length) return t("end.nobody");
  if (winners.length === 1) return t("end.wins", { name: winners[0]! });
  return t("end.shared", { names: winners.join(", ") });
}

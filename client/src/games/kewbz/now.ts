import { t } from "../../i18n/index.svelte";
import { points } from "../../text/points";
import type { kewbz } from "../../net/wire";

/** What may be done now and what it is for, in one sentence or two. */
export function now(view: kewbz.View, seat: number | null, names: string[]): string {
  if (view.to_move === null) return t("kewbz.now.over");
  if (seat === null) return t("kewbz.now.wait", { name: names[view.to_move] ?? "" });
  if (view.swap === "now") return t("kewbz.now.swap");
  if (Object.keys(view.stacks).length) return t("kewbz.now.turn");
  return t("kewbz.now.first", { points: points(view.scores[seat] ?? 0) });
}

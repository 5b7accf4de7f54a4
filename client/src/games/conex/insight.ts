/** The coach's insights in words. */

import { t } from "../../i18n/index.svelte";
import type { conex, Insight } from "../../net/wire";
import type { Entry } from "../types";
import { describeTarget } from "./describe";
import { corner } from "./notation";

/** Luck of fewer points is not mentioned. */
const LEAST_LUCK = 0.5;

export function insight(told: Insight, _entry: Entry, names: string[]): string {
  const { verdict, facts, cost, best } = told;
  if (verdict === "chance") return luck(facts.luck, names[Number(facts.seat)] ?? "");
  if (verdict === "forced") return t("conex.insight.forced");
  const { got = 0, there = 0 } = facts as { got?: number; there?: number };
  const move = best[0] as conex.Move | undefined;
  const said = move ? better(move, shown(cost)) : t("conex.insight.best");
  return there ? `${t("conex.insight.got", { got, there })} ${said}` : said;
}

/** The points by luck, compared with the average. */
function luck(more: unknown, name: string): string {
  if (typeof more !== "number") return "";
  if (Math.abs(more) < LEAST_LUCK) return t("conex.insight.usual");
  const points = shown(Math.abs(more));
  return t(more > 0 ? "conex.insight.lucky" : "conex.insight.unlucky", { name, points });
}

function better(move: conex.Move, points: string): string {
  switch (move.type) {
    case "lay": {
      const what = { corner: corner(move), target: describeTarget(move.target), points };
      return t(move.double ? "conex.insight.double" : "conex.insight.lay", what);
    }
    case "lightning":
    case "give":
      return t(`conex.insight.${move.type}`, { target: describeTarget(move.card), points });
    case "end":
      return t("conex.insight.end", { points });
    default:
      return t("conex.insight.draw", { points });
  }
}

/** An estimate of points, rounded to halves: "1½". */
function shown(points: number): string {
  const halves = Math.max(1, Math.round(2 * points));
  return `${halves > 1 ? Math.floor(halves / 2) : ""}${halves % 2 ? "½" : ""}`;
}

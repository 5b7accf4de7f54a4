/** Moves as the log shows them, as a screen reader says them, and as they sound. */

import { t } from "../../i18n/index.svelte";
import type { Sound } from "../../browser/sound";
import type { kewbz } from "../../net/wire";
import type { Entry } from "../types";
import { listStacked } from "./describe";

const RAISED = ["", "", "²", "³", "⁴", "⁵"];

/** A placement: the cell, then each corner with the cubes it got, as in "d4 +e4²". */
export function written(cell: string, stacked: Record<string, number>): string {
  const corners = Object.entries(stacked).map(([corner, n]) => ` +${corner}${RAISED[n] ?? n}`);
  return cell + corners.join("");
}

/** The cubes that a placement stacked, from the position after it. */
function stackedBy(cell: string, after: kewbz.View | null): Record<string, number> {
  return after?.last?.cell === cell ? after.last.stacked : {};
}

export function notation([, , , move]: Entry, after: kewbz.View | null): string {
  if (move.type !== "place") return t(`kewbz.log.${move.type}`);
  const cell = String(move.cell);
  return written(cell, stackedBy(cell, after));
}

export function announce([, , seat, move]: Entry, after: kewbz.View, names: string[]): string {
  const name = names[seat] ?? "";
  const cell = String(move.cell ?? after.last?.cell);
  const list = listStacked(stackedBy(cell, after));
  const key = move.type === "swap" ? "swap" : list ? "stack" : "place";
  const [a, b] = after.scores;
  const score = t("kewbz.say.score", { first: names[0] ?? "", a, second: names[1] ?? "", b });
  return `${t(`kewbz.say.${key}`, { name, cell, list })} ${score}`;
}

export function sound([, , , move]: Entry, after: kewbz.View): Sound {
  if (move.type !== "place" && move.type !== "swap") return "none";
  return Object.keys(after.last?.stacked ?? {}).length ? "double-knock" : "knock";
}

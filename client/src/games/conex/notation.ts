/** Moves as the log shows them, as a screen reader says them, and as they sound. */

import { t } from "../../i18n/index.svelte";
import type { Sound } from "../../browser/sound";
import type { conex } from "../../net/wire";
import type { Entry } from "../types";
import { cardOf } from "./pieces/deck";
import { colourName, describeTarget, sum } from "./describe";

const shapes = ["●", "■", "▲", "◆"];

type Lay = Extract<conex.Move, { type: "lay" }>;

/** The corner of a lay: "yellow 3". */
export function corner({ card, corner }: Lay): string {
  const { colour, value } = cardOf(card).patches[corner]!;
  return t("conex.corner", { colour: colourName(colour), value });
}

/** The points of a lay: "(3 + 2) × 2 = 10"; "" if they are not known. */
function points({ card }: Lay, after: conex.View | null): string {
  const { scored, factor } = after ?? {};
  if (scored?.card !== card) return "";
  return sum(scored.value, scored.plus, scored.doubled ? factor! : 1, scored.points);
}

/** The line of the log for a move: "lays red 4 on a purple card: 4 + 2 = 6". */
export function notation([, , , move]: Entry, after: conex.View | null): string {
  const done = move as conex.Move;
  switch (done.type) {
    case "lay": {
      const what = { corner: corner(done), target: describeTarget(done.target) };
      return [t("conex.log.lay", what), points(done, after)].filter(Boolean).join(": ");
    }
    case "lightning":
      return `⚡ ${t("conex.log.lightning", { target: describeTarget(done.card) })}`;
    case "lots":
      return t("conex.log.lots", { who: shapes[done.seat] ?? "" });
    case "rolled":
      return t(`conex.log.rolled.${done.face}`);
    case "give":
      // Only the player who gave the card sees which it is.
      if (!done.card) return t("conex.log.give");
      return t("conex.log.give.card", { card: describeTarget(done.card) });
    case "deal":
    case "drew":
      return "";
    default:
      return t(`conex.log.${done.type}`);
  }
}

export function announce([, , seat, move]: Entry, after: conex.View, names: string[]): string {
  const done = move as conex.Move;
  const name = names[seat] ?? "";
  switch (done.type) {
    case "lay": {
      const said = { name, corner: corner(done), target: describeTarget(done.target) };
      const score = names.map((who, i) => `${who} ${after.points[i] ?? 0}`).join(", ");
      return `${t("conex.say.lay", { ...said, points: points(done, after) || "0" })} ${score}.`;
    }
    case "lightning":
      return t("conex.say.lightning", { name, target: describeTarget(done.card) });
    case "lots":
      return t("conex.say.lots", { name: names[done.seat] ?? "" });
    case "rolled":
      return `${t(`conex.log.rolled.${done.face}`)}.`;
    case "deal":
    case "drew":
    case "end":
      return "";
    default:
      return t(`conex.say.${done.type}`, { name });
  }
}

/** The sound of a move. The die sounds later, when it rolls on the screen. */
export function sound([, , , move]: Entry): Sound {
  switch (move.type) {
    case "lay":
    case "give":
    case "gave":
      return "lay";
    case "draw":
      return "draw";
    case "lightning":
      return "strike";
    default:
      return "none";
  }
}

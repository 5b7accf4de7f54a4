/** A move as the log writes it, and as a screen reader says it. */

import { t } from "../../i18n/index.svelte";
import type { Sound } from "../../sound";
import type { conex } from "../../wire";
import type { Entry } from "../types";
import { cardOf } from "./deck";

const shapes = ["●", "■", "▲", "◆"];

type Lay = Extract<conex.Move, { type: "lay" }>;

/** "yellow 3+2 ×2": what a corner counts; without what it came to where that is not known. */
function corner({ card, corner, double }: Lay, after: conex.View | null): string {
  const { colour, value } = cardOf(card).patches[corner]!;
  const plus = after?.scored?.card === card ? after.scored.plus : 0;
  const times = double ? " ×2" : "";
  return `${t(`conex.colour.${colour}`)} ${value}${plus ? `+${plus}` : ""}${times}`;
}

/** "P06 red 4 → board" */
export function notation([, , , move]: Entry, after: conex.View | null): string {
  const done = move as conex.Move;
  switch (done.type) {
    case "lay":
      return `${done.card} ${corner(done, after)} → ${done.target === "board" ? t("conex.log.board") : done.target}`;
    case "lightning":
      return `⚡ ${done.card}`;
    case "lots":
      return t("conex.log.lots", { who: shapes[done.seat] ?? "" });
    case "rolled":
      return t(`conex.log.rolled.${done.face}`);
    case "give":
      // Only whoever gave it can read which.
      return `${t("conex.log.give")} ${done.card}`.trimEnd();
    case "deal":
    case "drew":
      return "";
    default:
      return t(`conex.log.${done.type}`);
  }
}

/** What a card is laid on, in words. */
function described(target: string): string {
  if (target === "board") return t("conex.say.board");
  const { colour, symbol } = cardOf(target);
  return t(`conex.say.card.${symbol}`, { colour: t(`conex.colour.${colour}`) });
}

export function announce([, , seat, move]: Entry, after: conex.View, names: string[]): string {
  const done = move as conex.Move;
  const name = names[seat] ?? "";
  switch (done.type) {
    case "lay": {
      const { scored } = after;
      const points = scored?.card === done.card ? scored.points : 0;
      const said = { name, corner: corner(done, after), target: described(done.target), points };
      const score = names.map((who, i) => `${who} ${after.points[i] ?? 0}`).join(", ");
      return `${t("conex.say.lay", said)} ${score}.`;
    }
    case "lightning":
      return t("conex.say.lightning", { name, target: described(done.card) });
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

export function sound([, , , move]: Entry, after: conex.View): Sound {
  if (move.type === "lay") return (after.scored?.points ?? 0) > 4 ? "double-knock" : "knock";
  return move.type === "lightning" || move.type === "give" ? "knock" : "none";
}

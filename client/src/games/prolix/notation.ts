/** A turn as the log writes it, and as a screen reader says it. */

import { t } from "../../i18n/index.svelte";
import type { Sound } from "../../sound";
import type { prolix } from "../../wire";
import type { Entry } from "../types";
import { describeLast, describeTiles, describeVerdict, shapes } from "./describe";

/** What a turn came to, after the entry that ended it: the tiles moved on, or the game is over. */
function ended(type: string, after: prolix.View | null): prolix.Last | null {
  return (type === "draw" || after?.phase === "over") && after ? after.last : null;
}

export function notation([, , , move]: Entry, after: prolix.View | null): string {
  const who = (seat: number) => shapes[seat] ?? "";
  // In a duel a challenge is decided at once, elsewhere when the vote is over.
  const verdict =
    after?.verdict && ["settle", "challenge"].includes(move.type)
      ? describeVerdict(after.verdict, who)
      : "";
  const last = ended(move.type, after);
  if (last) return [verdict, describeLast(last, who)].filter(Boolean).join(" ");
  if (move.type === "flip") return t("prolix.log.flip");
  if (verdict || move.type !== "challenge") return verdict;
  return t("prolix.log.challenge", { word: after?.challenge?.word ?? "" });
}

export function announce([, , seat, move]: Entry, after: prolix.View, names: string[]): string {
  const name = names[seat] ?? "";
  const who = (seat: number) => names[seat] ?? "";
  if (after.phase === "over") return after.last ? describeLast(after.last, who) : "";
  switch (move.type) {
    case "draw": {
      const last = after.last ? `${describeLast(after.last, who)}. ` : "";
      const turn =
        after.active === null ? "" : t("prolix.status.other", { name: who(after.active) });
      return `${last}${describeTiles(after.tiles)}. ${turn}`;
    }
    case "close":
    case "time":
      return after.stakes
        .map(({ seat, word, value }) => `${who(seat)}: ${word}, ${value}`)
        .join("; ");
    case "say":
    case "flip":
    case "write":
      return t(`prolix.say.${move.type}`, { name });
    case "challenge":
      if (after.verdict) return describeVerdict(after.verdict, who);
      return t("prolix.say.challenge", { name, word: after.challenge?.word ?? "" });
    case "settle":
      return after.verdict ? describeVerdict(after.verdict, who) : "";
    default:
      return "";
  }
}

export function sound([, , , move]: Entry, after: prolix.View): Sound {
  if (move.type === "draw")
    return after.last?.words.some(({ won }) => won) ? "double-knock" : "knock";
  return move.type === "flip" || move.type === "challenge" ? "knock" : "none";
}

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

/**
 * How a challenge was decided, after the entry that did. If the tiles move on, that is told with
 * them: the two come at once, and only the last of what comes at once has a view.
 */
function decided(type: string, after: prolix.View | null, who: (seat: number) => string): string {
  if (!after?.verdict || (type !== "draw" && after.phase === "draw")) return "";
  // In a duel a challenge is decided at once, elsewhere when the vote is over.
  const now = type === "challenge" ? !after.challenge : type === "settle" || type === "draw";
  return now ? describeVerdict(after.verdict, who) : "";
}

export function notation([, , , move]: Entry, after: prolix.View | null): string {
  const who = (seat: number) => shapes[seat] ?? "";
  const verdict = decided(move.type, after, who);
  const last = ended(move.type, after);
  if (last) return [verdict, describeLast(last, who)].filter(Boolean).join(" ");
  if (move.type === "flip") return t("prolix.log.flip");
  if (verdict || move.type !== "challenge") return verdict;
  return t("prolix.log.challenge", { word: after?.challenge?.word ?? "" });
}

export function announce([, , seat, move]: Entry, after: prolix.View, names: string[]): string {
  const name = names[seat] ?? "";
  const who = (seat: number) => names[seat] ?? "";
  const verdict = decided(move.type, after, who);
  const last = after.last ? describeLast(after.last, who) : "";
  if (after.phase === "over") return [verdict, last].filter(Boolean).join(" ");
  switch (move.type) {
    case "draw": {
      const turn =
        after.active === null ? "" : t("prolix.status.other", { name: who(after.active) });
      return [verdict, last && `${last}.`, `${describeTiles(after.tiles)}.`, turn]
        .filter(Boolean)
        .join(" ");
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
      return verdict || t("prolix.say.challenge", { name, word: after.challenge?.word ?? "" });
    case "settle":
      return verdict;
    default:
      return "";
  }
}

export function sound([, , , move]: Entry, after: prolix.View): Sound {
  if (move.type === "draw")
    return after.last?.words.some(({ won }) => won) ? "double-knock" : "knock";
  return move.type === "flip" || move.type === "challenge" ? "knock" : "none";
}

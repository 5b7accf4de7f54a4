/** Turns as the log shows them, as a screen reader says them, and as they sound. */

import { t } from "../../i18n/index.svelte";
import type { Sound } from "../../browser/sound";
import type { prolix } from "../../net/wire";
import type { Entry } from "../types";
import { describeLast, describeLots, describeTiles, describeVerdict, shapes } from "./describe";

/** Whether an entry ended a turn: the tiles moved on, the game is over, or the next round waits. */
function ended(type: string, after: prolix.View | null): boolean {
  if (!after?.last || type === "ready") return false;
  // Where all are asked whether they are ready, the tiles that come later end nothing.
  if (after.mode === "solo" && after.options.ready) return type === "write" || type === "time";
  return type === "draw" || after.phase === "over";
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
  if (after && ended(move.type, after))
    return [verdict, describeLast(after, who)].filter(Boolean).join(" ");
  if (move.type === "lots") return describeLots(move.tiles as Record<string, string>, who);
  if (move.type === "flip") return t("prolix.log.flip");
  if (verdict || move.type !== "challenge") return verdict;
  return t("prolix.log.challenge", { word: after?.challenge?.word ?? "" });
}

export function announce([, , seat, move]: Entry, after: prolix.View, names: string[]): string {
  const name = names[seat] ?? "";
  const who = (seat: number) => names[seat] ?? "";
  const verdict = decided(move.type, after, who);
  const last = describeLast(after, who);
  if (after.phase === "over") return [verdict, last].filter(Boolean).join(" ");
  switch (move.type) {
    case "draw": {
      const turn =
        after.active === null ? "" : t("prolix.status.other", { name: who(after.active) });
      const told = after.mode === "solo" && after.options.ready ? "" : last;
      return [verdict, told, `${describeTiles(after.tiles)}.`, turn].filter(Boolean).join(" ");
    }
    case "lots":
      return describeLots(move.tiles as Record<string, string>, who);
    case "ready":
      return after.phase === "ready" ? t("ready.is", { name }) : "";
    case "close":
    case "time":
      if (after.phase === "ready") return last;
      return after.stakes
        .map(({ seat, word, value }) => `${who(seat)}: ${word}, ${value}`)
        .join("; ");
    case "say":
    case "flip":
    case "write":
      if (after.phase === "ready") return last;
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
  if (decided(move.type, after, () => "") && !after.verdict!.stands) return "strike";
  switch (move.type) {
    case "draw":
      return after.last?.words.some(({ won }) => won) ? "double-knock" : "knock";
    case "challenge":
      return "knock";
    case "say":
    case "write":
      return "write";
    case "flip":
      return "sand";
    default:
      return "none";
  }
}

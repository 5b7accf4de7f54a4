/** Log entries in words and sounds. Moves that all games share are told here, others by the game. */

import type { Entry, GameClient } from "../games/types";
import { t } from "../i18n/index.svelte";
import type { Sound } from "../browser/sound";

function isShared([, , , { type }]: Entry): boolean {
  return ["resign", "abandon", "undo", "flag"].includes(type);
}

/** The seat that an entry is about. A fallen flag is an entry of NATURE, but about a seat. */
export function seatOf([, , seat, move]: Entry): number {
  return move.type === "flag" ? (move.seat as number) : seat;
}

/** The line of the log for an entry; "" if the log does not mention it. */
export function logLine(game: GameClient, entry: Entry, after: unknown): string {
  return isShared(entry) ? t(`log.${entry[3].type}`) : game.notation(entry, after ?? null);
}

/** What a screen reader says of an entry. */
export function spoken(game: GameClient, entry: Entry, after: unknown, names: string[]): string {
  if (!isShared(entry)) return game.announce(entry, after, names);
  return t(`say.${entry[3].type}`, { name: names[seatOf(entry)] ?? "" });
}

/** The sound of an entry. */
export function heard(game: GameClient, entry: Entry, after: unknown): Sound {
  return isShared(entry) ? "none" : game.sound(entry, after);
}

/** What was played, in words and sounds: the moves of every game here, all others by the game. */

import type { Entry, GameClient } from "../games/types";
import { t } from "../i18n/index.svelte";
import type { Sound } from "../browser/sound";

function everyGames([, , , { type }]: Entry): boolean {
  return ["resign", "abandon", "undo", "flag"].includes(type);
}

/** Whose it is: NATURE lets a flag fall, but it is somebody's. */
export function seatOf([, , seat, move]: Entry): number {
  return move.type === "flag" ? (move.seat as number) : seat;
}

/** A line of the log; empty: the log does not mention it. */
export function logLine(game: GameClient, entry: Entry, after: unknown): string {
  return everyGames(entry) ? t(`log.${entry[3].type}`) : game.notation(entry, after ?? null);
}

/** The same for a screen reader. */
export function spoken(game: GameClient, entry: Entry, after: unknown, names: string[]): string {
  if (!everyGames(entry)) return game.announce(entry, after, names);
  return t(`say.${entry[3].type}`, { name: names[seatOf(entry)] ?? "" });
}

export function heard(game: GameClient, entry: Entry, after: unknown): Sound {
  return everyGames(entry) ? "none" : game.sound(entry, after);
}

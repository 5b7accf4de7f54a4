/** Tiles and turns in words. */

import { t } from "../../i18n/index.svelte";
import { points } from "../../parts/points";
import type { prolix } from "../../wire";

export const shapes = ["●", "■", "▲", "◆", "★", "✚"];

/** "B 4, K 5, …" from the left, upper row first. */
export function describeTiles(tiles: readonly (prolix.Tile | null)[]): string {
  const named = tiles.flatMap((tile) => (tile ? [`${tile.letter} ${tile.points}`] : []));
  return named.length ? named.join(", ") : t("prolix.board.empty");
}

/** How a challenge was decided, in a sentence. */
export function describeVerdict(
  { by, word, stands, how, knew, asked }: prolix.Verdict,
  who: (seat: number) => string,
): string {
  const key = stands ? `prolix.verdict.${how}` : "prolix.verdict.struck";
  return t(key, { by: who(by), word, n: knew, of: asked });
}

/** What a turn came to: "● jewelers 15", or that the sand ran out. */
export function describeLast(last: prolix.Last, who: (seat: number) => string): string {
  const words = last.words
    .filter(({ word }) => word)
    .map(({ seat, word, value, won }) => {
      const said = `${who(seat)} ${word} ${points(value)}`;
      return won ? said : `(${said})`;
    });
  if (words.length) return words.join(", ");
  return t(last.reason === "timer" ? "prolix.last.timer" : "prolix.last.zero");
}

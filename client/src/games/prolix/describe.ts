/** Tiles and turns in words. */

import { t } from "../../i18n/index.svelte";
import { points } from "../../text/points";
import type { prolix } from "../../net/wire";

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

/** That an interrupt crossed a word out. */
export function describeCrossing(
  { seat, word, value }: prolix.Crossing,
  who: (seat: number) => string,
): string {
  return t("prolix.crossing", { name: who(seat), word: word || "–", n: points(value) });
}

/**
 * What a turn came to, in words: who said what, whether as an interrupt, what was said at the same
 * time and does not count, what was crossed out; or that the sand ran out.
 */
export function describeLast(
  { last, crossings, mode }: prolix.View,
  who: (seat: number) => string,
): string {
  if (!last) return "";
  const interrupted = last.reason === "interrupt" || last.reason === "zero";
  const said = last.words
    .filter(({ word }) => word)
    .map(({ seat, word, value, won }) => {
      const how = mode === "duel" ? "mark" : interrupted ? "interrupt" : "word";
      const kind = mode === "solo" ? "solo" : won ? how : "beaten";
      return t(`prolix.told.${kind}`, { name: who(seat), word, n: points(value) });
    });
  said.push(...crossings.map((crossing) => describeCrossing(crossing, who)));
  if (last.reason === "timer") said.push(t("prolix.last.timer"));
  if (last.reason === "zero") said.push(t("prolix.last.zero"));
  return said.join(" ");
}

/** What everyone drew: "● C, ■ F". */
export function describeLots(tiles: Record<string, string>, who: (seat: number) => string): string {
  const drawn = Object.entries(tiles).map(([seat, letter]) => `${who(Number(seat))} ${letter}`);
  return t("prolix.told.lots", { lots: drawn.join(", ") });
}

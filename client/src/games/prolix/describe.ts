/** Tiles and turns in words, for the log and for screen readers. */

import { t } from "../../i18n/index.svelte";
import { points } from "../../text/points";
import type { prolix } from "../../net/wire";

export const shapes = ["●", "■", "▲", "◆", "★", "✚"];

/** The tiles from the left, upper row first: "B 4, K 5, …". */
export function describeTiles(tiles: readonly (prolix.Tile | null)[]): string {
  const named = tiles.flatMap((tile) => (tile ? [`${tile.letter} ${tile.points}`] : []));
  return named.length ? named.join(", ") : t("prolix.board.empty");
}

/** The result of a challenge, in a sentence. */
export function describeVerdict(
  { by, word, stands, how, knew, asked }: prolix.Verdict,
  who: (seat: number) => string,
): string {
  const key = stands ? `prolix.verdict.${how}` : "prolix.verdict.struck";
  return t(key, { by: who(by), word, n: knew, of: asked });
}

/** A word that an interrupt crossed out, in a sentence. */
export function describeCrossing(
  { seat, word, value }: prolix.Crossing,
  who: (seat: number) => string,
): string {
  return t("prolix.crossing", { name: who(seat), word: word || "–", n: points(value) });
}

/**
 * The result of a turn: who said which word, whether as an interrupt, which words were said at the
 * same time and do not count, what was crossed out; or that the time ran out.
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

/** The letters that all drew: "● C, ■ F". */
export function describeLots(tiles: Record<string, string>, who: (seat: number) => string): string {
  const drawn = Object.entries(tiles).map(([seat, letter]) => `${who(Number(seat))} ${letter}`);
  return t("prolix.told.lots", { lots: drawn.join(", ") });
}

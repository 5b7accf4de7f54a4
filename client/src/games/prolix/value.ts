/** What a word would be worth, for the eye: the server counts for itself. */

import type { prolix } from "../../wire";

export interface Value {
  points: number;
  /** The places of the tiles it flips. */
  flipped: number[];
}

/** Each letter flips one tile of its kind, the most valuable first, each tile once. */
export function valueOf(word: string, tiles: readonly (prolix.Tile | null)[]): Value {
  const letters = [...word.toUpperCase()];
  const best = tiles
    .flatMap((tile, place) => (tile ? [{ ...tile, place }] : []))
    .sort((a, b) => b.points - a.points);
  const flipped: number[] = [];
  let points = 0;
  for (const tile of best) {
    const at = letters.indexOf(tile.letter);
    if (at < 0) continue;
    letters.splice(at, 1);
    flipped.push(tile.place);
    points += tile.points;
  }
  return { points, flipped };
}

/** What an interrupt costs. */
export function penalty(seats: number): number {
  return seats === 3 ? 2 : 3;
}

/** The tiles that a word flips, and their points. */

import type { prolix } from "../../../net/wire";

export interface Value {
  points: number;
  /** The places of the tiles it flips. */
  flipped: number[];
}

export function valueOf(word: string, { flips, tiles }: prolix.View): Value {
  const met: Record<string, number> = {};
  const flipped: number[] = [];
  for (const letter of word.toUpperCase()) {
    const nth = met[letter] ?? 0;
    const place = flips[letter]?.[nth];
    if (place === undefined) continue;
    met[letter] = nth + 1;
    flipped.push(place);
  }
  const points = flipped.reduce((sum, place) => sum + (tiles[place]?.points ?? 0), 0);
  return { points, flipped };
}

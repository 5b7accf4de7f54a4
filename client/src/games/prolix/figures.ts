import type { prolix } from "../../wire";

const COLUMNS = [4, 4, 3, 2];
const BONUS: Record<string, number> = { K: 1, V: 1, W: 1, Y: 1, J: 2, Q: 2, X: 2, Z: 2 };

/** A board from its letters: column by column from the left, the upper one first. */
export function board(letters: string): prolix.Tile[] {
  return [...letters].map((letter, place) => {
    const bonus = BONUS[letter] ?? 0;
    return { letter, bonus, points: COLUMNS[place >> 1]! + bonus };
  });
}

const sheet: prolix.Sheet = {
  regular: [
    { word: "kindling", value: 18 },
    { word: "", value: 0 },
    { word: "smoulder", value: 14 },
    { word: "hearth", value: 16 },
    { word: "fireplace", value: 15 },
  ],
  interrupts: [
    { word: "bellows", value: 14 },
    { word: "sparkling", value: 17 },
  ],
  failed: 1,
  out: false,
};

/** The end of a game for four, as far as one sheet goes. */
export const sample: prolix.View = {
  seat: 0,
  seats: 4,
  options: {},
  mode: "table",
  phase: "over",
  tiles: [],
  bag: 0,
  active: null,
  interruptions: 0,
  round: 5,
  rounds: 5,
  sheets: [sheet],
  timer: { holder: null, until: null },
  deadline: null,
  said: [],
  stakes: [],
  challenge: null,
  accepted: [],
  voted: [],
  used: [],
  barred: [],
  marks: [],
  written: [],
  total: 0,
  targets: [],
  scratched: [],
  mine: null,
  last: null,
  may: [],
  scores: [92],
};

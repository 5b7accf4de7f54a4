/** The input of the network for a position: the same planes and facts as in Python. */

import {
  along,
  canSwap,
  crossings,
  height,
  lead,
  openCells,
  TALLEST,
  type Position,
} from "./rules";

export const PLANES = 16;
export const FACTS = 10;
/** The planes after those of the board, of single cubes, and of towers of 2 to 5 of either player. */
const [LEGAL, OPEN, OPEN_TWICE, GAIN, THEIR_GAIN, STACKED] = [10, 11, 12, 13, 14, 15] as const;

/** What k more cubes on a tower add to the lead of the player who puts them there. */
function gain(k: number, tall: number, own: boolean): number {
  if (!k) return 0;
  if (tall === 1) return 2 * k + 1;
  return own ? 2 * k : 2 * (k + tall);
}

/** Write the input for the player to move: planes of size x size, and facts. */
export function see(p: Position, planes: Float32Array, facts: Float32Array): void {
  const area = p.stacks.length;
  const cells = openCells(p);
  planes.fill(0).fill(1, 0, area);
  p.stacks.forEach((stack, cell) => {
    const tall = stack.length;
    if (!tall) return;
    const plane = tall === 1 ? 1 : stack.at(-1) === p.turn ? tall : tall + TALLEST - 1;
    planes[plane * area + cell] = 1;
  });
  for (const cell of cells) {
    let stacked = crossings(p, cell);
    let mine = 1 + (stacked ? 2 * stacked + 1 : 0);
    let theirs = mine;
    along(p, cell, (file, rank, across) => {
      const there = rank * p.size + file;
      if (across) planes[OPEN * area + there] = 1;
      if (across === 2) planes[OPEN_TWICE * area + there] = 1;
      const tall = height(p, file, rank);
      const k = Math.min(across, TALLEST - tall);
      const own = p.stacks[there]!.at(-1) === p.turn;
      stacked += k;
      mine += gain(k, tall, own);
      theirs += gain(k, tall, !own);
    });
    planes[LEGAL * area + cell] = 1;
    planes[GAIN * area + cell] = mine / 10;
    planes[THEIR_GAIN * area + cell] = theirs / 10;
    planes[STACKED * area + cell] = stacked / 8;
  }
  const [left, other] = [p.unplayed[p.turn]!, p.unplayed[1 - p.turn]!];
  facts.set([
    left / 30,
    other / 30,
    (left - other) / 10,
    Math.exp(-left / 4),
    Math.exp(-other / 4),
    lead(p) / 20,
    Number(canSwap(p)),
    Number(p.swap && p.turn === 0),
    p.size / 10,
    cells.length / 20,
  ]);
}

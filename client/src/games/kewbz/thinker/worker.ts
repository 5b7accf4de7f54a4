/** The worker of the thinker: the rules of Kewbz, and a bot, in a thread of their own. */

import type { Judgement, ThinkerAsk, Scene, Strength } from "../../types";
import { files, judge } from "./network";
import * as rules from "./rules";
import { FACTS, PLANES, see } from "./networkInput";
import { SWAP, think, type Found } from "./tree";

/** How many moves a judgement names. */
const NAMED_MOVES = 3;
/**
 * How many positions a level searches, and which share of the moves it overlooks, in percent. A level
 * without a search takes the most points that a move brings at once.
 */
const STRENGTHS: Record<Strength, { searched: number; overlooked: number }> = {
  gentle: { searched: 0, overlooked: 55 },
  even: { searched: 32, overlooked: 25 },
  strong: { searched: 600, overlooked: 0 },
};
/** The newest request for a judgement: it ends the search for the one before. */
let newest = 0;

function scene(p: rules.Position | string): Scene {
  if (typeof p === "string") throw p;
  const [view, preview, outcome] = [rules.view(p), rules.preview(p), rules.outcome(p)];
  return { view, preview, turn: view.to_move, outcome };
}

const moveOf = (p: rules.Position, cell: number) =>
  cell === SWAP ? { type: "swap" } : rules.moveOf(p, cell);

function judgement(p: rules.Position, found: Found[]): Judgement {
  // The most visited move is the best: none of the others is worth more, whatever its few visits say.
  const [top] = found;
  const best = found
    .slice(0, NAMED_MOVES)
    .map(({ cell, chance, margin }) => ({
      move: moveOf(p, cell),
      chance: Math.min(chance, top!.chance),
      margin: Math.min(margin, top!.margin),
    }))
    .toSorted((a, b) => b.chance - a.chance || b.margin - a.margin);
  return { seat: p.turn, best, ways: found.reduce((all, { visits }) => all + visits, 0) };
}

async function choose(p: rules.Position, strength: Strength) {
  const { searched, overlooked } = STRENGTHS[strength];
  const cells = rules.openCells(p);
  const seen = new Set(cells.filter(() => 100 * Math.random() >= overlooked));
  if (!seen.size) seen.add(cells[Math.floor(cells.length * Math.random())]!);
  if (rules.canSwap(p) && searched) seen.add(SWAP);
  const ranked = searched
    ? (await think(judge, p, searched)).map(({ cell }) => cell)
    : cells.toSorted((a, b) => rules.lead(rules.place(p, a)) - rules.lead(rules.place(p, b)));
  return moveOf(p, ranked.find((cell) => seen.has(cell)) ?? [...seen][0]!);
}

/** The input and output of the network: a test compares both with the Python twin. */
async function inspect(p: rules.Position) {
  const [planes, facts] = [new Float32Array(PLANES * p.size ** 2), new Float32Array(FACTS)];
  see(p, planes, facts);
  return { planes, facts, answer: (await judge([p]))[0] };
}

async function answer(ask: ThinkerAsk, id: number): Promise<unknown> {
  if (ask.type === "files") return files;
  if (ask.type === "start") return scene(rules.start(ask.options));
  const p = rules.fromView(ask.view);
  switch (ask.type) {
    case "show":
      return scene(p);
    case "play":
      return scene(rules.played(p, ask.move));
    case "choose":
      return choose(p, ask.strength);
    case "inspect":
      return inspect(p);
    case "think": {
      newest = id;
      const report = (found: Found[]) => {
        postMessage({ id, soFar: judgement(p, found) });
        return newest === id;
      };
      return judgement(p, await think(judge, p, ask.ways, NAMED_MOVES, report));
    }
  }
}

onmessage = async ({ data: { id, ask } }: MessageEvent<{ id: number; ask: ThinkerAsk }>) => {
  try {
    postMessage({ id, answer: await answer(ask, id) });
  } catch (why) {
    // The rules throw a reason code; any other error is that a file could not be loaded.
    postMessage({ id, refused: typeof why === "string" ? why : "no-mind" });
  }
};

/** Plays Kewbz in a thread of its own: says what a server would of a position, and what the network does. */

import type { Judgement, MindAsk, Scene, Strength } from "../../types";
import { files, judge } from "./network";
import * as rules from "./rules";
import { FACTS, PLANES, see } from "./networkInput";
import { SWAP, think, type Found } from "./tree";

/** Placements that a judgement names. */
const NAMED = 3;
/**
 * How many ways a player goes down, and how many moves of a hundred it overlooks. With no ways it
 * goes by the points that are to be had at once.
 */
const STRENGTHS: Record<Strength, { ways: number; blind: number }> = {
  gentle: { ways: 0, blind: 55 },
  even: { ways: 32, blind: 25 },
  strong: { ways: 600, blind: 0 },
};
/** A new judgement ends the thinking about the one before it. */
let newest = 0;

function scene(p: rules.Position | string): Scene {
  if (typeof p === "string") throw p;
  const [view, preview, outcome] = [rules.view(p), rules.preview(p), rules.outcome(p)];
  return { view, preview, turn: view.to_move, outcome };
}

const moveOf = (p: rules.Position, cell: number) =>
  cell === SWAP ? { type: "swap" } : rules.moveOf(p, cell);

function judgement(p: rules.Position, found: Found[]): Judgement {
  // The most visited is the best: another whose few ways down were lucky is worth no more.
  const [top] = found;
  const best = found
    .slice(0, NAMED)
    .map(({ cell, chance, margin }) => ({
      move: moveOf(p, cell),
      chance: Math.min(chance, top!.chance),
      margin: Math.min(margin, top!.margin),
    }))
    .toSorted((a, b) => b.chance - a.chance || b.margin - a.margin);
  return { seat: p.turn, best, ways: found.reduce((all, { visits }) => all + visits, 0) };
}

async function choose(p: rules.Position, strength: Strength) {
  const { ways, blind } = STRENGTHS[strength];
  const cells = rules.openCells(p);
  const seen = new Set(cells.filter(() => 100 * Math.random() >= blind));
  if (!seen.size) seen.add(cells[Math.floor(cells.length * Math.random())]!);
  if (rules.canSwap(p) && ways) seen.add(SWAP);
  const ranked = ways
    ? (await think(judge, p, ways)).map(({ cell }) => cell)
    : cells.toSorted((a, b) => rules.lead(rules.place(p, a)) - rules.lead(rules.place(p, b)));
  return moveOf(p, ranked.find((cell) => seen.has(cell)) ?? [...seen][0]!);
}

/** What the network sees and says: for the test that holds both to those in Python. */
async function inspect(p: rules.Position) {
  const [planes, facts] = [new Float32Array(PLANES * p.size ** 2), new Float32Array(FACTS)];
  see(p, planes, facts);
  return { planes, facts, answer: (await judge([p]))[0] };
}

async function answer(ask: MindAsk, id: number): Promise<unknown> {
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
      const told = (found: Found[]) => {
        postMessage({ id, soFar: judgement(p, found) });
        return newest === id;
      };
      return judgement(p, await think(judge, p, ask.ways, NAMED, told));
    }
  }
}

onmessage = async ({ data: { id, ask } }: MessageEvent<{ id: number; ask: MindAsk }>) => {
  try {
    postMessage({ id, answer: await answer(ask, id) });
  } catch (why) {
    // What the rules refuse is a code; all else is that something it is made of could not be had.
    postMessage({ id, refused: typeof why === "string" ? why : "no-mind" });
  }
};

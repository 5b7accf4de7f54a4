/**
 * A search tree, simpler than that of `tree.py`: PUCT, several positions judged at a time. Nothing is shared between
 * positions, or kept from move to move.
 */

import type { Answer } from "./network";
import { canSwap, lead, openCells, place, takeOver, type Position } from "./rules";

/** In place of a cell: to take over the first cube. */
export const SWAP = -1;
const BATCH = 4;
/** After so many ways down, one position more is judged at a time. */
const EAGER = 16;
/** Ways down in a row that came to what is known, after which it is time to look up. */
const TRIES = 64;
/** How much a move's prior counts against what has been found of it. */
const CURIOSITY = 1.4;
/**
 * How much worse than its parent a move is thought to be that was never tried, at most. At the root nothing is
 * doubted: there a good move that the network overlooks would be lost for ever.
 */
const DOUBT = 0.25;
/** What the logits of the priors are divided by: the network is surer of them than it should be. */
const WIDER = 1.3;
const WIDER_AT_ROOT = 1.5;
/** How much of a way down that waits counts as lost; the rest counts as what was found so far. */
const LOST = 0.3;
const SPREAD = 15;
/** ms of thinking in which nobody is listened to. */
const QUIET = 50;

interface Edge {
  cell: number;
  prior: number;
  child: Node | null;
}

/** Sums over all ways through a node, to who is to move there. */
interface Worth {
  utility: number;
  chance: number;
  margin: number;
}

interface Node {
  position: Position;
  /** None before it is judged. */
  edges: Edge[];
  visits: number;
  sums: Worth;
  /** Nothing is left to find out: its value is exact. */
  exact: Worth | null;
  /** How many ways down through it wait for a judgement; until then each counts as partly lost. */
  waiting: number;
}

/** What the network says of positions, which are all of one size of board. */
export type Judge = (positions: Position[]) => Promise<Answer[]>;

/** A move that was considered. */
export interface Found {
  cell: number;
  visits: number;
  /** The chance to win with it, and by how many points, to who makes it. */
  chance: number;
  margin: number;
}

function node(position: Position): Node {
  const sums = { utility: 0, chance: 0, margin: 0 };
  return { position, edges: [], visits: 0, sums, exact: null, waiting: 0 };
}

/** What a finished game is worth. */
function finalWorth(p: Position): Worth {
  const margin = lead(p);
  const sign = Math.sign(margin);
  const utility = 0.5 * sign + 0.5 * Math.tanh(margin / SPREAD);
  return { utility, chance: 0.5 + 0.5 * sign, margin };
}

/** The edge that promises most: by its prior, and by what was found of it. */
function choose({ edges, visits, waiting, sums }: Node, atRoot: boolean): Edge {
  let tried = 0;
  for (const { child, prior } of edges) if (child) tried += prior;
  const untried = sums.utility / visits - (atRoot ? 0 : DOUBT * Math.sqrt(tried));
  const curiosity = CURIOSITY * Math.sqrt(visits + waiting);
  let [best, chosen] = [-Infinity, edges[0]!];
  for (const edge of edges) {
    const { child } = edge;
    const n = child ? child.visits + child.waiting : 0;
    let value = child?.visits ? -child.sums.utility / child.visits : untried;
    if (child?.waiting) value -= (child.waiting / n) * LOST * (value + 1);
    const score = value + (edge.prior * curiosity) / (1 + n);
    if (score > best) [best, chosen] = [score, edge];
  }
  return chosen;
}

/** Tell all nodes on a way down what the last one is worth to who is to move there. */
function settle(way: Node[], { utility, chance, margin }: Worth): void {
  for (const { sums } of way.toReversed()) {
    sums.utility += utility;
    sums.chance += chance;
    sums.margin += margin;
    [utility, chance, margin] = [-utility, 1 - chance, -margin];
  }
  for (const each of way) each.visits++;
}

const after = (p: Position, cell: number) => (cell === SWAP ? takeOver(p) : place(p, cell));

/** Go down to a node that has no moves yet, or whose value is exact. */
function descend(root: Node): Node[] {
  const way = [root];
  let here = root;
  while (here.edges.length && !here.exact) {
    const edge = choose(here, here === root);
    edge.child ??= node(after(here.position, edge.cell));
    here = edge.child;
    way.push(here);
  }
  return way;
}

/** Ways down to positions that are to be judged, at most so many. */
function gather(root: Node, most: number): Node[][] {
  const ways: Node[][] = [];
  for (let n = 0; n < TRIES && ways.length < most; n++) {
    const way = descend(root);
    const last = way.at(-1)!;
    if (last.waiting) break; // All that is worth looking at is being judged.
    if (!last.exact && !openCells(last.position).length) last.exact = finalWorth(last.position);
    if (last.exact) settle(way, last.exact);
    else {
      for (const each of way) each.waiting++;
      ways.push(way);
    }
  }
  return ways;
}

/** The network judged where a way came to: give that position its moves. */
function grow(way: Node[], answer: Answer): void {
  const last = way.at(-1)!;
  const cells = openCells(last.position);
  const logits = cells.map((cell) => answer.logits[cell]!);
  if (canSwap(last.position)) {
    cells.push(SWAP);
    logits.push(answer.swap);
  }
  const highest = Math.max(...logits);
  const wider = way.length === 1 ? WIDER_AT_ROOT : WIDER;
  const weights = logits.map((logit) => Math.exp((logit - highest) / wider));
  const all = weights.reduce((a, b) => a + b, 0);
  last.edges = cells.map((cell, i) => ({ cell, prior: weights[i]! / all, child: null }));
  for (const each of way) each.waiting--;
  settle(way, answer);
}

/** Look at the likeliest moves that no way went down, until so many are known. */
async function lookAround(root: Node, named: number, judge: Judge): Promise<void> {
  const untried = root.edges.filter(({ child }) => !child).sort((a, b) => b.prior - a.prior);
  for (const edge of untried.slice(0, Math.max(0, named - found(root).length))) {
    edge.child = node(after(root.position, edge.cell));
    const { position } = edge.child;
    if (!openCells(position).length) edge.child.exact = finalWorth(position);
    settle([root, edge.child], edge.child.exact ?? (await judge([position]))[0]!);
  }
}

/**
 * Search until so many ways were gone, or `told` returns false; it is given what was found so far.
 * The moves, the most visited first; at least `named`, if there are so many.
 */
export async function think(
  judge: Judge,
  p: Position,
  most: number,
  named = 1,
  told: (found: Found[]) => boolean = () => true,
): Promise<Found[]> {
  const root = node(p);
  let listened = performance.now();
  while (root.visits < most) {
    const ways = gather(root, Math.min(BATCH, 1 + Math.floor(root.visits / EAGER)));
    if (ways.length) {
      const answers = await judge(ways.map((way) => way.at(-1)!.position));
      ways.forEach((way, i) => grow(way, answers[i]!));
    }
    if (performance.now() < listened + QUIET) continue;
    // Whoever wants something else can say so meanwhile.
    await new Promise((done) => setTimeout(done));
    listened = performance.now();
    if (!told(found(root))) return found(root);
  }
  await lookAround(root, named, judge);
  return found(root);
}

function found({ edges }: Node): Found[] {
  const moves = edges.flatMap(({ cell, prior, child }) => {
    if (!child?.visits) return [];
    const { visits, sums } = child;
    const [chance, margin] = [1 - sums.chance / visits, -sums.margin / visits];
    return [{ cell, visits, chance, margin, prior }];
  });
  moves.sort((a, b) => b.visits - a.visits || b.prior - a.prior);
  return moves.map(({ prior: _, ...move }) => move);
}

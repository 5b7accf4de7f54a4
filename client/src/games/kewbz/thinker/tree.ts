/**
 * Monte Carlo tree search by PUCT, with several positions evaluated at a time. It is simpler than the
 * search in Python: nothing is shared between positions, or reused from move to move.
 */

import type { Answer } from "./network";
import { canSwap, lead, openCells, place, takeOver, type Position } from "./rules";

/** The move that takes over the first cube, in place of a cell. */
export const SWAP = -1;
/** How many positions are evaluated at a time, at most. */
const LARGEST_BATCH = 4;
/** After every so many visits, a batch holds one position more. */
const VISITS_PER_BATCH_SIZE = 16;
/** How many descents in a row may end at exact values before messages are read. */
const DESCENTS_PER_BATCH = 64;
/** PUCT's constant of exploration: the weight of a move's prior against its value. */
const EXPLORATION = 1.4;
/**
 * First play urgency: how much worse than its parent an unvisited move is assumed to be, at most. Not at
 * the root, where a good move that the network overlooks would never be visited.
 */
const FIRST_PLAY_REDUCTION = 0.25;
/** The temperature of the priors: the network is more certain of them than it should be. */
const TEMPERATURE = 1.3;
const ROOT_TEMPERATURE = 1.5;
/** Virtual loss: the share of a visit in evaluation that counts as lost. */
const VIRTUAL_LOSS = 0.3;
/** The points by which a margin is squashed into a utility. */
const MARGIN_SCALE = 15;
/** How long a search runs before it reads messages. */
const READ_MESSAGES_EVERY_MS = 50;

interface Edge {
  cell: number;
  prior: number;
  child: Node | null;
}

/** What a position is worth to the player to move; in `sums`, over all visits of a node. */
interface Value {
  utility: number;
  chance: number;
  margin: number;
}

interface Node {
  position: Position;
  /** Empty before the position is evaluated. */
  edges: Edge[];
  visits: number;
  sums: Value;
  /** The value of a position at the end of the game. */
  exact: Value | null;
  /** How many visits wait for their evaluation. */
  waiting: number;
}

/** Evaluates a batch of positions, which are all of one size of board. */
export type Judge = (positions: Position[]) => Promise<Answer[]>;

/** A move that was visited. */
export interface Found {
  cell: number;
  visits: number;
  /** The chance to win with it, and by how many points, of the player who makes it. */
  chance: number;
  margin: number;
}

function node(position: Position): Node {
  const sums = { utility: 0, chance: 0, margin: 0 };
  return { position, edges: [], visits: 0, sums, exact: null, waiting: 0 };
}

/** The value of a finished game. */
function finalValue(p: Position): Value {
  const margin = lead(p);
  const sign = Math.sign(margin);
  const utility = 0.5 * sign + 0.5 * Math.tanh(margin / MARGIN_SCALE);
  return { utility, chance: 0.5 + 0.5 * sign, margin };
}

/** The edge with the highest PUCT score. */
function choose({ edges, visits, waiting, sums }: Node, atRoot: boolean): Edge {
  let tried = 0;
  for (const { child, prior } of edges) if (child) tried += prior;
  const untried = sums.utility / visits - (atRoot ? 0 : FIRST_PLAY_REDUCTION * Math.sqrt(tried));
  const exploration = EXPLORATION * Math.sqrt(visits + waiting);
  let [best, chosen] = [-Infinity, edges[0]!];
  for (const edge of edges) {
    const { child } = edge;
    const n = child ? child.visits + child.waiting : 0;
    let value = child?.visits ? -child.sums.utility / child.visits : untried;
    if (child?.waiting) value -= (child.waiting / n) * VIRTUAL_LOSS * (value + 1);
    const score = value + (edge.prior * exploration) / (1 + n);
    if (score > best) [best, chosen] = [score, edge];
  }
  return chosen;
}

/** Back up the value of the last node of a path to all its nodes. */
function backUp(path: Node[], { utility, chance, margin }: Value): void {
  for (const { sums } of path.toReversed()) {
    sums.utility += utility;
    sums.chance += chance;
    sums.margin += margin;
    [utility, chance, margin] = [-utility, 1 - chance, -margin];
  }
  for (const each of path) each.visits++;
}

const after = (p: Position, cell: number) => (cell === SWAP ? takeOver(p) : place(p, cell));

/** The path from the root to a node that is not evaluated yet, or whose value is exact. */
function descend(root: Node): Node[] {
  const path = [root];
  let here = root;
  while (here.edges.length && !here.exact) {
    const edge = choose(here, here === root);
    edge.child ??= node(after(here.position, edge.cell));
    here = edge.child;
    path.push(here);
  }
  return path;
}

/** Paths to positions that are to be evaluated, at most so many. */
function gather(root: Node, most: number): Node[][] {
  const paths: Node[][] = [];
  for (let n = 0; n < DESCENTS_PER_BATCH && paths.length < most; n++) {
    const path = descend(root);
    const last = path.at(-1)!;
    if (last.waiting) break; // The best path waits for its evaluation already.
    if (!last.exact && !openCells(last.position).length) last.exact = finalValue(last.position);
    if (last.exact) backUp(path, last.exact);
    else {
      for (const each of path) each.waiting++;
      paths.push(path);
    }
  }
  return paths;
}

/** Expand the last node of a path by the output of the network. */
function expand(path: Node[], answer: Answer): void {
  const last = path.at(-1)!;
  const cells = openCells(last.position);
  const logits = cells.map((cell) => answer.logits[cell]!);
  if (canSwap(last.position)) {
    cells.push(SWAP);
    logits.push(answer.swap);
  }
  const highest = Math.max(...logits);
  const temperature = path.length === 1 ? ROOT_TEMPERATURE : TEMPERATURE;
  const weights = logits.map((logit) => Math.exp((logit - highest) / temperature));
  const all = weights.reduce((a, b) => a + b, 0);
  last.edges = cells.map((cell, i) => ({ cell, prior: weights[i]! / all, child: null }));
  for (const each of path) each.waiting--;
  backUp(path, answer);
}

/** Evaluate the likeliest moves that were never visited, until so many are known. */
async function evaluateUnvisited(root: Node, named: number, judge: Judge): Promise<void> {
  const untried = root.edges.filter(({ child }) => !child).sort((a, b) => b.prior - a.prior);
  for (const edge of untried.slice(0, Math.max(0, named - found(root).length))) {
    edge.child = node(after(root.position, edge.cell));
    const { position } = edge.child;
    if (!openCells(position).length) edge.child.exact = finalValue(position);
    backUp([root, edge.child], edge.child.exact ?? (await judge([position]))[0]!);
  }
}

/**
 * Search until the root was visited so many times, or `report`, which receives the result so far,
 * returns false. Returns the moves, most visited first: at least `named`, if there are so many.
 */
export async function think(
  judge: Judge,
  p: Position,
  most: number,
  named = 1,
  report: (found: Found[]) => boolean = () => true,
): Promise<Found[]> {
  const root = node(p);
  let lastRead = performance.now();
  while (root.visits < most) {
    const paths = gather(
      root,
      Math.min(LARGEST_BATCH, 1 + Math.floor(root.visits / VISITS_PER_BATCH_SIZE)),
    );
    if (paths.length) {
      const answers = await judge(paths.map((path) => path.at(-1)!.position));
      paths.forEach((path, i) => expand(path, answers[i]!));
    }
    if (performance.now() < lastRead + READ_MESSAGES_EVERY_MS) continue;
    // The worker reads its messages meanwhile.
    await new Promise((done) => setTimeout(done));
    lastRead = performance.now();
    if (!report(found(root))) return found(root);
  }
  await evaluateUnvisited(root, named, judge);
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

/**
 * The rules of Kewbz for the thinker, which searches and plays without the server. A twin of the rules
 * in Python: `tests/browser/test_mind.py` and the table `kewbz.perft` compare the two.
 */

import type { kewbz, Outcome } from "../../../net/wire";
import { fileOf, nameOf, rankOf } from "../scene/geometry";

export const TALLEST = 5;

/** Owners bottom to top for each cell; cell = rank * size + file. */
type Stacks = readonly (readonly number[])[];
type Pair = [number, number];

export interface Position {
  readonly size: number;
  readonly stacks: Stacks;
  readonly unplayed: Pair;
  readonly turn: number;
  /** The right to take over the first cube still stands. */
  readonly swap: boolean;
  readonly last: kewbz.Last | null;
}

/** Cubes to be stacked, by cell, in the order of the cells. */
export type Demand = [cell: number, cubes: number][];

const nameIn = (size: number, cell: number) => nameOf(cell % size, Math.floor(cell / size));

function cellNamed(size: number, name: string): number | null {
  if (!/^[a-l]([1-9]|1[0-2])$/.test(name)) return null;
  const [file, rank] = [fileOf(name), rankOf(name)];
  return file < size && rank < size ? rank * size + file : null;
}

/** How high the tower is at a place; 0 beside the board. */
export function height({ size, stacks }: Position, file: number, rank: number): number {
  if (file < 0 || file >= size || rank < 0 || rank >= size) return 0;
  return stacks[rank * size + file]!.length;
}

/** The first position of a game with these options. */
export function start({ size = 8, cubes = 30, swap = false }: kewbz.Options): Position {
  const stacks = Array.from({ length: size * size }, () => []);
  return { size, stacks, unplayed: [cubes, cubes], turn: 0, swap, last: null };
}

export function fromView(view: kewbz.View): Position {
  const { size, unplayed, last } = view;
  const stacks = Array.from({ length: size * size }, (_, c) => view.stacks[nameIn(size, c)] ?? []);
  return { size, stacks, unplayed, turn: view.to_move ?? 0, swap: view.swap !== "no", last };
}

/** The reason code against a placement; null if it is allowed. */
function fault(p: Position, cell: number): string | null {
  const [file, rank] = [cell % p.size, Math.floor(cell / p.size)];
  const filled = (f: number, r: number) => height(p, f, r) > 0;
  if (filled(file, rank)) return "occupied";
  let alone = true;
  for (const i of [-1, 1]) {
    if (filled(file + i, rank) || filled(file, rank + i)) alone = false;
    for (const j of [-1, 1]) {
      if (!filled(file + i, rank + j)) continue;
      if (filled(file + i, rank) && filled(file, rank + j)) return "square";
      alone = false;
    }
  }
  return alone && p.stacks.some(({ length }) => length) ? "not-adjacent" : null;
}

/** The cells on which a cube may be placed; none when the game is over. */
export function openCells(p: Position): number[] {
  if (p.unplayed.includes(0)) return [];
  const cells = [];
  for (let cell = 0; cell < p.stacks.length; cell++) if (!fault(p, cell)) cells.push(cell);
  return cells;
}

export const canSwap = (p: Position) => p.swap && p.turn === 1;

/** Call `each` for every cube of the unbroken lines out from a cell, with the number of its neighbours across. */
export function along(
  p: Position,
  cell: number,
  each: (file: number, rank: number, across: number) => void,
): void {
  const [file, rank] = [cell % p.size, Math.floor(cell / p.size)];
  for (const [i, j] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    let [f, r] = [file + i, rank + j];
    while (height(p, f, r)) {
      each(f, r, Number(height(p, f + j, r + i) > 0) + Number(height(p, f - j, r - i) > 0));
      [f, r] = [f + i, r + j];
    }
  }
}

/** How many corners a cube would make on its own cell: it is stacked so often. */
export function crossings(p: Position, cell: number): number {
  const [f, r] = [cell % p.size, Math.floor(cell / p.size)];
  const level = Number(height(p, f - 1, r) > 0) + Number(height(p, f + 1, r) > 0);
  return level * (Number(height(p, f, r - 1) > 0) + Number(height(p, f, r + 1) > 0));
}

/** The cubes to be stacked after placing there, none above five high. */
export function due(p: Position, cell: number): Demand {
  if (p.unplayed[p.turn] === 1) return []; // the last cube leaves none to stack
  const wanted: Demand = [[cell, Math.min(crossings(p, cell), TALLEST - 1)]];
  along(p, cell, (file, rank, across) => {
    const there = rank * p.size + file;
    wanted.push([there, Math.min(across, TALLEST - p.stacks[there]!.length)]);
  });
  return wanted.filter(([, n]) => n).sort(([a], [b]) => a - b);
}

const sum = (demand: Demand) => demand.reduce((all, [, n]) => all + n, 0);

/** How many cubes the player must choose corners for, being short of them; 0 if not short. */
function shortage(p: Position, demand: Demand): number {
  const left = p.unplayed[p.turn]! - 1;
  return left < sum(demand) ? left : 0;
}

/** The most valuable way to stack fewer cubes than are due; the game ends with it. */
function spend(p: Position, demand: Demand, cubes: number): Demand {
  const theirs = (cell: number) => p.stacks[cell]!.length > 1 && p.stacks[cell]!.at(-1) !== p.turn;
  // Taking a tower over gains twice its height and one; raising a single cube two; all else one.
  const gain = (cell: number) => {
    const tall = p.stacks[cell]!.length;
    return theirs(cell) ? 2 * tall + 1 : tall < 2 ? 2 : 1;
  };
  const given = new Map<number, number>();
  const firsts = demand.toSorted(([a], [b]) => gain(b) - gain(a) || a - b);
  for (const [cell] of firsts.slice(0, cubes)) given.set(cell, 1);
  let left = cubes - given.size;
  for (let nth = 2; nth < TALLEST; nth++) {
    for (const [cell, n] of demand) {
      if (n < nth || !left) continue;
      given.set(cell, nth);
      left--;
    }
  }
  return demand.flatMap(([cell]) => (given.has(cell) ? [[cell, given.get(cell)!]] : []));
}

/** Place a cube and stack what is due; short of cubes, in the best way unless it is said how. */
export function place(p: Position, cell: number, chosen?: Demand): Position {
  let demand = chosen ?? due(p, cell);
  const left = p.unplayed[p.turn]! - 1;
  if (sum(demand) > left) demand = spend(p, demand, left);
  const stacks = p.stacks.slice();
  stacks[cell] = [p.turn];
  for (const [corner, n] of demand) {
    stacks[corner] = [...stacks[corner]!, ...Array<number>(n).fill(p.turn)];
  }
  const unplayed: Pair = [...p.unplayed];
  unplayed[p.turn]! -= 1 + sum(demand);
  const stacked = Object.fromEntries(demand.map(([c, n]) => [nameIn(p.size, c), n]));
  return {
    size: p.size,
    stacks,
    unplayed,
    turn: 1 - p.turn,
    // Seat 1 gives the right up by placing; before that there is nothing to take over.
    swap: p.swap && p.turn === 0,
    last: { seat: p.turn, cell: nameIn(p.size, cell), stacked },
  };
}

/** Seat 1 makes the first cube its own; seat 0 has its cube back and is to move. */
export function takeOver(p: Position): Position {
  const stacks = p.stacks.map((stack) => (stack.length ? [1] : stack));
  const cell = nameIn(
    p.size,
    stacks.findIndex(({ length }) => length),
  );
  const last = { seat: 1, cell, stacked: {} };
  const unplayed: Pair = [p.unplayed[0] + 1, p.unplayed[1] - 1];
  return { size: p.size, stacks, unplayed, turn: 0, swap: false, last };
}

function towers({ stacks }: Position): Pair {
  const points: Pair = [0, 0];
  for (const stack of stacks) if (stack.length > 1) points[stack.at(-1)!]! += stack.length;
  return points;
}

/** Both scores as if the game ended now. */
export function scores(p: Position): Pair {
  const [blue, amber] = towers(p);
  return [blue - p.unplayed[0], amber - p.unplayed[1]];
}

/** By how many points the player to move is ahead. */
export function lead(p: Position): number {
  const [blue, amber] = scores(p);
  return p.turn ? amber - blue : blue - amber;
}

/** The position after a move, or the reason code against the move. */
export function played(p: Position, move: Record<string, unknown>): Position | string {
  const open = openCells(p);
  if (!open.length) return "game-over";
  if (move.type === "swap") return canSwap(p) ? takeOver(p) : "no-swap";
  if (move.type !== "place") return "bad-move";
  const cell = cellNamed(p.size, String(move.cell));
  if (cell === null) return "bad-cell";
  if (!open.includes(cell)) return fault(p, cell)!;
  const demand = due(p, cell);
  const needed = shortage(p, demand);
  const stack = (move.stack ?? null) as string[] | null;
  if (!needed) return stack?.length ? "stack-wrong" : place(p, cell);
  if (!stack) return "stack-needed";
  const given = demand.map(([c]) => stack.filter((name) => cellNamed(p.size, name) === c).length);
  const wrong = demand.some(([, n], i) => given[i]! > n);
  if (wrong || stack.length !== needed || given.reduce((a, b) => a + b, 0) !== needed)
    return "stack-wrong";
  const chosen = demand.map(([c], i): [number, number] => [c, given[i]!]);
  return place(
    p,
    cell,
    chosen.filter(([, n]) => n),
  );
}

/** A placement as a move: short of cubes, with the corners that get them. */
export function moveOf(p: Position, cell: number): kewbz.Place & Record<string, unknown> {
  const named = { type: "place" as const, cell: nameIn(p.size, cell) };
  if (!shortage(p, due(p, cell))) return named;
  const { stacked } = place(p, cell).last!;
  return { ...named, stack: Object.entries(stacked).flatMap(([c, n]) => Array(n).fill(c)) };
}

export function outcome(p: Position): Outcome | null {
  if (openCells(p).length) return null;
  const ended = scores(p);
  const winners = [0, 1].filter((seat) => ended[seat] === Math.max(...ended));
  return { scores: ended, winners, reason: p.unplayed.includes(0) ? "last-cube" : "blocked" };
}

/** The view of a position, as the server would send it. */
export function view(p: Position): kewbz.View {
  const legal = openCells(p).map((cell) => nameIn(p.size, cell));
  const filled = p.stacks.flatMap((stack, cell) =>
    stack.length ? [[nameIn(p.size, cell), [...stack]]] : [],
  );
  return {
    size: p.size,
    stacks: Object.fromEntries(filled),
    unplayed: p.unplayed,
    towers: towers(p),
    scores: scores(p),
    to_move: legal.length ? p.turn : null,
    legal,
    last: p.last,
    swap: !p.swap ? "no" : p.turn === 1 ? "now" : "later",
  };
}

/** The preview of all placements, as the server would send it. */
export function preview(p: Position): kewbz.Preview {
  const cells = openCells(p).map((cell) => {
    const demand = due(p, cell);
    const choose = shortage(p, demand);
    const stacked = Object.fromEntries(demand.map(([c, n]) => [nameIn(p.size, c), n]));
    return [
      nameIn(p.size, cell),
      { stacked, choose, scores: choose ? null : scores(place(p, cell)) },
    ];
  });
  return { cells: Object.fromEntries(cells) };
}

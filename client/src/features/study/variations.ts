/** The log of a study as a tree: an undo goes back to a position, and what follows is a variation. */

import type { Entry } from "../../games/types";

export interface Node {
  entry: Entry;
  /** What was played after it: the first is the main line. */
  next: Node[];
}

/** The moves from a position on; what was played before `first` is left out. */
export function tree(entries: Entry[], first: number): Node[] {
  const roots: Node[] = [];
  /** The node at which the line stood after each entry; null before the first move of the study. */
  const after: (Node | null)[] = [];
  for (const entry of entries) {
    const [seq, , , move] = entry;
    if (move.type === "undo") {
      after[seq] = after[move.to as number] ?? null;
      continue;
    }
    if (seq < first) {
      after[seq] = null;
      continue;
    }
    const before = after[seq - 1] ?? null;
    const siblings = before?.next ?? roots;
    // The same move again is the same variation.
    const known = siblings.find((each) => same(each.entry, entry));
    const node = known ?? { entry, next: [] };
    if (!known) siblings.push(node);
    after[seq] = node;
  }
  return roots;
}

function same([, , seat, move]: Entry, [, , by, other]: Entry): boolean {
  return seat === by && JSON.stringify(move) === JSON.stringify(other);
}

/** The node at which the line in force stands. */
export function current(entries: Entry[], nodes: Node[], counts: Set<number>): Node | null {
  let at = null as Node | null;
  for (const seq of counts) {
    const entry = entries[seq]!;
    const next = (at?.next ?? nodes).find((each) => same(each.entry, entry));
    if (next) at = next;
  }
  return at;
}

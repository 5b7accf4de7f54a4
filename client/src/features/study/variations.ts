/** The log of a study as a tree: the moves after an undo are a variation. */

import type { Entry } from "../../games/types";

export interface Node {
  entry: Entry;
  /** The moves after this one; the first is the main line. */
  next: Node[];
}

/** The tree of the moves, without those before entry `first`. */
export function variationTree(entries: Entry[], first: number): Node[] {
  const roots: Node[] = [];
  /** The node after each entry; null before the first move of the study. */
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
    // A move that was played before is no new variation.
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

/** The node of the current position; `counts` are the entries of its line. */
export function currentNode(entries: Entry[], nodes: Node[], counts: Set<number>): Node | null {
  let at = null as Node | null;
  for (const seq of counts) {
    const entry = entries[seq]!;
    const next = (at?.next ?? nodes).find((each) => same(each.entry, entry));
    if (next) at = next;
  }
  return at;
}

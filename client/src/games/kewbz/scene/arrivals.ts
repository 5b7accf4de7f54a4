import type { kewbz } from "../../../net/wire";

/** What the board animates between two views. */
export interface Arrivals {
  /** For each cell, the storeys that are new, each with its delay in ms. */
  lands: Record<string, Record<number, number>>;
  /** The cell whose cube changes its owner. */
  turns: string | null;
}

/** The first stacked cube lands this long after the placed one, and all of them within this time. */
const STACK_AFTER_MS = 180;
const STACK_WITHIN_MS = 700;

/** The cubes that a move brought; null if there is no single move between two views. */
export function arrivals(
  before: Pick<kewbz.View, "size" | "stacks">,
  after: Pick<kewbz.View, "size" | "stacks" | "last">,
): Arrivals | null {
  if (before.size !== after.size || !after.last) return null;
  const { cell: placed, stacked } = after.last;
  for (const [cell, stack] of Object.entries(before.stacks)) {
    const now = after.stacks[cell];
    if (!now || now.length !== stack.length + (stacked[cell] ?? 0)) return null;
    if (now.length === 1 && now[0] !== stack[0]) return { lands: {}, turns: cell };
    if (stack.some((owner, storey) => owner !== now[storey])) return null;
  }
  const grown = Object.keys(after.stacks).length - Object.keys(before.stacks).length;
  if (grown !== 1 || before.stacks[placed]) return null;

  const lands: Arrivals["lands"] = { [placed]: { 0: 0 } };
  const due = Object.values(stacked).reduce((sum, n) => sum + n, 0);
  const step = Math.min(STACK_AFTER_MS, STACK_WITHIN_MS / due);
  let delay = STACK_AFTER_MS;
  for (const [cell, n] of Object.entries(stacked)) {
    const top = after.stacks[cell]?.length ?? 0;
    for (let storey = top - n; storey < top; storey++) {
      (lands[cell] ??= {})[storey] = delay;
      delay += step;
    }
  }
  return { lands, turns: null };
}

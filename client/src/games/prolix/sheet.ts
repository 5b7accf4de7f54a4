import type { prolix } from "../../wire";

/** The lines of the regular part that do not count: the lowest, the first of equals. */
export function crossedOut({ regular, interrupts }: prolix.Sheet, seats: number): Set<number> {
  const many = Math.max(0, interrupts.length - (seats === 3 ? 0 : 1));
  const lowest = regular.map((_, i) => i).sort((a, b) => regular[a]!.value - regular[b]!.value);
  return new Set(lowest.slice(0, many));
}

import type { Entry } from "../games/types";

/** The entries that still count, by seq: an undo goes back to the line as it was after `to`. */
export function inForce(entries: Entry[]): Set<number> {
  const lines: number[][] = [];
  for (const [seq, , , move] of entries) {
    const before = move.type === "undo" ? (move.to as number) : seq - 1;
    const line = lines[before] ?? [];
    lines[seq] = move.type === "undo" ? line : [...line, seq];
  }
  return new Set(lines.at(-1));
}

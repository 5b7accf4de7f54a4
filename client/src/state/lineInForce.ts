import type { Entry } from "../games/types";

/** The numbers of the entries that still count. An undo goes back to the line after entry `to`. */
export function inForce(entries: Entry[]): Set<number> {
  const lines: number[][] = [];
  for (const [seq, , , move] of entries) {
    const before = move.type === "undo" ? (move.to as number) : seq - 1;
    const line = lines[before] ?? [];
    lines[seq] = move.type === "undo" ? line : [...line, seq];
  }
  return new Set(lines.at(-1));
}

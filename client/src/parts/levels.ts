import type { LevelLine } from "../wire";

/** The level somebody meets who has not chosen one: neither the weakest nor the strongest. */
export function middle(levels: LevelLine[]): string {
  return levels[Math.floor((levels.length - 1) / 2)]?.level ?? "";
}

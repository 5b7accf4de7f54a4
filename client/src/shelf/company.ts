import { settings } from "../settings.svelte";
import type { GameListing } from "../wire";

/** Who is to sit in a seat that is not mine: whoever opens the link, somebody beside me, or a bot. */
export type Who = "free" | "beside" | `bot:${string}`;

/** The level to propose: the one I last played with, at first one that a newcomer can beat. */
export function usualLevel({ name, levels }: GameListing): string {
  const last = levels.find(({ level }) => level === settings.levels[name]);
  return (last ?? levels[1] ?? levels[0])?.level ?? "";
}

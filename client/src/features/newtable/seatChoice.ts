import { settings } from "../../state/settings.svelte";
import type { GameListing } from "../../net/wire";

/** Who is to sit in a seat that is not mine: whoever opens the link, somebody beside me, or a bot. */
export type Who = "free" | "beside" | `bot:${string}`;

/** The level to propose: the one I last chose, at first the one that fits me. */
export function usualLevel({ name, levels, your_level }: GameListing): string {
  return levels.find(({ level }) => level === settings.levels[name])?.level ?? your_level;
}

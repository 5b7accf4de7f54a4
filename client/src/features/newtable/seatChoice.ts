import { settings } from "../../state/settings.svelte";
import type { GameListing } from "../../net/wire";

/** Who plays in a seat that is not mine: whoever opens the link, somebody beside me, or a bot. */
export type Opponent = "free" | "beside" | `bot:${string}`;

/** The level of bots to propose: the one that was chosen last, at first the one that fits the player. */
export function usualLevel({ name, levels, your_level }: GameListing): string {
  return levels.find(({ level }) => level === settings.levels[name])?.level ?? your_level;
}

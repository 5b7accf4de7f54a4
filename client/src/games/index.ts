import type { GameClient } from "./types";

const found = import.meta.glob<GameClient>("./*/index.ts", { eager: true, import: "default" });

/** Every game that has a folder here, by name. */
export const games: Record<string, GameClient> = Object.fromEntries(
  Object.values(found).map((game) => [game.name, game]),
);

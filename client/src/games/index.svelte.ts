/** Every game that has a folder here, by name. A game is loaded where it is needed. */
import type { Component } from "svelte";
import type { GameClient } from "./types";

const found = import.meta.glob<GameClient>("./*/index.ts", { import: "default" });
const drawn = import.meta.glob<Component>("./*/Cover.svelte", { eager: true, import: "default" });

const nameOf = (path: string) => path.split("/")[1]!;

/** The drawn cover of every box. */
export const covers: Record<string, Component> = Object.fromEntries(
  Object.entries(drawn).map(([path, Cover]) => [nameOf(path), Cover]),
);

let loaded = $state.raw<Record<string, GameClient>>({});

/** Have a game; nothing if there is none of that name. */
export async function loadGame(name: string): Promise<GameClient | undefined> {
  const game = await found[`./${name}/index.ts`]?.();
  if (game && !loaded[name]) loaded = { ...loaded, [name]: game };
  return game;
}

/** The game of that name, as soon as it is there. */
export function gameNamed(name: string): GameClient | undefined {
  if (!loaded[name]) void loadGame(name);
  return loaded[name];
}

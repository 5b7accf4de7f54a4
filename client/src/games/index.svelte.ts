/** Every game that has a folder here, by name. A game is loaded where it is needed. */
import type { Component } from "svelte";
import { speakOf } from "../i18n/index.svelte";
import type { GameClient } from "./types";

const found = import.meta.glob<GameClient>("./*/index.ts", { import: "default" });
const drawn = import.meta.glob<Component>("./*/Cover.svelte", { import: "default" });

/** The names of all games that can be drawn here. */
export const gameNames = Object.keys(found).map((path) => path.split("/")[1]!);

/** Can that game be drawn here? */
export const isGame = (name: string) => gameNames.includes(name);

let covers: Record<string, Component> = $state.raw({});

/** The drawn cover of a box, as soon as it is there. */
export function coverOf(name: string): Component | undefined {
  if (!covers[name]) void draw(name);
  return covers[name];
}

/** A task of its own, so that a slow machine draws and listens in between. */
const aTurn = () => new Promise((done) => setTimeout(done));

async function draw(name: string): Promise<void> {
  // Texts come first: pictures are asked for once they are drawn.
  await new Promise(requestAnimationFrame).then(aTurn);
  const Cover = await drawn[`./${name}/Cover.svelte`]!();
  await aTurn();
  if (!covers[name]) covers = { ...covers, [name]: Cover };
}

let loaded = $state.raw<Record<string, GameClient>>({});

/** Have a game with its texts; nothing if there is none of that name. */
export async function loadGame(name: string): Promise<GameClient | undefined> {
  const [game] = await Promise.all([found[`./${name}/index.ts`]?.(), speakOf(name)]);
  if (game && !loaded[name]) loaded = { ...loaded, [name]: game };
  return game;
}

/** The game of that name, as soon as it is there. */
export function gameNamed(name: string): GameClient | undefined {
  if (!loaded[name]) void loadGame(name);
  return loaded[name];
}

/** All games that have a folder here, by name. A game is loaded when it is needed. */
import type { Component } from "svelte";
import { loadGameTexts } from "../i18n/index.svelte";
import type { GameClient } from "./types";

const found = import.meta.glob<GameClient>("./*/index.ts", { import: "default" });
const drawn = import.meta.glob<Component>("./*/Cover.svelte", { import: "default" });

/** The names of all games that this client has. */
export const gameNames = Object.keys(found).map((path) => path.split("/")[1]!);

/** Whether this client has a game. */
export const isGame = (name: string) => gameNames.includes(name);

let covers: Record<string, Component> = $state.raw({});

/** The cover of a game; undefined until it is loaded. */
export function coverOf(name: string): Component | undefined {
  if (!covers[name]) void draw(name);
  return covers[name];
}

/** Let the browser draw and handle events before the next task. */
const nextTask = () => new Promise((done) => setTimeout(done));

async function draw(name: string): Promise<void> {
  // Texts are drawn before any picture is loaded.
  await new Promise(requestAnimationFrame).then(nextTask);
  const Cover = await drawn[`./${name}/Cover.svelte`]!();
  await nextTask();
  if (!covers[name]) covers = { ...covers, [name]: Cover };
}

let loaded = $state.raw<Record<string, GameClient>>({});

/** Load a game and its texts; undefined if there is none of that name. */
export async function loadGame(name: string): Promise<GameClient | undefined> {
  const [game] = await Promise.all([found[`./${name}/index.ts`]?.(), loadGameTexts(name)]);
  if (game && !loaded[name]) loaded = { ...loaded, [name]: game };
  return game;
}

/** A game; undefined until it is loaded. */
export function gameNamed(name: string): GameClient | undefined {
  if (!loaded[name]) void loadGame(name);
  return loaded[name];
}

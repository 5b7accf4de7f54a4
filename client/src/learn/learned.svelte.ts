/** What this browser knows of somebody's lessons: how far they came in which game. */

import { texts } from "../i18n/index.svelte";

interface Progress {
  /** The step of the lesson to go on with. */
  step: number;
  /** All of it was done once. */
  done: boolean;
  /** Whoever plays here knows the game, or wants no lesson. */
  knows: boolean;
}

const KEY = "inglenook.learn";
const NOTHING: Progress = { step: 0, done: false, knows: false };

function load(): Record<string, Partial<Progress>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // Unreadable or forbidden storage: everything is new.
    return {};
  }
}

const kept = $state(load());

export function progress(game: string): Progress {
  return { ...NOTHING, ...kept[game] };
}

export function remember(game: string, news: Partial<Progress>): void {
  kept[game] = { ...kept[game], ...news };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then it lasts until the page is closed.
  }
}

/** A game teaches itself, or has puzzles, if there are texts for it. */
export function teaches(game: string): boolean {
  return texts(`${game}.lesson.`);
}

export function puzzles(game: string): boolean {
  return texts(`${game}.puzzle.`);
}

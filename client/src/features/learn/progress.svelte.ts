/** The progress in the lessons of each game, stored in this browser. */

import { hasAny } from "../../i18n/index.svelte";
import { store, stored } from "../../browser/storage";

interface Progress {
  /** The next step of the lesson. */
  step: number;
  /** The whole lesson was done once. */
  done: boolean;
  /** The player knows the game, or wants no lesson. */
  knows: boolean;
}

const KEY = "inglenook.learn";
const NOTHING: Progress = { step: 0, done: false, knows: false };

const known: Record<string, Partial<Progress>> = $state(stored(KEY));

export function progress(game: string): Progress {
  return { ...NOTHING, ...known[game] };
}

export function remember(game: string, news: Partial<Progress>): void {
  known[game] = { ...known[game], ...news };
  store(KEY, known);
}

/** Whether a game has a lesson: whether there are texts for one. */
export function teaches(game: string): boolean {
  return hasAny(`${game}.lesson.`);
}

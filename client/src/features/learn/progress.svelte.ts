/** What this browser knows of somebody's lessons: how far they came in which game. */

import { hasAny } from "../../i18n/index.svelte";
import { store, stored } from "../../browser/storage";

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

const known: Record<string, Partial<Progress>> = $state(stored(KEY));

export function progress(game: string): Progress {
  return { ...NOTHING, ...known[game] };
}

export function remember(game: string, news: Partial<Progress>): void {
  known[game] = { ...known[game], ...news };
  store(KEY, known);
}

/** A game teaches itself if there are texts for it. */
export function teaches(game: string): boolean {
  return hasAny(`${game}.lesson.`);
}

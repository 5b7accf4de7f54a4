/** A run: as many puzzles as possible in three minutes. The best result is stored. */

import { store, stored } from "../../browser/storage";

const LENGTH_MS = 180_000;
const KEY = "inglenook.runs";

export class Run {
  solved = $state(0);
  /** ms left. */
  left = $state(LENGTH_MS);
  over = $derived(this.left <= 0);
  #timer: number;

  constructor(private readonly game: string) {
    const end = performance.now() + LENGTH_MS;
    this.#timer = window.setInterval(() => {
      this.left = Math.max(0, end - performance.now());
      if (this.over) this.end();
    }, 200);
  }

  /** End the run: there are no more puzzles, or no more time. */
  end(): void {
    this.close();
    this.left = 0;
    if (this.solved > bestRun(this.game)) store(KEY, { ...stored(KEY), [this.game]: this.solved });
  }

  close(): void {
    window.clearInterval(this.#timer);
  }
}

/** The best result of a run in this browser. */
export function bestRun(game: string): number {
  return stored(KEY)[game] ?? 0;
}

/** Three minutes of puzzles: how many can be solved, and how many were at best. */

import { store, stored } from "../../browser/storage";

const LENGTH = 180_000;
const KEY = "inglenook.runs";

export class Run {
  solved = $state(0);
  /** ms left. */
  left = $state(LENGTH);
  over = $derived(this.left <= 0);
  #timer: number;

  constructor(private readonly game: string) {
    const end = performance.now() + LENGTH;
    this.#timer = window.setInterval(() => {
      this.left = Math.max(0, end - performance.now());
      if (this.over) this.end();
    }, 200);
  }

  /** No more puzzles, or no more time. */
  end(): void {
    this.close();
    this.left = 0;
    if (this.solved > bestRun(this.game)) store(KEY, { ...stored(KEY), [this.game]: this.solved });
  }

  close(): void {
    window.clearInterval(this.#timer);
  }
}

/** The most that were solved in one run in this browser. */
export function bestRun(game: string): number {
  return stored(KEY)[game] ?? 0;
}

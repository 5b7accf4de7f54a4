import { PACE_FACTOR, settings } from "../../../state/settings.svelte";
import type { conex } from "../../../net/wire";
import type { Changes } from "./changes";

/** What is being shown of a change: a card is laid, the die rolls and is read; or lightning strikes. */
export type Stage = "lay" | "roll" | "read" | "strike";

/** ms of each stage, at a normal pace. */
const LENGTH: Record<Stage, number> = { lay: 700, roll: 900, read: 1400, strike: 1500 };

/** What there is to show of a change. */
export function stages({ landed, struck }: Changes, rolled: boolean): Stage[] {
  if (rolled) return landed ? ["lay", "roll", "read"] : ["roll", "read"];
  return struck ? ["strike"] : [];
}

/** A change that takes more than a moment to be seen, stage by stage. */
export class Film {
  /** Null: there is nothing more to show. */
  stage = $state<Stage | null>(null);
  #timer = 0;

  constructor(
    /** What comes next waits while this is true. */
    private readonly running: (running: boolean) => void,
  ) {}

  show(stages: Stage[]): void {
    window.clearTimeout(this.#timer);
    const [first, ...rest] = stages;
    if (!first) return this.stop();
    if (this.stage === null) this.running(true);
    this.stage = first;
    this.#timer = window.setTimeout(
      () => this.show(rest),
      LENGTH[first] * PACE_FACTOR[settings.pace],
    );
  }

  stop(): void {
    window.clearTimeout(this.#timer);
    if (this.stage === null) return;
    this.stage = null;
    this.running(false);
  }
}

/** Who held the stars before the die that is still rolling; null: it has been read. */
export const unread = $state<{ stars: conex.Stars | null }>({ stars: null });

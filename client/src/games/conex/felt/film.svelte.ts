import { PACE_FACTOR, settings } from "../../../state/settings.svelte";
import type { conex } from "../../../net/wire";
import type { Changes } from "./changes";

/** The stages of an animation: a card is laid, the die rolls and can be read; or lightning strikes. */
export type Stage = "lay" | "roll" | "read" | "strike";

/** The length of each stage in ms, at a normal pace. */
const LENGTH: Record<Stage, number> = { lay: 700, roll: 900, read: 1400, strike: 1500 };

/** The stages that a change needs. */
export function stages({ landed, struck }: Changes, rolled: boolean): Stage[] {
  if (rolled) return landed ? ["lay", "roll", "read"] : ["roll", "read"];
  return struck ? ["strike"] : [];
}

/** Shows a change in several stages. */
export class Film {
  /** The current stage; null if there is none. */
  stage = $state<Stage | null>(null);
  #timer = 0;

  constructor(
    /** The next change waits while this is true. */
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

/** Who held the stars before the die that still rolls; null once it can be read. */
export const unread = $state<{ stars: conex.Stars | null }>({ stars: null });

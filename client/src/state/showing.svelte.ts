/** One thing after the other: what came while an earlier change is looked at waits for its turn. */

import type { Entry } from "../games/types";
import { FACTOR, motion, settings } from "./settings.svelte";
import type { Table } from "../net/wire";

/** What of a table changes with its entries. */
export type Position = Pick<Table, "seq" | "view" | "to_move" | "outcome">;

/** Entries, and what they led to. */
export interface Change {
  entries: Entry[];
  after: Position;
  /** ms to look at it, at a normal pace. */
  dwell: number;
}

/** ms between two changes; bots leave more. */
const BREATH = 250;
/** ms for which the position before is seen, when a change is shown again. */
export const GLANCE = 400;
/** When more than this wait, nobody wants to see them all. */
const MOST = 4;

export class Showing {
  /** What is to be drawn: the newest position, or an earlier one while later ones wait. */
  position = $state.raw<Position | null>(null);
  /** The position before the last change that was shown. */
  before = $state.raw<Position | null>(null);
  /** A board's film of how the position came about is running. */
  filming = $state(false);
  #last = $state.raw<Change | null>(null);
  #waiting = $state.raw<Change[]>([]);
  #timer = 0;

  constructor(
    /** Called with entries as they are shown. */
    private readonly shown: (entries: Entry[]) => void,
  ) {
    document.addEventListener("visibilitychange", this.#hidden);
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#hidden);
    window.clearTimeout(this.#timer);
  }

  /** Something waits to be shown. */
  behind = $derived(this.#waiting.length > 0);

  /** The position before the last change is being shown once more. */
  lookingBack = $derived(this.#last !== null && this.position!.seq < this.#last.after.seq);

  /** The last change can be shown again. */
  repeatable = $derived(this.#last !== null && this.before !== null);

  /** A change has come; `atOnce` shows it, and what waited before it, without delay. */
  add(change: Change, atOnce: boolean): void {
    this.#waiting = [...this.#waiting, change];
    if (atOnce || document.hidden || this.#waiting.length > MOST) this.skip();
    else if (!this.#timer) this.#next();
  }

  /**
   * The newest position is to be seen differently: somebody came, sat down or left. A view that says
   * the same stays what it was: a board whose view changes lets go of what is being chosen.
   */
  renew(position: Position): void {
    const last = this.#waiting.at(-1);
    if (last) this.#waiting = this.#waiting.with(-1, { ...last, after: position });
    else if (JSON.stringify(position.view) !== JSON.stringify(this.position?.view))
      this.position = position;
    else this.position = { ...position, view: this.position?.view };
  }

  /** Begin anew from a position: nothing led to it, and nothing waits. */
  reset(position: Position): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#waiting = [];
    this.#last = this.before = null;
    this.position = position;
  }

  /** A board's film takes as long as it takes: what comes next waits for its end. */
  film = (running: boolean): void => {
    this.filming = running;
    if (!running && !this.#timer) this.#next();
  };

  /** Show the newest position now. */
  skip = (): void => {
    const newest = this.#waiting.at(-1);
    if (newest) this.#show({ ...newest, entries: this.#waiting.flatMap((each) => each.entries) });
  };

  /** Show the last change once more. */
  again = (): void => {
    if (!this.#last || !this.before || this.behind) return;
    this.#waiting = [this.#last];
    this.position = this.before;
    this.#wait(GLANCE);
  };

  #next = (): void => {
    this.#timer = 0;
    const [first] = this.#waiting;
    if (first && !this.filming) this.#show(first);
  };

  #show(change: Change): void {
    this.#waiting = this.#waiting.filter(({ after }) => after.seq > change.after.seq);
    this.before = this.position;
    this.#last = change;
    this.position = change.after;
    // Without films there is nothing to wait for, but two changes are still told apart.
    const film = motion() ? change.dwell : 0;
    this.#wait((film + BREATH) * FACTOR[settings.pace]);
    this.shown(change.entries);
  }

  #wait(ms: number): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(this.#next, ms);
  }

  #hidden = (): void => {
    if (document.hidden) this.skip();
  };
}

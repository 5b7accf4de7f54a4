/** A queue of positions: a change waits until the one before it has been shown long enough. */

import type { Entry } from "../games/types";
import { PACE_FACTOR, motion, settings } from "./settings.svelte";
import type { Table } from "../net/wire";

/** The part of a table that its entries change. */
export type Position = Pick<Table, "seq" | "view" | "to_move" | "outcome">;

/** Entries, and the position after them. */
export interface Change {
  entries: Entry[];
  after: Position;
  /** How long to show it, in ms at a normal pace. */
  dwell: number;
}

/** The time between two changes, besides what each of them takes. */
const BETWEEN_MS = 250;
/** How long the position before is shown when a change is shown again. */
export const BEFORE_MS = 400;
/** If more changes than this wait, they are skipped. */
const LONGEST_QUEUE = 4;

/** What is shown of a game, and what waits to be shown. */
export class Showing {
  /** The position to draw: the newest one, or an earlier one while later ones wait. */
  position = $state.raw<Position | null>(null);
  /** The position before the last change that was shown. */
  before = $state.raw<Position | null>(null);
  /** The board shows a film of how the position came about. */
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

  /** A change waits to be shown. */
  behind = $derived(this.#waiting.length > 0);

  /** The position before the last change is being shown once more. */
  lookingBack = $derived(this.#last !== null && this.position!.seq < this.#last.after.seq);

  /** The last change can be shown again. */
  repeatable = $derived(this.#last !== null && this.before !== null);

  /** Add a change; `atOnce`: show it now, together with all that waits before it. */
  add(change: Change, atOnce: boolean): void {
    this.#waiting = [...this.#waiting, change];
    if (atOnce || document.hidden || this.#waiting.length > LONGEST_QUEUE) this.skip();
    else if (!this.#timer) this.#next();
  }

  /**
   * Replace the newest position without a move: somebody came, sat down or left. An equal view stays
   * the same object, since a board drops an unfinished choice when its view changes.
   */
  renew(position: Position): void {
    const last = this.#waiting.at(-1);
    if (last) this.#waiting = this.#waiting.with(-1, { ...last, after: position });
    else if (JSON.stringify(position.view) !== JSON.stringify(this.position?.view))
      this.position = position;
    else this.position = { ...position, view: this.position?.view };
  }

  /** Start anew from a position: no change led to it, and none waits. */
  reset(position: Position): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#waiting = [];
    this.#last = this.before = null;
    this.position = position;
  }

  /** A film of the board begins or ends: the next change waits for its end. */
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
    this.#wait(BEFORE_MS);
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
    // Without films two changes are still shown apart.
    const film = motion() ? change.dwell : 0;
    this.#wait((film + BETWEEN_MS) * PACE_FACTOR[settings.pace]);
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

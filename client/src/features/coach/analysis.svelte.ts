import { analyse } from "./api";
import { Refused } from "../../net/http";
import { Backoff, isTemporary } from "../../net/retry";
import type { Analysis, Insight } from "../../net/wire";

/** The analysis of a finished game, which is requested when a player first opens it. */
export class GameAnalysis {
  /** The analysis is open. */
  on = $state(false);
  analysis = $state.raw<Analysis | null>(null);
  /** The share that the server has done, from 0 to 1. */
  share = $state(0);
  /** The code with which the server refused for good; "" if it did not. */
  refused = $state("");

  #abort: AbortController | null = null;
  #timer = 0;
  #backoff = new Backoff();

  constructor(private readonly table: string) {}

  /** End the request: the server stops its work. */
  close(): void {
    window.clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
  }

  turn(on: boolean): void {
    this.on = on;
    if (!on) this.close();
    else if (!this.analysis && !this.#abort) void this.#ask();
  }

  /** The insights by the number of their entry. */
  bySeq = $derived.by(() => {
    const { insights = [], line = [] } = this.analysis ?? {};
    return new Map<number, Insight>(
      insights.map((insight) => [line[insight.step - 1] ?? -1, insight]),
    );
  });

  /** The number of the entry that led to a step. */
  seq = (step: number): number => this.analysis?.line[step - 1] ?? 0;

  async #ask(): Promise<void> {
    const abort = (this.#abort = new AbortController());
    try {
      this.analysis = await analyse(
        this.table,
        ({ done, of }) => (this.share = of ? done / of : 0),
        abort.signal,
      );
      this.share = 1;
      this.#backoff.reset();
    } catch (why) {
      if (abort.signal.aborted) return;
      if (isTemporary(why))
        this.#timer = window.setTimeout(() => void this.#ask(), this.#backoff.waitMs(why));
      else this.refused = why instanceof Refused ? why.code : "other";
    }
  }
}

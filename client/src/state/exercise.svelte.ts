import { Refused } from "../net/http";
import { Backoff, isTemporary } from "../net/retry";
import type { Entry, GameClient } from "../games/types";
import { t } from "../i18n/index.svelte";
import { explain, withdraw } from "../ui/notice.svelte";
import { settings } from "./settings.svelte";
import { Playthrough } from "./playthrough.svelte";
import type { Position } from "./showing.svelte";
import type { ExercisePage, Hint, Solution, Trial, Tried } from "../net/wire";

/** Without a time limit, the clock stops this long before a deadline of the game. */
const STOP_BEFORE_DEADLINE_MS = 1000;
/** How often the time that is left is updated. */
const TICK_MS = 200;

/** The requests of an exercise. */
interface Requests {
  /** The position after these moves, and what is asked there. */
  attempt: (trial: Trial) => Promise<ExercisePage>;
  /** The best moves there, and the refutation of a wrong last move. */
  solution: (trial: Trial) => Promise<Solution>;
  /** Whether a wrong move is refuted on the board: by the others' answer, or by a better move. */
  refutes: boolean;
}

/**
 * An exercise that somebody does. The server keeps nothing of it: the client sends all moves of it
 * each time, and the server answers with the position and its comment.
 */
export class Exercise extends Playthrough {
  /** The server's newest answer; null until the first. */
  answer = $state.raw<ExercisePage | null>(null);
  /** The server did not answer, and is asked again. */
  lost = $state(false);
  /** The code with which the server refused the exercise for good; "" if it did not. */
  refused = $state("");
  /** The best moves of this position, if the player asked for them. */
  #askedHints = $state.raw<Hint[] | null>(null);
  /** The solution of the position before the last move, as soon as it is known. */
  #solution = $state.raw<Solution | null>(null);
  /** If nothing refutes a wrong move: the position before it, shown once more with what was better. */
  #betterAt = $state.raw<Position | null>(null);
  /** ms left for what is asked; null: no limit. */
  left = $state<number | null>(null);
  /** All moves of the newest attempt. */
  tried: Tried[] = [];
  /** The right moves so far. */
  #rightMoves: Tried[] = [];
  /** The server's answer to the right moves so far. */
  #rightAnswer = $state.raw<ExercisePage | null>(null);
  /** The ms of play at which the exercise began. */
  #start = 0;
  /** The ms of the exercise that had passed when its time last began to run, or stopped. */
  #passed = 0;
  /** When its time began to run, by the page's clock; null: it does not run. */
  #since: number | null = null;
  /** The timer of the next try to begin. */
  #retryTimer = 0;
  #backoff = new Backoff();
  /** The timer that updates `left`. */
  #ticking = 0;
  #closed = false;

  constructor(
    override readonly game: GameClient,
    private readonly requests: Requests,
  ) {
    super();
    void this.#begin();
  }

  override close(): void {
    super.close();
    this.#closed = true;
    window.clearTimeout(this.#retryTimer);
    window.clearInterval(this.#ticking);
  }

  /** The time is up. */
  late = $derived(this.left === 0);

  /** The last move was not what was asked for. */
  wrong = $derived(this.answer?.reply?.right === false);

  /** All that was asked for has been done. */
  done = $derived(this.answer !== null && this.answer.ask >= this.answer.asks.length);

  /** There is nothing more to do. */
  answered = $derived(this.wrong || this.done || this.late);

  view = $derived.by(() => this.showing.position?.view);

  hints = $derived.by(() => {
    const better = this.#betterAt !== null && this.showing.position === this.#betterAt;
    return better ? asHints(this.#solution!.best) : this.#askedHints;
  });

  names = $derived.by(() => {
    const { seats = 0, seat = 0 } = this.answer ?? {};
    return Array.from({ length: seats }, (_, i) => {
      if (i === seat) return settings.name || t("box.guest");
      return seats === 2 ? t("learn.other") : t("box.nth", { n: i + 1 });
    });
  });

  protected log = $derived.by(() => {
    const { entries = [] } = this.answer ?? {};
    return [...entries, ...(this.#solution?.refutation?.entries ?? [])] as Entry[];
  });

  protected shownSeq = $derived.by(() => this.showing.position?.seq ?? -1);

  /** All that follows from the last move has been shown, except its refutation. */
  settled = $derived.by(() => {
    const last = this.answer?.entries.at(-1)?.[0] ?? -1;
    const seen = this.wrong && this.shownSeq >= last;
    return (seen || !this.showing.behind) && !this.sending;
  });

  acting = $derived.by(() => {
    const may = this.settled && !this.showing.lookingBack && !this.answered;
    return may ? (this.answer?.seat ?? null) : null;
  });

  preview = $derived.by(() => (this.acting === null ? null : this.answer!.preview));

  /** ms of play now; they pass only while something is asked. */
  clock = (): number => this.#start + this.#now();

  /** Start the exercise's own time. */
  run = (): void => {
    this.#since ??= performance.now();
    window.clearInterval(this.#ticking);
    this.#ticking = window.setInterval(this.#tick, TICK_MS);
    this.#tick();
  };

  /** Stop the exercise's own time. */
  #halt(): void {
    this.#passed = this.#now();
    this.#since = null;
    window.clearInterval(this.#ticking);
  }

  #tick = (): void => {
    const within = this.#rightAnswer?.within ?? null;
    // A move that is on its way came in time.
    if (this.#since === null || this.sending) return;
    this.left = within === null ? null : Math.max(0, within - this.#now());
    if (this.late) this.#halt();
  };

  /** Only the player moves, whichever seat the board names. */
  protected override moverFor(): number | null {
    return this.acting;
  }

  protected async sendMove(move: Record<string, unknown>): Promise<void> {
    const moves = [...this.#rightMoves, { move, t: Math.round(this.#now()) }];
    const before = this.answer!;
    const answer = await this.requests.attempt({ moves });
    this.#askedHints = this.#solution = this.#betterAt = null;
    this.tried = moves;
    this.answer = answer;
    this.#halt();
    if (answer.reply?.right) {
      this.#rightMoves = moves;
      this.#rightAnswer = answer;
      if (!this.done) this.run();
    }
    this.#show(answer, before.views.length - 1);
    if (this.wrong && this.requests.refutes) void this.#refute();
  }

  protected async askVerdict(place: Record<string, unknown>): Promise<unknown> {
    return (await this.requests.attempt({ moves: this.#rightMoves, place })).verdict;
  }

  /** Show the best moves of this position. */
  showBest = async (): Promise<void> => {
    this.thinking = true;
    try {
      const { best } =
        this.#solution ?? (await this.requests.solution({ moves: this.#rightMoves }));
      // After the answer there is no time limit.
      this.#back();
      this.#askedHints = asHints(best);
    } catch (why) {
      explain(why);
    } finally {
      this.thinking = false;
    }
  };

  /** Back to where the last wrong move was tried. */
  again = (): void => {
    this.#back();
    this.run();
  };

  /** From the beginning. */
  restart = (): void => {
    this.#rightMoves = [];
    void this.#begin().then(this.run);
  };

  #back(): void {
    this.#halt();
    this.answer = this.#rightAnswer;
    this.#solution = null;
    this.#passed = this.#rightMoves.at(-1)?.t ?? 0;
    this.left = null;
    this.#place();
  }

  async #begin(): Promise<void> {
    try {
      const answer = await this.requests.attempt({});
      if (this.#closed) return;
      this.#solution = null;
      this.answer = this.#rightAnswer = answer;
      this.#start = answer.clock;
      this.#passed = 0;
      this.left = null;
      if (this.#since !== null) this.#since = performance.now();
      this.lost = false;
      this.#backoff.reset();
      withdraw("offline");
      this.#place();
    } catch (why) {
      if (this.#closed) return;
      this.lost = isTemporary(why);
      if (isTemporary(why))
        this.#retryTimer = window.setTimeout(() => void this.#begin(), this.#backoff.waitMs(why));
      else this.refused = why instanceof Refused ? why.code : "other";
    }
  }

  /** Show the last position of the answer at once. */
  #place(): void {
    this.#askedHints = this.#betterAt = null;
    this.showing.reset(this.#positions(this.answer!).at(-1)!);
  }

  /** Show what is new, one thing after the other. */
  #show(answer: ExercisePage, known: number): void {
    const { entries, dwells } = answer;
    const positions = this.#positions(answer);
    for (const [i, entry] of entries.entries()) {
      if (i < known) continue;
      const change = { entries: [entry as Entry], after: positions[i + 1]!, dwell: dwells[i] ?? 0 };
      // Nobody waits for their own move.
      this.showing.add(change, i === known);
    }
  }

  /**
   * Show how the others would answer the last move, as soon as that is known; where they have no
   * answer, what would have been better.
   */
  async #refute(): Promise<void> {
    const { answer } = this;
    const found = await this.requests.solution({ moves: this.tried }).catch(() => null);
    // The player may have gone on or back meanwhile.
    if (!found || this.#closed || this.answer !== answer) return;
    this.#solution = found;
    if (!found.refutation) return this.#showBetter(found);
    const { entries, views, dwells } = found.refutation;
    for (const [i, entry] of entries.entries()) {
      const after = { seq: entry[0], view: views[i], to_move: [], outcome: null };
      this.showing.add({ entries: [entry as Entry], after, dwell: dwells[i] ?? 0 }, false);
    }
  }

  #showBetter({ best }: Solution): void {
    if (!best.length) return;
    const asked = this.#positions(this.#rightAnswer!).at(-1)!;
    // It comes after all that followed from the wrong move.
    this.#betterAt = { ...asked, seq: (this.answer!.entries.at(-1)?.[0] ?? asked.seq) + 1 };
    this.showing.add({ entries: [], after: this.#betterAt, dwell: 0 }, false);
  }

  protected onShown(entries: Entry[]): void {
    const best = (this.hints ?? []).map(({ move }) => this.hintText(move, this.answer!.seat));
    const hint = best.length ? t("hint.best", { moves: best.join(" · ") }) : "";
    this.announce(entries, this.view, hint);
  }

  #positions({ entries, views }: ExercisePage) {
    return views.map((view, i) => ({
      seq: entries[i - 1]?.[0] ?? (entries[0]?.[0] ?? 0) - 1,
      view,
      to_move: [],
      outcome: null,
    }));
  }

  /** ms since the exercise began; without a time limit they stop before a deadline of the game. */
  #now(): number {
    const now = this.#passed + (this.#since === null ? 0 : performance.now() - this.#since);
    const { deadline } = (this.view ?? {}) as { deadline?: number | null };
    if (deadline == null || this.#rightAnswer?.within != null) return now;
    return Math.min(now, Math.max(this.#passed, deadline - this.#start - STOP_BEFORE_DEADLINE_MS));
  }
}

function asHints(moves: Solution["best"]): Hint[] {
  return moves.map((move) => ({ move, worth: 0 }));
}

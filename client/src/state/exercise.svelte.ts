import { Refused } from "../net/http";
import { Backoff, isTemporary } from "../net/retry";
import type { Entry, GameClient } from "../games/types";
import { t } from "../i18n/index.svelte";
import { explain, say, withdraw } from "../ui/notice.svelte";
import { settings } from "./settings.svelte";
import { play as sound } from "../browser/sound";
import { Showing, type Position } from "./showing.svelte";
import { heard, spoken } from "../text/entries";
import type { ExercisePage, Hint, Solution, Trial, Tried } from "../net/wire";

/** ms before a deadline at which time stops, where there is no hurry. */
const SPARE = 1000;
/** ms between two looks at the time that is left. */
const TICK = 200;

/** Whoever answers to what is tried. */
interface Server {
  attempt: (trial: Trial) => Promise<ExercisePage>;
  solution: (trial: Trial) => Promise<Solution>;
  /** What was wrong with a wrong move is shown: how the others would answer, or what was better. */
  refutes: boolean;
}

/**
 * An exercise as it is being done. The server keeps nothing of it: it is told all moves so far, and
 * answers with what they led to and what there is to say.
 */
export class Exercise {
  readonly showing = new Showing((entries) => this.#tell(entries));
  /** What the server last said. */
  answer = $state.raw<ExercisePage | null>(null);
  /** A move is on its way. */
  sending = $state(false);
  /** The server could not be reached, and is asked again. */
  lost = $state(false);
  /** There is no such exercise. */
  refused = $state("");
  /** Somebody thinks about what is best. */
  thinking = $state(false);
  /** What is best here, once that was asked for. */
  #hints = $state.raw<Hint[] | null>(null);
  /** What would have been right, once that is known of the last move. */
  #solution = $state.raw<Solution | null>(null);
  /** Where nobody has an answer to a wrong move: the position once more in which it was made. */
  #instead = $state.raw<Position | null>(null);

  /** ms left for what is asked; null: there is no hurry. */
  left = $state<number | null>(null);
  /** All moves of the answer that was given last. */
  tried: Tried[] = [];
  /** The right moves so far. */
  #moves: Tried[] = [];
  /** The answer to them. */
  #sound = $state.raw<ExercisePage | null>(null);
  /** ms of play when the exercise began. */
  #start = 0;
  /** ms of the exercise that had passed, and when that was; it stands still where there is none. */
  #passed = 0;
  #since: number | null = null;
  #timer = 0;
  #backoff = new Backoff();
  #ticking = 0;
  #closed = false;

  constructor(
    readonly game: GameClient,
    private readonly server: Server,
  ) {
    void this.#begin();
  }

  close(): void {
    this.#closed = true;
    this.showing.close();
    window.clearTimeout(this.#timer);
    window.clearInterval(this.#ticking);
  }

  /** The time for it is up. */
  late = $derived(this.left === 0);

  /** The last move was not what was asked for. */
  wrong = $derived(this.answer?.reply?.right === false);

  /** All that was asked for has been done. */
  done = $derived(this.answer !== null && this.answer.ask >= this.answer.asks.length);

  /** There is nothing more to do. */
  answered = $derived(this.wrong || this.done || this.late);

  view = $derived.by(() => this.showing.position?.view);

  /** What is best in the position on the board, once that was asked for or is to be seen. */
  hints = $derived.by(() => {
    const instead = this.#instead !== null && this.showing.position === this.#instead;
    return instead ? asHints(this.#solution!.best) : this.#hints;
  });

  /** One per seat. */
  names = $derived.by(() => {
    const { seats = 0, seat = 0 } = this.answer ?? {};
    return Array.from({ length: seats }, (_, i) => {
      if (i === seat) return settings.name || t("box.guest");
      return seats === 2 ? t("learn.other") : t("box.nth", { n: i + 1 });
    });
  });

  /** The log as far as it is shown. */
  entries = $derived.by(() => {
    const seq = this.showing.position?.seq ?? -1;
    const { entries = [] } = this.answer ?? {};
    return [...entries, ...(this.#solution?.refutation?.entries ?? [])].filter(
      (entry) => entry[0] <= seq,
    ) as Entry[];
  });

  /** Everything that follows from the last move has been seen; how it is refuted may come later. */
  settled = $derived.by(() => {
    const last = this.answer?.entries.at(-1)?.[0] ?? -1;
    const seen = this.wrong && (this.showing.position?.seq ?? -1) >= last;
    return (seen || !this.showing.behind) && !this.sending;
  });

  /** The seat that may act now. */
  seat = $derived.by(() => {
    const may = this.settled && !this.showing.lookingBack && !this.answered;
    return may ? (this.answer?.seat ?? null) : null;
  });

  preview = $derived.by(() => (this.seat === null ? null : this.answer!.preview));

  /** ms of play now; they pass only while something is asked. */
  clock = (): number => this.#start + this.#now();

  /** The exercise's own time begins to run. */
  run = (): void => {
    this.#since ??= performance.now();
    window.clearInterval(this.#ticking);
    this.#ticking = window.setInterval(this.#tick, TICK);
    this.#tick();
  };

  /** And stands still. */
  #halt(): void {
    this.#passed = this.#now();
    this.#since = null;
    window.clearInterval(this.#ticking);
  }

  #tick = (): void => {
    const within = this.#sound?.within ?? null;
    // A move that is on its way came in time.
    if (this.#since === null || this.sending) return;
    this.left = within === null ? null : Math.max(0, within - this.#now());
    if (this.late) this.#halt();
  };

  /** Try a move; false when the rules refused it. */
  play = async (
    move: Record<string, unknown>,
    _seat?: number,
    doubt?: (code: string) => boolean,
  ): Promise<boolean> => {
    if (this.seat === null) return false;
    const moves = [...this.#moves, { move, t: Math.round(this.#now()) }];
    this.sending = true;
    try {
      const before = this.answer!;
      const answer = await this.server.attempt({ moves });
      this.#hints = this.#solution = this.#instead = null;
      this.tried = moves;
      this.answer = answer;
      this.#halt();
      if (answer.reply?.right) {
        this.#moves = moves;
        this.#sound = answer;
        if (!this.done) this.run();
      }
      this.#show(answer, before.views.length - 1);
      if (this.wrong && this.server.refutes) void this.#refute();
      return true;
    } catch (why) {
      if (!(why instanceof Refused && doubt?.(why.code))) explain(why, move);
      return false;
    } finally {
      this.sending = false;
    }
  };

  /** What is wrong with a place where something was put down; null: there is no saying. */
  judge = async (place: Record<string, unknown>): Promise<unknown> => {
    return this.server.attempt({ moves: this.#moves, place }).then(
      ({ verdict }) => verdict,
      () => null,
    );
  };

  /** Show what is best here; nothing where nobody can say. */
  showBest = async (): Promise<void> => {
    this.thinking = true;
    try {
      const { best } = this.#solution ?? (await this.server.solution({ moves: this.#moves }));
      // Whoever has seen the answer need not hurry.
      this.#back();
      this.#hints = asHints(best);
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
    this.#moves = [];
    void this.#begin().then(this.run);
  };

  #back(): void {
    this.#halt();
    this.answer = this.#sound;
    this.#solution = null;
    this.#passed = this.#moves.at(-1)?.t ?? 0;
    this.left = null;
    this.#place();
  }

  async #begin(): Promise<void> {
    try {
      const answer = await this.server.attempt({});
      if (this.#closed) return;
      this.#solution = null;
      this.answer = this.#sound = answer;
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
        this.#timer = window.setTimeout(() => void this.#begin(), this.#backoff.waitMs(why));
      else this.refused = why instanceof Refused ? why.code : "other";
    }
  }

  /** Draw the last position of the answer, at once. */
  #place(): void {
    this.#hints = this.#instead = null;
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
    const found = await this.server.solution({ moves: this.tried }).catch(() => null);
    // Whoever has gone on or back meanwhile does not want to know.
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
    const asked = this.#positions(this.#sound!).at(-1)!;
    // It comes after all that followed from the wrong move.
    this.#instead = { ...asked, seq: (this.answer!.entries.at(-1)?.[0] ?? asked.seq) + 1 };
    this.showing.add({ entries: [], after: this.#instead, dwell: 0 }, false);
  }

  /** What is shown now is heard and said as well. */
  #tell(entries: Entry[]): void {
    const { game, view, names } = this;
    sound(...entries.map((entry) => heard(game, entry, view)));
    const lines = entries.map((entry) => spoken(game, entry, view, names));
    const better = this.#better();
    if (better.length) lines.push(t("hint.best", { moves: better.join(" · ") }));
    say([...new Set(lines)].filter(Boolean).join(" "));
  }

  /** What is best on the board, in words. */
  #better(): string[] {
    const { game, view, answer, hints } = this;
    return (hints ?? []).map(({ move }) => {
      const entry: Entry = [0, 0, answer!.seat, move, 0];
      return game.hint?.(move, view) ?? game.notation(entry, null);
    });
  }

  #positions({ entries, views }: ExercisePage) {
    return views.map((view, i) => ({
      seq: entries[i - 1]?.[0] ?? (entries[0]?.[0] ?? 0) - 1,
      view,
      to_move: [],
      outcome: null,
    }));
  }

  /** ms since the exercise began. Where there is no hurry they stop before time would run out. */
  #now(): number {
    const now = this.#passed + (this.#since === null ? 0 : performance.now() - this.#since);
    const { deadline } = (this.view ?? {}) as { deadline?: number | null };
    if (deadline == null || this.#sound?.within != null) return now;
    return Math.min(now, Math.max(this.#passed, deadline - this.#start - SPARE));
  }
}

function asHints(moves: Solution["best"]): Hint[] {
  return moves.map((move) => ({ move, worth: 0 }));
}

import { untrack } from "svelte";
import { Refused } from "../net/http";
import { hints as askHints, replay } from "../net/tables";
import { Voices } from "./phrases.svelte";
import { TableConnection, type Wish } from "../net/connection.svelte";
import { gameNamed } from "../games/index.svelte";
import type { Entry } from "../games/types";
import { t } from "../i18n/index.svelte";
import { explain, say, show } from "../ui/notice.svelte";
import { played, seatNames } from "../text/seats";
import { settings } from "./settings.svelte";
import { play as sound } from "../browser/sound";
import type { Hint, Hints, Judged, PendingTakeback, Previewed, Table } from "../net/wire";
import { inForce } from "./lineInForce";
import { describeChange } from "../text/seatChanges";
import { Showing } from "./showing.svelte";
import { heard, spoken } from "../text/entries";

/** How many of the best moves are shown. */
const HINTS = 3;

/** A table as this screen sees it: what is drawn, who may act from here, and what they ask for. */
export class LiveTable {
  readonly connection: TableConnection;
  readonly showing: Showing;
  readonly voices = new Voices();
  /** The positions after entries, by seq. */
  after = $state.raw<ReadonlyMap<number, unknown>>(new Map());
  /** Moves were made while this page was open. */
  seenPlay = $state(false);
  #previewed = $state.raw<{ seat: number; seq: number; preview: unknown } | null>(null);
  #hinted = $state.raw<(Hints & { seat: number }) | null>(null);
  /** A bot is thinking about a hint. */
  hinting = $state(false);
  /** A move is on its way. */
  sending = $state(false);
  /** The seat that said it holds the screen, where several share it. */
  #shown = $state<number | null>(null);
  #asked: PendingTakeback | null = null;
  #toldChanges: number | null = null;
  #paused = false;

  /** `watches`: see only what everybody may, also where a seat is mine. */
  constructor(id: string, watches = false) {
    this.showing = new Showing((entries) => this.#tell(entries));
    const heard = (entries: Entry[], dwell: number | null) => this.#heard(entries, dwell);
    this.connection = new TableConnection(id, heard, watches);
    this.connection.spoken = (said) => this.voices.hear(said, this.names[said.seat] ?? "");
    $effect(() => this.connection.setPace(settings.pace));
    $effect(() => this.#recall());
    $effect(() => this.#askPreview());
    $effect(() => this.#watchTakeback());
    $effect(() => this.#watchSeats());
    $effect(() => this.#watchPause());
    $effect(() => this.#coverAgain());
  }

  close(): void {
    this.connection.close();
    this.showing.close();
    this.voices.close();
  }

  /** The table as it is shown: who sits there is always up to date, the position in its turn. */
  table = $derived.by(() => {
    const [newest, shown] = [this.connection.table, this.showing.position];
    if (!newest || !shown) return newest;
    const status = newest.status === "over" && !shown.outcome ? "playing" : newest.status;
    const seats = newest.status === "over" ? played(newest.seats) : newest.seats;
    return { ...newest, ...shown, seats, status } satisfies Table;
  });

  /** The log as far as it is shown. */
  entries = $derived.by(() => this.connection.entries.slice(0, (this.table?.seq ?? -1) + 1));

  game = $derived.by(() => (this.table ? gameNamed(this.table.game) : undefined));

  names = $derived.by(() => (this.table ? seatNames(this.table.game, this.table.seats) : []));

  /** My seats; several when people share this screen. */
  mine = $derived.by(() => this.table?.seats.flatMap((seat, i) => (seat.yours ? [i] : [])) ?? []);

  /** The seat of mine that is to move. */
  turn = $derived.by(() => {
    if (this.table?.status !== "playing") return null;
    return this.table.to_move.find((seat) => this.mine.includes(seat)) ?? null;
  });

  /** The seats whose turn it is; in real time others may act as well. */
  turns = $derived.by(() => {
    if (this.table?.status !== "playing" || this.table.paused) return [];
    if (this.table.getting_ready) return [];
    return this.game?.turns?.(this.table.view) ?? this.table.to_move;
  });

  /** A seat of mine whose turn it is. */
  called = $derived(this.mine.find((seat) => this.turns.includes(seat)) ?? null);

  /** The seat whose secrets have come to this screen, where others look at it as well. */
  #holder = $derived.by(() => {
    const secret = this.table && this.mine.length > 1 ? this.game?.secret : undefined;
    return secret?.seat(this.table!.view) ?? null;
  });

  /** The seat that the screen is to be passed to: its secrets are not shown yet. */
  passTo = $derived(this.#holder === this.#shown ? null : this.#holder);

  /** What may be drawn here now. */
  view = $derived.by(() => {
    const view = this.table?.view;
    return this.passTo === null ? view : this.game!.secret!.covered(view);
  });

  /** The seat that may act from this screen now: nobody while a move is on its way. */
  acting = $derived.by(() => {
    const held = this.sending || this.passTo !== null || this.showing.lookingBack;
    return held ? null : this.turn;
  });

  /** The seats of mine that may do something although it is not their turn. */
  bystanders = $derived.by(() => {
    if (this.table?.status !== "playing" || this.sending) return [];
    const may = this.game?.outOfTurn?.(this.table.view) ?? [];
    return this.mine.filter((seat) => may.includes(seat));
  });

  /** A seat of mine that may do something, also while its last move is on its way. */
  may = $derived.by(() =>
    this.passTo === null ? (this.turn ?? this.bystanders[0] ?? null) : null,
  );

  preview = $derived.by(() => {
    const got = this.#previewed;
    return got && got.seq === this.table?.seq && got.seat === this.acting ? got.preview : null;
  });

  /** The best moves in this position, once they have been asked for. */
  hints = $derived.by(() => {
    const got = this.#hinted;
    return got && got.seq === this.table?.seq && got.seat === this.acting ? got.hints : null;
  });

  /** The game at the end of a lesson: good moves are shown without asking. */
  readonly helped = new URLSearchParams(location.search).has("help");

  /**
   * Hints are given here, and none is shown: with only bots at the table they put nobody at a
   * disadvantage.
   */
  hinted = $derived.by(() => {
    const { table, game, mine } = this;
    if (this.hints) return false;
    if (table?.status !== "playing" || !game?.hints || table.daily || table.rated) return false;
    if (table.study) return true;
    if (game.hints === "learning" && !this.helped) return false;
    return table.seats.every(
      ({ kind }, i) => kind === "bot" || (mine.length === 1 && i === mine[0]),
    );
  });

  /** One can be had now. */
  hintable = $derived(this.hinted && this.acting !== null);

  #seq = $derived.by(() => this.table?.seq);

  /** The seat of mine whose last move could be taken back. */
  regretting = $derived.by(() => {
    const over = this.table?.status === "over" && !this.table.study;
    if (!this.table || this.table.status === "waiting" || over || this.game?.realtime) return null;
    if (this.table.rated || this.table.daily) return null;
    const counts = inForce(this.entries);
    const last = this.entries.findLast(
      ([seq, , seat]) => counts.has(seq) && this.mine.includes(seat),
    );
    return last?.[2] ?? null;
  });

  /** Show the last change once more; null where there is none, or no time for it. */
  again = $derived.by(() => {
    // The position before may hold another's secrets.
    const shared = this.mine.length > 1 && this.game?.secret;
    const possible = this.showing.repeatable && !this.game?.realtime && !shared;
    return possible ? this.showing.again : null;
  });

  /** The position after an entry, as it may be shown here; of several at once, after the last. */
  past(seq: number): unknown {
    const known = [...this.after.keys()].filter((known) => known >= seq);
    const view = this.after.get(Math.min(...known));
    const secret = this.mine.length > 1 ? this.game?.secret : undefined;
    return view !== undefined && secret ? secret.covered(view) : view;
  }

  /** The positions of the line in force, from the first on, as far as they are known. */
  history = $derived.by(() => {
    const counts = inForce(this.entries);
    const known = [...this.after].filter(([seq]) => counts.has(seq));
    return known.sort(([a], [b]) => a - b).map(([, view]) => view);
  });

  /** Ask the table for something; a refusal is explained to the player, unless `doubt` does. */
  async ask(wish: Wish, doubt?: (code: string) => boolean) {
    try {
      return await this.connection.ask(wish);
    } catch (why) {
      if (why instanceof Refused && doubt?.(why.code)) return null;
      explain(why, "move" in wish ? wish.move : {});
      return null;
    }
  }

  /** Make a move, for the acting seat unless another is named; false when it was refused. */
  play = async (
    move: Record<string, unknown>,
    by?: number,
    doubt?: (code: string) => boolean,
  ): Promise<boolean> => {
    const seat = by ?? this.acting;
    if (seat === null) return false;
    this.sending = true;
    const answer = await this.ask({ type: "play", seat, move, careful: !!doubt }, doubt);
    this.sending = false;
    return answer !== null;
  };

  /** What is wrong with a place where a seat put something down; null: there is no saying. */
  judge = async (place: Record<string, unknown>, seat: number): Promise<unknown> => {
    try {
      const { verdict } = (await this.connection.ask({ type: "judge", seat, place })) as Judged;
      return verdict;
    } catch {
      // Play went on meanwhile: the place means nothing any more.
      return null;
    }
  };

  /** Whoever holds the screen now is the one it was passed to. */
  uncover = (): void => {
    this.#shown = this.#holder;
  };

  /** What a hint says in this position. */
  hintText(move: Hint["move"]): string {
    const entry: Entry = [0, 0, this.acting ?? 0, move, 0];
    return this.game!.hint?.(move, this.view) ?? this.game!.notation(entry, null);
  }

  /** Ask a bot what it would do; `quietly`: only the board shows it. */
  async hint(quietly = false): Promise<void> {
    const { acting: seat, game } = this;
    if (seat === null || !game) return;
    this.hinting = true;
    try {
      const { seq, hints } = await askHints(this.connection.id, seat);
      this.#hinted = { seq, seat, hints: hints.slice(0, HINTS) };
      const lines = this.hints?.map(({ move }, i) => `${i + 1}. ${this.hintText(move)}`);
      // None, if play went on meanwhile.
      if (lines?.length && !quietly) show(t("hint.best", { moves: lines.join(" · ") }));
    } catch (why) {
      explain(why);
    } finally {
      this.hinting = false;
    }
  }

  /** Fetch the positions that were played while nobody listened here: the log mentions them too. */
  #recall(): void {
    if (this.connection.state !== "open") return;
    untrack(() => {
      if (this.connection.entries.length <= this.after.size) return;
      replay(this.connection.id).then(
        ({ views }) => {
          const known = views.slice(1).map((view, seq) => [seq, view] as const);
          this.after = new Map([...known, ...this.after]);
        },
        // The log then shows only the moves.
        () => {},
      );
    });
  }

  #askPreview(): void {
    const [seat, seq] = [this.acting, this.#seq];
    if (seat === null || seq === undefined || this.game?.realtime) return;
    this.connection.ask({ type: "preview", seat }).then(
      (answer) => {
        const { seq, preview } = answer as Previewed;
        this.#previewed = { seat, seq, preview };
      },
      // Play went on before the answer: the next position asks for its own.
      () => {},
    );
  }

  /** Once the turn is over nobody's hand stays on the screen, whoever is next. */
  #coverAgain(): void {
    const holder = this.#holder;
    untrack(() => {
      if (this.#shown !== holder) this.#shown = null;
    });
  }

  /** Say who came, left or was replaced; what I did myself I know. */
  #watchSeats(): void {
    const changes = this.connection.table?.changes;
    if (!changes) return;
    untrack(() => {
      const told = this.#toldChanges;
      this.#toldChanges = changes.length;
      if (told === null) return;
      const news = changes
        .slice(told)
        .filter(({ before, now }) => !before.yours && !now.yours)
        .map((change) => describeChange(this.table!.game, change));
      if (!news.length) return;
      show(`${news.join(". ")}.`);
      say(`${news.join(". ")}.`);
    });
  }

  /** Say that the game waited for its only person. */
  #watchPause(): void {
    const paused = this.connection.table?.paused ?? false;
    untrack(() => {
      const [was, back] = [this.#paused, this.mine.length > 0];
      this.#paused = paused;
      if (was && !paused && back) show(t("table.waited"));
    });
  }

  #watchTakeback(): void {
    const pending = this.table?.takeback ?? null;
    untrack(() => {
      const asked = this.#asked;
      this.#asked = pending;
      if (!asked || pending || !this.mine.includes(asked.seat)) return;
      if (this.connection.entries.at(-1)?.[3].type !== "undo") show(t("takeback.refused"));
    });
  }

  #heard(entries: Entry[], dwell: number | null): void {
    const { seq, view, to_move, outcome } = this.connection.table!;
    const after = { seq, view, to_move, outcome };
    if (!entries.length) return this.showing.renew(after);
    this.after = new Map(this.after).set(seq, view);
    // Nobody waits for their own moves, nor where all race each other.
    const own = entries.some(([, , seat, { type }]) => this.mine.includes(seat) || type === "undo");
    const atOnce = own || dwell === null || !!this.game?.realtime;
    this.showing.add({ entries, after, dwell: dwell ?? 0 }, atOnce);
  }

  /** What is shown now is heard and said as well. */
  #tell(entries: Entry[]): void {
    const { table, game } = this;
    if (!table || !game) return;
    this.seenPlay = true;
    sound(...entries.map((entry) => heard(game, entry, table.view)));
    // What NATURE did comes with the move that caused it; a game may put both in one line.
    const lines = entries.map((entry) => spoken(game, entry, table.view, this.names));
    const what = [...new Set(lines)].filter(Boolean).join(" ");
    say(
      this.called === null
        ? what
        : `${what} ${t("turn.spoken", { name: this.names[this.called]! })}`,
    );
  }
}

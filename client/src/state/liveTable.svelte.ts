import { untrack } from "svelte";
import { hints as askHints, replay } from "../net/tables";
import { TableConnection, type Wish } from "../net/connection.svelte";
import { gameNamed } from "../games/index.svelte";
import type { Entry } from "../games/types";
import { t } from "../i18n/index.svelte";
import { explain, say, show } from "../ui/notice.svelte";
import { playedSeats, seatNames } from "../text/seats";
import { settings } from "./settings.svelte";
import type { Hints, Judged, PendingTakeback, Previewed, Table } from "../net/wire";
import { inForce } from "./lineInForce";
import { describeChange, describeMeanwhile } from "../text/seatChanges";
import { SpokenPhrases } from "./phrases.svelte";
import { Playthrough } from "./playthrough.svelte";

/** How many of the best moves are shown. */
const SHOWN_HINTS = 3;

/** A table on the server as this screen sees it. */
export class LiveTable extends Playthrough {
  readonly connection: TableConnection;
  /** The phrases that people say at the table. */
  readonly phrases = new SpokenPhrases();
  /** The known positions, by the number of the entry that they follow. */
  after = $state.raw<ReadonlyMap<number, unknown>>(new Map());
  /** A move was made while this page was open. */
  seenPlay = $state(false);
  /** The newest preview from the server, and the position and seat that it is for. */
  #previewed = $state.raw<{ seat: number; seq: number; preview: unknown } | null>(null);
  /** The newest hints from the server, and the position and seat that they are for. */
  #hinted = $state.raw<(Hints & { seat: number }) | null>(null);
  /** If several seats share this screen: the seat that has said that its player holds it. */
  #confirmedHolder = $state<number | null>(null);
  /** The request to take back that was open when this was last looked at. */
  #openTakeback: PendingTakeback | null = null;
  /** How many changes of seats have been announced; null before the first look. */
  #announcedChanges: number | null = null;
  /** Whether the game was paused when this was last looked at. */
  #wasPaused = false;

  /** `watches`: see only what everybody may see, even if a seat is mine. */
  constructor(id: string, watches = false) {
    super();
    const onEntries = (entries: Entry[], dwell: number | null) => this.#onEntries(entries, dwell);
    this.connection = new TableConnection(id, onEntries, watches);
    this.connection.onSpoken = (said) => this.phrases.hear(said, this.names[said.seat] ?? "");
    $effect(() => this.connection.setPace(settings.pace));
    $effect(() => this.#fetchMissedPositions());
    $effect(() => this.#askPreview());
    $effect(() => this.#announceRefusedTakeback());
    $effect(() => this.#announceSeatChanges());
    $effect(() => this.#announceEndOfPause());
    $effect(() => this.#forgetHolder());
  }

  override close(): void {
    super.close();
    this.connection.close();
    this.phrases.close();
  }

  /** The table as it is shown: who sits there is always up to date, the position in its turn. */
  table = $derived.by(() => {
    const [newest, shown] = [this.connection.table, this.showing.position];
    if (!newest || !shown) return newest;
    const status = newest.status === "over" && !shown.outcome ? "playing" : newest.status;
    const seats = newest.status === "over" ? playedSeats(newest.seats) : newest.seats;
    return { ...newest, ...shown, seats, status } satisfies Table;
  });

  protected log = $derived.by(() => this.connection.entries);

  protected shownSeq = $derived.by(() => this.table?.seq ?? -1);

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

  /** A seat of mine whose turn it is; null: none. */
  myTurn = $derived(this.mine.find((seat) => this.turns.includes(seat)) ?? null);

  /** If several seats share this screen: the seat whose secrets its view holds. */
  #holder = $derived.by(() => {
    const secret = this.table && this.mine.length > 1 ? this.game?.secret : undefined;
    return secret?.seat(this.table!.view) ?? null;
  });

  /** The seat that the screen has to be passed to, whose secrets are hidden until then. */
  passTo = $derived(this.#holder === this.#confirmedHolder ? null : this.#holder);

  /** What may be drawn here now. */
  view = $derived.by(() => {
    const view = this.table?.view;
    return this.passTo === null ? view : this.game!.secret!.covered(view);
  });

  /** The seat that may act from this screen now: nobody while a move is on its way. */
  acting = $derived.by(() => {
    const blocked = this.sending || this.passTo !== null || this.showing.lookingBack;
    return blocked ? null : this.turn;
  });

  /** The seats of mine that may do something although it is not their turn. */
  bystanders = $derived.by(() => {
    if (this.table?.status !== "playing" || this.sending) return [];
    const may = this.game?.outOfTurn?.(this.table.view) ?? [];
    return this.mine.filter((seat) => may.includes(seat));
  });

  /** A seat of mine that may do something, also while its last move is on its way. */
  mayAct = $derived.by(() =>
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

  /** The game is the last step of a lesson: good moves are shown without asking. */
  readonly guided = new URLSearchParams(location.search).has("help");

  /**
   * Hints may be asked for, and none is shown: they put nobody at a disadvantage, as only bots play
   * against the player.
   */
  hintsAllowed = $derived.by(() => {
    const { table, game, mine } = this;
    if (this.hints) return false;
    if (table?.status !== "playing" || !game?.hints || table.daily || table.rated) return false;
    if (table.study) return true;
    if (game.hints === "learning" && !this.guided) return false;
    return table.seats.every(
      ({ kind }, i) => kind === "bot" || (mine.length === 1 && i === mine[0]),
    );
  });

  /** A hint can be asked for now. */
  hintAvailable = $derived(this.hintsAllowed && this.acting !== null);

  #seq = $derived.by(() => this.table?.seq);

  /** The seat of mine whose last move could be taken back; null: none. */
  takebackSeat = $derived.by(() => {
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

  /** Ask the table for something; a refusal is explained to the player. */
  async ask(wish: Wish) {
    try {
      return await this.connection.ask(wish);
    } catch (why) {
      explain(why, "move" in wish ? wish.move : {});
      return null;
    }
  }

  protected async sendMove(
    move: Record<string, unknown>,
    seat: number,
    careful: boolean,
  ): Promise<void> {
    await this.connection.ask({ type: "play", seat, move, careful });
  }

  protected async askVerdict(place: Record<string, unknown>, seat: number): Promise<unknown> {
    return ((await this.connection.ask({ type: "judge", seat, place })) as Judged).verdict;
  }

  /** The player to whom the screen was passed says that they hold it. */
  confirmHolder = (): void => {
    this.#confirmedHolder = this.#holder;
  };

  /** Ask a bot what it would do; `quietly`: only the board shows it. */
  async hint(quietly = false): Promise<void> {
    const { acting: seat, game } = this;
    if (seat === null || !game) return;
    this.thinking = true;
    try {
      const { seq, hints } = await askHints(this.connection.id, seat);
      this.#hinted = { seq, seat, hints: hints.slice(0, SHOWN_HINTS) };
      const lines = this.hints?.map(({ move }, i) => `${i + 1}. ${this.hintText(move)}`);
      // None, if play went on meanwhile.
      if (lines?.length && !quietly) show(t("hint.best", { moves: lines.join(" · ") }));
    } catch (why) {
      explain(why);
    } finally {
      this.thinking = false;
    }
  }

  /** Fetch the positions of entries that this page missed: the log describes them, too. */
  #fetchMissedPositions(): void {
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

  /** Once a turn is over, the next player has to confirm that they hold the screen. */
  #forgetHolder(): void {
    const holder = this.#holder;
    untrack(() => {
      if (this.#confirmedHolder !== holder) this.#confirmedHolder = null;
    });
  }

  /** Announce who came, left or was replaced, except what happened to my seats. */
  #announceSeatChanges(): void {
    const changes = this.connection.table?.changes;
    if (!changes) return;
    untrack(() => {
      const announced = this.#announcedChanges;
      this.#announcedChanges = changes.length;
      if (announced === null) return;
      const game = this.table!.game;
      const news = changes.slice(announced).flatMap((change, n) => {
        const { before, now } = change;
        if (now.yours) return describeMeanwhile(game, changes.slice(0, announced + n), change.seat);
        return before.yours ? [] : [describeChange(game, change)];
      });
      if (!news.length) return;
      show(`${news.join(". ")}.`);
      say(`${news.join(". ")}.`);
    });
  }

  /** Tell a player who is back that the game has waited for them. */
  #announceEndOfPause(): void {
    const paused = this.connection.table?.paused ?? false;
    untrack(() => {
      const [was, back] = [this.#wasPaused, this.mine.length > 0];
      this.#wasPaused = paused;
      if (was && !paused && back) show(t("table.waited"));
    });
  }

  /** Tell the player that the others refused to let them take a move back. */
  #announceRefusedTakeback(): void {
    const pending = this.table?.takeback ?? null;
    untrack(() => {
      const asked = this.#openTakeback;
      this.#openTakeback = pending;
      if (!asked || pending || !this.mine.includes(asked.seat)) return;
      if (this.connection.entries.at(-1)?.[3].type !== "undo") show(t("takeback.refused"));
    });
  }

  /** The table has changed: show it, at once or in its turn. */
  #onEntries(entries: Entry[], dwell: number | null): void {
    const { seq, view, to_move, outcome } = this.connection.table!;
    const after = { seq, view, to_move, outcome };
    if (!entries.length) return this.showing.renew(after);
    this.after = new Map(this.after).set(seq, view);
    // Nobody waits for their own moves, nor where all race each other.
    const own = entries.some(([, , seat, { type }]) => this.mine.includes(seat) || type === "undo");
    const atOnce = own || dwell === null || !!this.game?.realtime;
    this.showing.add({ entries, after, dwell: dwell ?? 0 }, atOnce);
  }

  protected onShown(entries: Entry[]): void {
    const { table, game, myTurn } = this;
    if (!table || !game) return;
    this.seenPlay = true;
    const turn = myTurn === null ? "" : t("turn.spoken", { name: this.names[myTurn]! });
    this.announce(entries, table.view, turn);
  }
}

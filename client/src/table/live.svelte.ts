import { untrack } from "svelte";
import { replay } from "../api";
import { TableConnection, type Wish } from "../connection.svelte";
import { games } from "../games";
import type { Entry } from "../games/types";
import { t } from "../i18n/index.svelte";
import { explain, say, show } from "../notice.svelte";
import { seatNames } from "../parts/seats";
import { play as sound } from "../sound";
import type { PendingTakeback, Previewed } from "../wire";
import { inForce } from "./line";

/** A table as this screen sees it: what is drawn, who may act from here, and what they ask for. */
export class LiveTable {
  readonly connection: TableConnection;
  /** The positions after entries, by seq. */
  after = $state.raw<ReadonlyMap<number, unknown>>(new Map());
  /** Moves were made while this page was open. */
  seenPlay = $state(false);
  #previewed = $state.raw<{ seat: number; seq: number; preview: unknown } | null>(null);
  #sending = $state(false);
  #asked: PendingTakeback | null = null;

  constructor(id: string) {
    this.connection = new TableConnection(id, (entries) => this.#heard(entries));
    $effect(() => this.#recall());
    $effect(() => this.#askPreview());
    $effect(() => this.#watchTakeback());
  }

  close(): void {
    this.connection.close();
  }

  get table() {
    return this.connection.table;
  }

  game = $derived.by(() => (this.table ? games[this.table.game] : undefined));

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
    if (this.table?.status !== "playing") return [];
    return this.game?.turns?.(this.table.view) ?? this.table.to_move;
  });

  /** A seat of mine whose turn it is. */
  called = $derived(this.mine.find((seat) => this.turns.includes(seat)) ?? null);

  /** The seat that may act from this screen now: nobody while a move is on its way. */
  acting = $derived(this.#sending ? null : this.turn);

  preview = $derived.by(() => {
    const got = this.#previewed;
    return got && got.seq === this.table?.seq && got.seat === this.acting ? got.preview : null;
  });

  #seq = $derived.by(() => this.table?.seq);

  /** The seat of mine whose last move could be taken back. */
  regretting = $derived.by(() => {
    if (this.table?.status !== "playing" || this.game?.realtime) return null;
    const counts = inForce(this.connection.entries);
    const last = this.connection.entries.findLast(
      ([seq, , seat]) => counts.has(seq) && this.mine.includes(seat),
    );
    return last?.[2] ?? null;
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

  /** Make a move for the acting seat; false when it was refused. */
  play = async (move: Record<string, unknown>): Promise<boolean> => {
    const seat = this.acting;
    if (seat === null) return false;
    this.#sending = true;
    const answer = await this.ask({ type: "play", seat, move });
    this.#sending = false;
    return answer !== null;
  };

  /** Fetch the positions that were played while nobody listened here: the log tells of them too. */
  #recall(): void {
    if (this.connection.state !== "open") return;
    untrack(() => {
      if (this.connection.entries.length <= this.after.size) return;
      replay(this.connection.id).then(
        ({ views }) => {
          const known = views.slice(1).map((view, seq) => [seq, view] as const);
          this.after = new Map([...known, ...this.after]);
        },
        // The log then shows the moves alone.
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

  #watchTakeback(): void {
    const pending = this.table?.takeback ?? null;
    untrack(() => {
      const asked = this.#asked;
      this.#asked = pending;
      if (!asked || pending || !this.mine.includes(asked.seat)) return;
      if (this.connection.entries.at(-1)?.[3].type !== "undo") show(t("takeback.refused"));
    });
  }

  #heard(entries: Entry[]): void {
    const last = entries.at(-1)!;
    const { table, game } = this;
    if (!table || !game) return;
    this.seenPlay = true;
    this.after = new Map(this.after).set(last[0], table.view);
    sound(game.sound(last, table.view));
    const what = game.announce(last, table.view, this.names);
    say(
      this.called === null
        ? what
        : `${what} ${t("turn.spoken", { name: this.names[this.called]! })}`,
    );
  }
}

import { play as playSound } from "../browser/sound";
import type { Entry, GameClient } from "../games/types";
import { Refused } from "../net/http";
import type { Hint } from "../net/wire";
import { heard, spoken } from "../text/entries";
import { explain, say } from "../ui/notice.svelte";
import { Showing } from "./showing.svelte";

/**
 * A game as a board needs it: what is drawn, who may act, and where moves are sent. The base of a
 * table on the server (`LiveTable`) and of an exercise (`Exercise`).
 */
export abstract class Playthrough {
  /** The positions as they are shown, one after the other. */
  readonly showing = new Showing((entries) => this.onShown(entries));
  /** A move is on its way to the server. */
  sending = $state(false);
  /** The server computes the best moves. */
  thinking = $state(false);

  /** The game; undefined until it is loaded. */
  abstract readonly game: GameClient | undefined;
  /** The position that is drawn. */
  abstract readonly view: any;
  /** A name per seat. */
  abstract readonly names: string[];
  /** The seat that may act from this screen now; null: none. */
  abstract readonly acting: number | null;
  /** What each legal move of the acting seat would do; null until it is known. */
  abstract readonly preview: unknown;
  /** The best moves of this position, if the player asked for them. */
  abstract readonly hints: Hint[] | null;

  /** The whole log that is known, also what waits to be shown. */
  protected abstract readonly log: Entry[];
  /** The number of the last entry that is shown. */
  protected abstract readonly shownSeq: number;

  /** The log as far as it is shown. */
  entries = $derived.by(() => this.log.filter(([seq]) => seq <= this.shownSeq));

  /** Called with entries when they are shown. */
  protected abstract onShown(entries: Entry[]): void;

  /** Send a move to the server; throws `Refused`. `careful`: be warned before it is made. */
  protected abstract sendMove(
    move: Record<string, unknown>,
    seat: number,
    careful: boolean,
  ): Promise<void>;

  /** Ask the server what is wrong with a place where something was put down. */
  protected abstract askVerdict(place: Record<string, unknown>, seat: number): Promise<unknown>;

  /** The seat for which a move is made, if the board names `seat`; null: none may act. */
  protected moverFor(seat?: number): number | null {
    return seat ?? this.acting;
  }

  close(): void {
    this.showing.close();
  }

  /** See `BoardProps.play`. */
  play = async (
    move: Record<string, unknown>,
    by?: number,
    doubt?: (code: string) => boolean,
  ): Promise<boolean> => {
    const seat = this.moverFor(by);
    if (seat === null) return false;
    this.sending = true;
    try {
      await this.sendMove(move, seat, !!doubt);
      return true;
    } catch (why) {
      if (!(why instanceof Refused && doubt?.(why.code))) explain(why, move);
      return false;
    } finally {
      this.sending = false;
    }
  };

  /** See `BoardProps.judge`. */
  judge = async (place: Record<string, unknown>, seat: number): Promise<unknown> => {
    try {
      return await this.askVerdict(place, seat);
    } catch {
      // Play went on meanwhile, or nobody can say.
      return null;
    }
  };

  /** What a hint says in this position. */
  hintText(move: Hint["move"], seat = this.acting ?? 0): string {
    const entry: Entry = [0, 0, seat, move, 0];
    return this.game!.hint?.(move, this.view) ?? this.game!.notation(entry, null);
  }

  /** Play the sounds of entries that led to `view`, and say them, with `more`, to a screen reader. */
  protected announce(entries: Entry[], view: unknown, ...more: string[]): void {
    const { game, names } = this;
    if (!game) return;
    playSound(...entries.map((entry) => heard(game, entry, view)));
    // What NATURE did comes with the move that caused it: a game may put both in one line.
    const lines = new Set([...entries.map((entry) => spoken(game, entry, view, names)), ...more]);
    say([...lines].filter(Boolean).join(" "));
  }
}

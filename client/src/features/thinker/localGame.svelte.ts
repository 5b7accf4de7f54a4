import type { Entry, GameClient, Judgement, Scene, Strength } from "../../games/types";
import { Refused } from "../../net/http";
import { explain, say } from "../../ui/notice.svelte";
import { PACE_FACTOR, settings } from "../../state/settings.svelte";
import { play as sound } from "../../browser/sound";
import { heard, spoken } from "../../text/entries";
import { cacheFiles } from "./cache";
import { Thinker } from "./thinker";

/** How many positions are searched for a judgement: then the device may rest. */
const SEARCH_SIZE = 1000;
/** The least time before the thinker answers, at a normal pace: the last move is seen first. */
const ANSWER_AFTER_MS = 700;
/** The time between two tries to load the thinker. */
const RETRY_MS = 3000;

/** A game that is played from a position on without the server: the thinker knows its rules. */
export class LocalGame {
  #thinker: Thinker;
  #names: () => string[];
  #cached = false;
  /** The newest request to the thinker, which is repeated until the thinker is loaded. */
  #newest: (() => Promise<void>) | null = null;
  #timer = 0;
  /** The first position, and the one after each move. */
  #scenes = $state.raw<Scene[]>([]);
  moves = $state.raw<Entry[]>([]);
  /** The judgement of the current position, as far as the search has come. */
  judgement = $state.raw<Judgement | null>(null);
  /** The thinker could not be loaded; it is tried again. */
  missing = $state(false);
  /** Every position is judged. */
  readonly judging: boolean;

  constructor(
    readonly game: GameClient,
    names: () => string[],
    judging: boolean,
  ) {
    this.#names = names;
    this.judging = judging;
    this.#thinker = new Thinker(game);
  }

  now = $derived.by(() => this.#scenes.at(-1) ?? null);

  /** The view after so many moves. */
  after = (moves: number): unknown => this.#scenes[moves]?.view ?? null;

  /** Begin from the position of a view, or with a new game of these options. */
  async begin(from: { view: unknown } | { options: Record<string, unknown> }): Promise<void> {
    const shown = "view" in from ? $state.snapshot(from.view) : null;
    await this.#unlessMissing(async () => {
      const scene =
        "options" in from ? this.#thinker.start(from.options) : this.#thinker.show(shown);
      this.#turnTo([await scene], []);
      if (this.#cached) return;
      this.#cached = true;
      // Without a cache the game goes on all the same.
      void cacheFiles(await this.#thinker.files()).catch(() => (this.#cached = false));
    });
  }

  /** See `BoardProps.play`. */
  play = async (move: Record<string, unknown>): Promise<boolean> => {
    const before = this.now!;
    try {
      const scene = await this.#thinker.play(before.view, move);
      if (this.now !== before) return false;
      const entry: Entry = [this.moves.length, 0, before.turn!, move as Entry[3], 0];
      this.#turnTo([...this.#scenes, scene], [...this.moves, entry]);
      sound(heard(this.game, entry, scene.view));
      say(spoken(this.game, entry, scene.view, this.#names()));
      return true;
    } catch (why) {
      explain(why, move);
      return false;
    }
  };

  /** Have the thinker make a move. */
  async answer(strength: Strength): Promise<void> {
    const before = this.now!;
    await this.#unlessMissing(async () => {
      if (this.now !== before) return;
      const asked = this.#thinker.choose(before.view, strength);
      const pause = ANSWER_AFTER_MS * PACE_FACTOR[settings.pace];
      const [move] = await Promise.all([asked, new Promise((done) => setTimeout(done, pause))]);
      if (this.now === before) await this.play(move);
    });
  }

  /** Go back to the position after so many moves. */
  back(moves: number): void {
    this.#turnTo(this.#scenes.slice(0, moves + 1), this.moves.slice(0, moves));
  }

  close(): void {
    this.#newest = null;
    clearTimeout(this.#timer);
    this.#thinker.close();
  }

  #turnTo(scenes: Scene[], moves: Entry[]) {
    this.#scenes = scenes;
    this.moves = moves;
    this.judgement = null;
    if (this.judging && !this.now!.outcome) void this.#think(this.now!);
  }

  async #think(scene: Scene): Promise<void> {
    const update = (judgement: Judgement) => {
      if (this.now === scene) this.judgement = judgement;
    };
    await this.#unlessMissing(async () => {
      if (this.now === scene) update(await this.#thinker.think(scene.view, SEARCH_SIZE, update));
    });
  }

  /** Send a request to the thinker. If it cannot be loaded, try again and again. */
  async #unlessMissing(ask: () => Promise<void>): Promise<void> {
    this.#newest = ask;
    try {
      await ask();
      this.missing = false;
    } catch (why) {
      if (!(why instanceof Refused)) throw why;
      this.missing = true;
      if (this.#newest === ask) {
        this.#timer = window.setTimeout(
          () => this.#newest === ask && void this.#unlessMissing(ask),
          RETRY_MS,
        );
      }
    }
  }
}

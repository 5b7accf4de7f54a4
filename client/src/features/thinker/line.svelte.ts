import type { Entry, GameClient, Judgement, Scene, Strength } from "../../games/types";
import { Refused } from "../../net/http";
import { explain, say } from "../../ui/notice.svelte";
import { PACE_FACTOR, settings } from "../../state/settings.svelte";
import { play as sound } from "../../browser/sound";
import { heard, spoken } from "../../text/entries";
import { keep } from "./cache";
import { Mind } from "./thinker";

/** Positions that are thought about, at most: then a device may rest. */
const WAYS = 1000;
/** ms before a mind answers, at a normal pace: what was just played is seen first. */
const BREATH = 700;
/** ms after which it is tried again to get what is missing. */
const PAUSE = 3000;

/** What is played from a position on without a server: each step is as a mind says. */
export class Line {
  #mind: Mind;
  #names: () => string[];
  #kept = false;
  /** What was asked last; it is asked again while something is missing. */
  #newest: (() => Promise<void>) | null = null;
  #timer = 0;
  /** The position that it begins with, and the one after each move. */
  #scenes = $state.raw<Scene[]>([]);
  moves = $state.raw<Entry[]>([]);
  /** What the mind thinks of the position that is there, as far as it has come. */
  judgement = $state.raw<Judgement | null>(null);
  /** It could not be loaded. */
  missing = $state(false);
  /** It says what it thinks of every position. */
  readonly judging: boolean;

  constructor(
    readonly game: GameClient,
    names: () => string[],
    judging: boolean,
  ) {
    this.#names = names;
    this.judging = judging;
    this.#mind = new Mind(game);
  }

  now = $derived.by(() => this.#scenes.at(-1) ?? null);

  /** The position after so many moves. */
  after = (moves: number): unknown => this.#scenes[moves]?.view ?? null;

  /** From the position of a view, or a new game with these options. */
  async begin(from: { view: unknown } | { options: Record<string, unknown> }): Promise<void> {
    const shown = "view" in from ? $state.snapshot(from.view) : null;
    await this.#unlessMissing(async () => {
      const scene = "options" in from ? this.#mind.start(from.options) : this.#mind.show(shown);
      this.#turnTo([await scene], []);
      if (this.#kept) return;
      this.#kept = true;
      // Where it cannot be kept, it is played all the same.
      void keep(await this.#mind.files()).catch(() => (this.#kept = false));
    });
  }

  /** See `BoardProps.play`. */
  play = async (move: Record<string, unknown>): Promise<boolean> => {
    const before = this.now!;
    try {
      const scene = await this.#mind.play(before.view, move);
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

  /** The mind makes a move. */
  async answer(strength: Strength): Promise<void> {
    const before = this.now!;
    await this.#unlessMissing(async () => {
      if (this.now !== before) return;
      const asked = this.#mind.choose(before.view, strength);
      const breath = BREATH * PACE_FACTOR[settings.pace];
      const [move] = await Promise.all([asked, new Promise((done) => setTimeout(done, breath))]);
      if (this.now === before) await this.play(move);
    });
  }

  /** Back to the position after so many moves. */
  back(moves: number): void {
    this.#turnTo(this.#scenes.slice(0, moves + 1), this.moves.slice(0, moves));
  }

  close(): void {
    this.#newest = null;
    clearTimeout(this.#timer);
    this.#mind.close();
  }

  #turnTo(scenes: Scene[], moves: Entry[]) {
    this.#scenes = scenes;
    this.moves = moves;
    this.judgement = null;
    if (this.judging && !this.now!.outcome) void this.#think(this.now!);
  }

  async #think(scene: Scene): Promise<void> {
    const told = (judgement: Judgement) => {
      if (this.now === scene) this.judgement = judgement;
    };
    await this.#unlessMissing(async () => {
      if (this.now === scene) told(await this.#mind.think(scene.view, WAYS, told));
    });
  }

  /** What it is made of comes when it is first asked, and may not come; then it is asked for again and again. */
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
          PAUSE,
        );
      }
    }
  }
}

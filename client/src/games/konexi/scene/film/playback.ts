import { fell } from "./film";
import type { Palette } from "../palette";
import type { Pieces } from "../shapes/pieces";
import { PoseInterpolator } from "./interpolator";
import type { FilmTiming } from "./timing";
import type { SoundEvent } from "./events";

/** How long a strained joint glows. */
const GLOW_S = 0.5;
const NONE: string[] = [];

/** Receives what happens in a film that is played. */
export interface PlaybackListener {
  /** Something is to be heard. */
  beat(beat: SoundEvent): void;
  /** The letters that gave way first have done so. */
  broke(first: string[]): void;
}

/** A film that is being played. */
export class Playback {
  readonly #projector = new PoseInterpolator();
  #start = 0;
  /** So many of its pictures were drawn, and of its beats heard. */
  #pictures = 0;
  #beats = 0;
  /** The listener has been told what gave way. */
  #broken = false;

  constructor(
    readonly reel: FilmTiming,
    readonly pieces: Pieces,
    readonly audience: PlaybackListener,
  ) {}

  has(letter: string): boolean {
    return this.reel.film.letters.includes(letter);
  }

  /** The letters that have their tags: in a fall only what gave way first, since tags would hide it. */
  get tagged(): string[] {
    if (!fell(this.reel.film)) return this.reel.film.letters;
    return this.#broken ? this.reel.story.first : NONE;
  }

  /** Bring the letters to where they are by now; false: it is over. */
  step(now: number, palette: Palette | null): boolean {
    const { film, gain, lasts } = this.reel;
    // Its time begins once the first picture can be seen: that is when the second one is due.
    if (this.#pictures++ < 2) this.#start = now;
    const shown = (now - this.#start) / 1000;
    const time = this.reel.at(shown);
    for (let i = 0; i < film.letters.length; i++) {
      this.#projector.show(film, i, time, gain);
      this.pieces.set(film.letters[i]!, this.#projector.at, this.#projector.turn);
    }
    this.#tell(time, palette);
    return shown <= lasts;
  }

  /** What is heard at this second of the film, and what lights up. */
  #tell(time: number, palette: Palette | null): void {
    const { beats, breaks, first, strained } = this.reel.story;
    for (; this.#beats < beats.length && beats[this.#beats]!.time <= time; this.#beats++) {
      this.audience.beat(beats[this.#beats]!);
    }
    if (!this.#broken && first.length && time >= breaks) {
      this.#broken = true;
      this.audience.broke(first);
      for (const letter of first) this.pieces.mark(letter, palette?.ember ?? null);
    }
    const heard = beats[this.#beats - 1];
    const glows = heard?.what === "creak" && time - heard.time < GLOW_S;
    for (const letter of strained) {
      this.pieces.mark(letter, glows ? (palette?.wine ?? null) : null);
    }
  }
}

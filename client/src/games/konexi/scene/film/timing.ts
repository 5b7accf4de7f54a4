import { fell, seconds, type Film } from "./film";
import type { FilmEvents } from "./events";

/** The speed of a film against the real motion: while it sways, gives way and falls. */
const RATES = { sways: 0.6, breaks: 0.3, falls: 0.75 };
/** How many seconds before and after it gives way are shown slowly. */
const [SLOW_BEFORE_S, SLOW_AFTER_S] = [0.3, 0.7];
/** How many seconds the last picture stays. */
const LAST_PICTURE_S = { stood: 0.3, fell: 1.6 };
/** The factor by which a repetition is slower. */
const REPEAT_FACTOR = 1.8;
/** Swings are enlarged up to this many mm, and at most by this factor. */
const [SWING_MM, LARGEST_GAIN] = [8, 3];

/** The timing of a film: a fall is in slow motion where it gives way. */
export class FilmTiming {
  /** Seconds on the screen. */
  readonly lasts: number;
  readonly gain: number;
  /** From second to second of the film, and how fast. */
  readonly #parts: { from: number; to: number; rate: number }[];
  /** When, on the screen, it has come to its last picture. */
  readonly #ends: number;

  /** `pace`: what all waiting is multiplied by. */
  constructor(
    readonly film: Film,
    readonly story: FilmEvents,
    readonly again: boolean,
    pace: number,
  ) {
    const slower = pace * (again ? REPEAT_FACTOR : 1);
    const end = seconds(film);
    // Never faster than it was.
    const rate = (real: number) => Math.min(1, real / slower);
    if (fell(film)) {
      const [slow, on] = [
        Math.max(0, story.breaks - SLOW_BEFORE_S),
        Math.min(end, story.breaks + SLOW_AFTER_S),
      ];
      this.#parts = [
        { from: 0, to: slow, rate: 1 },
        { from: slow, to: on, rate: rate(RATES.breaks) },
        { from: on, to: end, rate: rate(RATES.falls) },
      ];
    } else {
      this.#parts = [{ from: 0, to: end, rate: rate(RATES.sways) }];
    }
    this.#ends = this.#parts.reduce((sum, { from, to, rate }) => sum + (to - from) / rate, 0);
    this.lasts = this.#ends + (fell(film) ? LAST_PICTURE_S.fell : LAST_PICTURE_S.stood) * slower;
    this.gain = fell(film)
      ? 1
      : Math.min(LARGEST_GAIN, Math.max(1, SWING_MM / Math.max(story.swing, 0.01)));
  }

  /** The second of the film that is shown after this many on the screen. */
  at(shown: number): number {
    let left = shown;
    for (const { from, to, rate } of this.#parts) {
      const here = (to - from) / rate;
      if (left < here) return from + left * rate;
      left -= here;
    }
    return seconds(this.film);
  }
}

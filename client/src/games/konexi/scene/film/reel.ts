import { fell, seconds, type Film } from "./film";
import type { Story } from "./story";

/** How fast a film is shown, against the real motion: as it sways, while it gives way, as it falls. */
const RATES = { sways: 0.6, breaks: 0.3, falls: 0.75 };
/** Seconds of the film before and after it gives way that are shown slowly. */
const [BEFORE, AFTER] = [0.3, 0.7];
/** Seconds for which the last picture stays: it is quiet then. */
const STAYS = { stood: 0.3, fell: 1.6 };
/** Once more, a second lasts this much longer. */
const AGAIN = 1.8;
/** mm: swings are enlarged so that one sees them, but not beyond this, nor by more than this. */
const [SEEN, MOST] = [8, 3];

/** A film as it is shown: a fall in slow motion where it gives way. */
export class Reel {
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
    readonly story: Story,
    readonly again: boolean,
    pace: number,
  ) {
    const slower = pace * (again ? AGAIN : 1);
    const end = seconds(film);
    // Never faster than it was.
    const rate = (real: number) => Math.min(1, real / slower);
    if (fell(film)) {
      const [slow, on] = [Math.max(0, story.breaks - BEFORE), Math.min(end, story.breaks + AFTER)];
      this.#parts = [
        { from: 0, to: slow, rate: 1 },
        { from: slow, to: on, rate: rate(RATES.breaks) },
        { from: on, to: end, rate: rate(RATES.falls) },
      ];
    } else {
      this.#parts = [{ from: 0, to: end, rate: rate(RATES.sways) }];
    }
    this.#ends = this.#parts.reduce((sum, { from, to, rate }) => sum + (to - from) / rate, 0);
    this.lasts = this.#ends + (fell(film) ? STAYS.fell : STAYS.stood) * slower;
    this.gain = fell(film) ? 1 : Math.min(MOST, Math.max(1, SEEN / Math.max(story.swing, 0.01)));
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

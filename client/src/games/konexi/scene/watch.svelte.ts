import { untrack } from "svelte";
import type { konexi } from "../../../wire";
import type { Entry } from "../../types";
import { develop, type Film } from "./film";

/** A film that is being shown, at a rate relative to the real motion. */
export interface Screening {
  film: Film;
  rate: number;
}

/** In slow motion a second lasts four. */
const SLOW = 0.25;
/** When more than this was played at once, nobody waits to see how it came about. */
const AT_ONCE = 12;

/**
 * What settles is watched before what came of it is shown: while a film runs, `view` stays the
 * position before it.
 */
export class Watch {
  screening = $state.raw<Screening | null>(null);
  /** The last fall, to be watched once more. */
  fall = $state.raw<Film | null>(null);
  #held = $state.raw<konexi.View | null>(null);
  readonly #now: () => { view: konexi.View; entries: Entry[]; films: boolean };
  #before: konexi.View;
  #heard: number;

  constructor(now: () => { view: konexi.View; entries: Entry[]; films: boolean }) {
    this.#now = now;
    this.#before = now().view;
    this.#heard = now().entries.at(-1)?.[0] ?? -1;
    $effect.pre(() => {
      const { view, entries, films } = now();
      untrack(() => this.#hear(view, entries, films));
    });
  }

  readonly view = $derived.by(() => this.#held ?? this.#now().view);

  /** The fall once more, slowly. */
  again = (): void => {
    if (this.fall) this.#show(this.fall, SLOW, this.view);
  };

  over = (): void => {
    this.screening = this.#held = null;
  };

  #hear(view: konexi.View, entries: Entry[], films: boolean): void {
    const before = this.#before;
    const fresh = entries.filter(([seq]) => seq > this.#heard);
    const last = entries.at(-1)?.[0] ?? -1;
    // Someone looking back does not wait for what comes later.
    if (last < this.#heard) this.over();
    this.#before = view;
    this.#heard = last;
    const settled = fresh.findLast(([, , , { type }]) => type === "settled");
    if (!settled || fresh.length > AT_ONCE) return;
    const move = settled[3] as unknown as konexi.Settled;
    if (move.verdict === "stands") this.fall = null;
    if (films && move.motion) this.#held = before;
    develop(move).then(
      (film) => {
        if (!film) return;
        if (film.fell) this.fall = film;
        if (films) this.#show(film, 1, before);
      },
      // What cannot be read is not watched.
      () => this.over(),
    );
  }

  #show(film: Film, rate: number, held: konexi.View): void {
    this.#held = held;
    this.screening = { film, rate };
  }
}

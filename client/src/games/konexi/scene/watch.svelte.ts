import { untrack } from "svelte";
import type { konexi } from "../../../net/wire";
import type { Entry } from "../../types";
import { unpackFilm, fell, type Film } from "./film/film";

/** A film that is shown; `again`: a slow repetition. */
export interface ShownFilm {
  film: Film;
  again: boolean;
}

interface Now {
  view: konexi.View;
  entries: Entry[];
  films: boolean;
}

/** If more entries than this come at once, their films are skipped. */
const SKIP_FROM_ENTRIES = 12;

/**
 * Shows the film of a tower that settles before its result: while a film runs, `view` stays the position
 * before it.
 */
export class FilmPlayer {
  screening = $state.raw<ShownFilm | null>(null);
  #held = $state.raw<konexi.View | null>(null);
  #developed = $state.raw<{ seq: number; film: Film } | null>(null);
  readonly #now: () => Now;
  #before: konexi.View;
  #heard: number;

  constructor(now: () => Now) {
    this.#now = now;
    this.#before = now().view;
    this.#heard = now().entries.at(-1)?.[0] ?? -1;
    $effect.pre(() => {
      const { view, entries, films } = now();
      untrack(() => this.#hear(view, entries, films));
    });
    $effect(() => this.#keep());
  }

  readonly view = $derived.by(() => this.#held ?? this.#now().view);

  /** The last fall, if no letter has been placed since. */
  readonly #fallen = $derived.by(() => {
    const { view, entries } = this.#now();
    const settled = view.fall && lastSettled(entries);
    return settled && moveOf(settled).verdict !== "stands" ? settled : null;
  });

  /** The film of the last fall, to be shown again. */
  readonly fall = $derived.by(() =>
    this.#developed && this.#developed.seq === this.#fallen?.[0] ? this.#developed.film : null,
  );

  /** Show the last fall again, slowly. */
  again = (): void => {
    if (this.fall) this.#show(this.fall, true, this.view);
  };

  over = (): void => {
    this.screening = this.#held = null;
  };

  /** Those who come later can see the fall as well. */
  #keep(): void {
    const settled = this.#fallen;
    if (!settled || this.#developed?.seq === settled[0]) return;
    unpackFilm(moveOf(settled)).then(
      (film) => {
        if (film) this.#developed = { seq: settled[0], film };
      },
      // A film that cannot be read is not shown.
      () => {},
    );
  }

  #hear(view: konexi.View, entries: Entry[], films: boolean): void {
    const before = this.#before;
    const fresh = entries.filter(([seq]) => seq > this.#heard);
    const last = entries.at(-1)?.[0] ?? -1;
    // Someone looking back does not wait for what comes later.
    if (last < this.#heard) this.over();
    this.#before = view;
    this.#heard = last;
    const settled = lastSettled(fresh);
    if (!settled || fresh.length > SKIP_FROM_ENTRIES || !films || !moveOf(settled).motion) return;
    this.#held = before;
    unpackFilm(moveOf(settled)).then(
      (film) => {
        if (!film) return this.over();
        if (fell(film)) this.#developed = { seq: settled[0], film };
        this.#show(film, false, before);
      },
      () => this.over(),
    );
  }

  #show(film: Film, again: boolean, held: konexi.View): void {
    this.#held = held;
    this.screening = { film, again };
  }
}

function lastSettled(entries: Entry[]): Entry | undefined {
  return entries.findLast(([, , , { type }]) => type === "settled");
}

function moveOf([, , , move]: Entry): konexi.Settled {
  return move as unknown as konexi.Settled;
}

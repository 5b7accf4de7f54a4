import type { konexi } from "../../net/wire";
import { promise } from "./pieces/colours";
import { told } from "./pieces/meter";

interface Table {
  view: konexi.View;
  /** The one who is to place a letter sits at this screen. */
  mine: boolean;
  /** The server's ms of play. */
  clock: () => number;
  play: (move: Record<string, unknown>) => Promise<boolean>;
}

/**
 * The chosen place of the letter in hand, which the list of joins and the 3-D table share. The first
 * letter of a round has no place: then `way` is the number of one of its resting poses.
 */
export class Choice {
  /** The number of the place in `view.places`. */
  place = $state<number | null>(null);
  /** The number of the way in the place's `ways`, or of the pose in `view.rests`. */
  way = $state<number | null>(null);
  /** A film is shown: nothing can be chosen meanwhile. */
  watching = $state(false);
  /** A letter was let go from this screen, and how is not known yet. */
  letGo = false;
  readonly #table: () => Table;

  constructor(table: () => Table) {
    this.#table = table;
  }

  get #view(): konexi.View {
    return this.#table().view;
  }

  /** The letter in hand is to be placed from here now. */
  readonly open = $derived.by(() => {
    const { view, mine } = this.#table();
    const places = view.may.includes("found") || view.may.includes("join");
    return mine && !this.watching && places && view.hand !== null;
  });
  /** The letter is the first of its round. */
  readonly founding = $derived.by(() => this.open && this.#view.may.includes("found"));
  readonly at = $derived.by((): konexi.Place | null =>
    this.open && this.place !== null ? (this.#view.places[this.place] ?? null) : null,
  );
  readonly join = $derived.by((): konexi.Way | null =>
    this.at && this.way !== null ? (this.at.ways[this.way] ?? null) : null,
  );
  readonly rest = $derived.by((): konexi.Rest | null =>
    this.founding && this.way !== null ? (this.#view.rests[this.way] ?? null) : null,
  );
  /** A join or a rest is chosen. */
  readonly ready = $derived.by(() => this.join !== null || this.rest !== null);
  /** The ways there, or the rests, in the order in which they are offered: the steadiest first. */
  readonly order = $derived.by(() => {
    const gauges = this.founding
      ? this.#view.rests.map(({ steady }) => steady)
      : (this.at?.ways.map((way) => way[2]) ?? []);
    return [...gauges.keys()].sort((a, b) => (gauges[b] ?? 0) - (gauges[a] ?? 0));
  });
  /** Where the chosen one stands in that order, from 0. */
  readonly rank = $derived.by(() => (this.way === null ? -1 : this.order.indexOf(this.way)));
  /** The gauge with what is chosen, in hundredths. */
  readonly steady = $derived.by((): number | null => this.join?.[2] ?? this.rest?.steady ?? null);

  readonly promise = $derived.by(() => promise(this.steady, this.#view.safe));

  /** Choose a place, with its steadiest way (or, if that is not told, its first) unless one is named; or a rest. */
  pick(place: number | null, way?: number): void {
    if (!this.open) return;
    const steady = this.founding
      ? this.#view.rests.map((rest) => rest.steady)
      : (this.#view.places[place ?? -1]?.ways.map((way) => way[2]) ?? []);
    this.place = place;
    this.way = way ?? (steady.length ? steadiest(steady) : null);
  }

  /** The next way, going round. */
  next(): void {
    this.#step(1);
  }

  prev(): void {
    this.#step(-1);
  }

  /** The next free connector, going round. */
  nextPlace(): void {
    this.#go(1);
  }

  prevPlace(): void {
    this.#go(-1);
  }

  clear(): void {
    this.place = this.way = null;
  }

  /** Let go of the letter there, now; false if it was refused. */
  async put(): Promise<boolean> {
    this.letGo = true;
    const { view, clock, play } = this.#table();
    const { at, join, rest } = this;
    const how = view.meter && !view.options.steady ? told(clock()) : {};
    if (rest) return play({ type: "found", pose: rest.pose, ...how });
    if (!at || !join) return false;
    const [own, roll] = join;
    return play({ type: "join", own, to: at.to, at: at.at, roll, ...how });
  }

  #step(by: number): void {
    if (this.way === null) return this.founding ? this.pick(null) : this.#go(by);
    const { order } = this;
    if (order.length) this.way = order[(this.rank + by + order.length) % order.length]!;
  }

  #go(by: number): void {
    const { length } = this.#view.places;
    if (this.founding) return this.#step(by);
    if (!length) return;
    if (this.place === null) return this.pick(this.#steadiest());
    this.pick((this.place + by + length) % length);
  }

  #steadiest(): number {
    return steadiest(this.#view.places.map(({ ways }) => most(ways)));
  }
}

/** The best gauge of a place; null where gauges are not told. */
export function most(ways: konexi.Way[]): number | null {
  return ways.length && ways[0]![2] !== null ? Math.max(...ways.map((way) => way[2]!)) : null;
}

/** Which gauge is the best: the first where they are not told. */
export function steadiest(gauges: (number | null)[]): number {
  return gauges.indexOf(gauges.reduce((best, each) => (each! > best! ? each : best)));
}

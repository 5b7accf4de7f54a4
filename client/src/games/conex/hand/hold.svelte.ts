import type { conex } from "../../../net/wire";
import { centre, type Point } from "../felt/geometry";
import { sum } from "../describe";
import { nearest, poseOf, slides, spotsOf, towards, type Aim, type Spot } from "../felt/spots";

interface Around {
  view: conex.View;
  /** This screen may act for the seat of the view. */
  mine: boolean;
  play: (move: Record<string, unknown>) => Promise<boolean>;
  /** What is wrong with a place; null where nobody can say. */
  judge: (place: conex.Place) => Promise<conex.Verdict | null | undefined>;
}

/** The move that the player prepares: the card that is held, its place, and the target of lightning. */
export class Hold {
  /** The card taken from the hand. */
  card = $state<string | null>(null);
  aim = $state.raw<Aim | null>(null);
  /** Where the held card is dragged, in px from the corner of the table; null if it is not. */
  drag = $state.raw<Point | null>(null);
  /** It has just been drawn out of the hand: where it fits comes a frame later, as both together
   * are too much for one. */
  lifting = $state(false);
  /** The 2x star is to be used. */
  double = $state(false);
  /** Lightning is being aimed, at this card. */
  striking = $state(false);
  victim = $state<string | null>(null);
  /** What the judge said of the place where a card was let go. */
  verdict = $state.raw<conex.Verdict | null>(null);
  #judging: conex.Place | null = null;
  readonly #around: () => Around;

  constructor(around: () => Around) {
    this.#around = around;
  }

  readonly #view = $derived.by(() => this.#around().view);
  readonly giving = $derived.by(() => this.may("give"));

  /** Whether the game tells players where cards fit. */
  readonly told = $derived.by(() => this.#view.options.spots !== "hidden");
  /** The places where cards fit; if players are not told, all places to try. */
  readonly #lays = $derived.by(() => (this.told ? this.#view.legal : this.#view.candidates));

  /** The cards of the hand that fit somewhere, if players are told. */
  readonly fitting = $derived.by(() => {
    const { fixed, slides } = this.#lays;
    return new Set([...fixed, ...slides].map(({ card }) => card));
  });

  readonly spots = $derived.by(() =>
    this.card && !this.giving && !this.lifting ? spotsOf(this.#lays, this.card) : [],
  );

  readonly points = $derived.by(() => (this.aim ? this.worth(this.aim.spot) : 0));

  may(deed: conex.View["may"][number]): boolean {
    const { view, mine } = this.#around();
    return mine && view.may.includes(deed);
  }

  worth(spot: Spot): number {
    return spot.points * this.#times;
  }

  /** The points in writing. */
  sum(spot: Spot): string {
    const { points, plus } = spot;
    return sum(points - plus, plus, this.#times, this.worth(spot));
  }

  readonly doubles = $derived.by(() => this.double && this.may("double"));
  readonly #times = $derived.by(() => (this.doubles ? this.#view.factor : 1));

  take(card: string): void {
    this.calm();
    this.card = card;
  }

  putBack(): void {
    this.card = this.aim = this.drag = null;
  }

  /** Drop what is held or aimed at. */
  calm(): void {
    this.putBack();
    this.forgive();
    this.striking = false;
    this.victim = null;
  }

  /** Ask the judge what is wrong with laying a card there, mm on the table. */
  async ask(card: string, { x, y }: Point): Promise<void> {
    const place = { card, x: Math.round(1000 * x), y: Math.round(-1000 * y) };
    this.verdict = null;
    this.#judging = place;
    const verdict = await this.#around().judge(place);
    if (this.#judging !== place || !verdict) return;
    // Players who have to see for themselves where cards fit are not told that one does.
    this.verdict = verdict.code === "closer" && !this.told ? null : verdict;
  }

  /** Stop showing what was wrong. */
  forgive(): void {
    this.verdict = this.#judging = null;
  }

  /** Take over a new view; what is held is kept if it still can be played. */
  renew(): void {
    const { view } = this.#around();
    this.forgive();
    if (this.card && !view.hand.includes(this.card)) this.putBack();
    if (this.aim) {
      const { key } = this.aim.spot;
      const spot = this.spots.find((spot) => spot.key === key);
      if (!spot || this.aim.slide > spot.to) this.aim = null;
      else this.aim = { spot, slide: this.aim.slide };
    }
    if (!this.may("lightning")) {
      this.striking = false;
      this.victim = null;
    }
    if (view.stars.star2x !== view.seat) this.double = false;
  }

  /** Aim at what a point of the table means, if it is near enough (mm); how it lies then. */
  point(at: Point, near: number): Aim | null {
    const found = nearest(this.spots, at);
    this.aim = found && found.off <= near ? found.aim : null;
    return found && found.off <= 2.5 * near ? found.aim : null;
  }

  pointAt(key: string, at: Point): void {
    const spot = this.spots.find((spot) => spot.key === key);
    if (spot) this.aim = towards(spot, at).aim;
  }

  /** Go to the next place, around the board. */
  step(by: number): void {
    const { spots, aim } = this;
    if (!spots.length) return;
    const here = aim ? spots.indexOf(aim.spot) : by > 0 ? -1 : 0;
    const spot = spots.at((here + by) % spots.length)!;
    this.aim = { spot, slide: Math.round((spot.from + spot.to) / 2) };
  }

  /** Slide the card along the edge by this many µm. */
  nudge(by: number): void {
    if (!this.aim || !slides(this.aim.spot)) return;
    const { spot, slide } = this.aim;
    this.aim = { spot, slide: Math.min(spot.to, Math.max(spot.from, slide + by)) };
  }

  async lay(): Promise<void> {
    if (!this.aim || !this.may("lay")) return;
    const { spot, slide } = this.aim;
    const { card, corner, target } = spot;
    const move = { type: "lay", card, corner, target, spot: spot.spot, slide };
    const at = centre(poseOf(this.aim));
    if (await this.#around().play({ ...move, double: this.doubles })) return this.calm();
    this.putBack();
    await this.ask(card, at);
  }

  async give(): Promise<void> {
    if (this.card && this.giving) await this.#around().play({ type: "give", card: this.card });
    this.calm();
  }

  aimLightning(): void {
    this.calm();
    this.striking = true;
  }

  /** The next card that lightning may strike. */
  choose(by: number): void {
    const { free } = this.#view;
    if (!free.length) return;
    const here = this.victim ? free.indexOf(this.victim) : by > 0 ? -1 : 0;
    this.victim = free.at((here + by) % free.length)!;
  }

  async strike(): Promise<void> {
    if (!this.victim) return;
    await this.#around().play({ type: "lightning", card: this.victim });
    this.calm();
  }

  async do(type: "draw" | "pass" | "end"): Promise<void> {
    this.calm();
    await this.#around().play({ type });
  }
}

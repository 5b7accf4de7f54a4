/** ms: pictures that come farther apart are too few to follow, and nearer together they are plenty. */
const [SLOW, QUICK] = [42, 20];
/** So many in a row, to be sure. */
const [SLOW_ONES, QUICK_ONES] = [3, 40];

/** Whether pictures come fast enough while something moves. */
export class Haste {
  #slow = 0;
  #quick = 0;
  /** How many quick ones it takes to draw well again. */
  #enough = QUICK_ONES;

  /** `needed`: they do not, and what moves is to be drawn more simply. `always`: nothing changes that. */
  constructor(
    readonly always: boolean,
    public needed = always,
  ) {}

  /** Another picture came, `ms` after the one before. */
  frame(ms: number): void {
    if (this.always) return;
    this.#slow = ms > SLOW ? this.#slow + 1 : 0;
    this.#quick = ms < QUICK ? this.#quick + 1 : 0;
    if (!this.needed && this.#slow >= SLOW_ONES) {
      this.needed = true;
      // Simple pictures are quick, which says little of good ones: it is tried ever more rarely.
      this.#enough *= 2;
    }
    if (this.#quick >= this.#enough) this.needed = false;
  }
}

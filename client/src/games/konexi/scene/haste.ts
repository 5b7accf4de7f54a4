/** ms: pictures that come farther apart are too few to follow, and nearer together they are plenty. */
const [SLOW, QUICK] = [42, 20];
/** So many in a row, to be sure. */
const [SLOW_ONES, QUICK_ONES] = [3, 40];

/** Whether pictures come fast enough while something moves. */
export class Haste {
  #slow = 0;
  #quick = 0;

  /** `needed`: they do not, and what moves should be drawn more simply. */
  constructor(public needed: boolean) {}

  /** Another picture came, `ms` after the one before. */
  frame(ms: number): void {
    this.#slow = ms > SLOW ? this.#slow + 1 : 0;
    this.#quick = ms < QUICK ? this.#quick + 1 : 0;
    if (this.#slow >= SLOW_ONES) this.needed = true;
    if (this.#quick >= QUICK_ONES) this.needed = false;
  }
}

/** The time between two frames from which drawing is too slow, and below which it is fast. */
const [SLOW_MS, FAST_MS] = [42, 20];
/** How many slow or fast frames in a row count. */
const [SLOW_FRAMES, FAST_FRAMES] = [3, 40];

/** Decides whether moving things are drawn simply, as full quality is too slow. */
export class FrameRate {
  #slow = 0;
  #quick = 0;
  /** How many fast frames it takes to return to full quality. */
  #enough = FAST_FRAMES;

  /** `needed`: draw simply. `always`: whatever the frame rate. */
  constructor(
    readonly always: boolean,
    public needed = always,
  ) {}

  /** A frame was drawn, `ms` after the one before. */
  frame(ms: number): void {
    if (this.always) return;
    this.#slow = ms > SLOW_MS ? this.#slow + 1 : 0;
    this.#quick = ms < FAST_MS ? this.#quick + 1 : 0;
    if (!this.needed && this.#slow >= SLOW_FRAMES) {
      this.needed = true;
      // Fast simple frames say little about full quality, so that is tried ever more rarely.
      this.#enough *= 2;
    }
    if (this.#quick >= this.#enough) this.needed = false;
  }
}

/** The time of play, as something that can be drawn. */
export class Ticking {
  now = $state(0);

  /** `until`: when nothing moves any more; null: nothing moves now. */
  constructor(clock: () => number, until: () => number | null) {
    this.now = clock();
    $effect(() => {
      const end = until();
      this.now = clock();
      if (end === null || this.now >= end) return;
      const timer = setInterval(() => {
        this.now = clock();
        if (this.now >= end) clearInterval(timer);
      }, 100);
      return () => clearInterval(timer);
    });
  }
}

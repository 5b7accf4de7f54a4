/** The time of play, as something that can be drawn. */
export class Ticking {
  now = $state(0);

  /**
   * `until`: when nothing moves any more; null: nothing moves now. It goes on whenever there is a whole
   * second less; `smoothly`, ten times as often, for what is seen to run.
   */
  constructor(clock: () => number, until: () => number | null, smoothly = () => false) {
    this.now = clock();
    $effect(() => {
      const end = until();
      const step = smoothly() ? 100 : 1000;
      let timer: number;
      const tick = () => {
        const now = clock();
        this.now = now;
        if (end !== null && now < end) timer = window.setTimeout(tick, (end - now) % step || step);
      };
      tick();
      return () => window.clearTimeout(timer);
    });
  }
}

/** The time of play as reactive state, which is updated while it runs. */
export class Ticking {
  now = $state(0);

  /**
   * Updated at each full second before `until`, and not after it; if `until` returns null, not at all.
   * `smoothly`: ten times as often.
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

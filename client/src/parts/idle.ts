/** ms after a page was drawn until others are fetched: what it shows itself comes first. */
const PAUSE = 3000;

/** Do something once the page is there and nobody waits for anything. */
export function atRest(job: () => void): void {
  setTimeout(() => {
    // Not every browser says when it is idle.
    if ("requestIdleCallback" in window) requestIdleCallback(job);
    else job();
  }, PAUSE);
}

/** The same, but not where data is dear. */
export function whenIdle(job: () => void): void {
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (!connection?.saveData) atRest(job);
}

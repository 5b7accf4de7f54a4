/** ms after a page was drawn until others are fetched: what it shows itself comes first. */
const PAUSE = 3000;

/** When the browser has nothing to do; after so many ms in any case. */
export function idle(timeout?: number): Promise<unknown> {
  // Not every browser says so.
  if (!("requestIdleCallback" in window)) return Promise.resolve();
  return new Promise((done) => requestIdleCallback(done, timeout ? { timeout } : {}));
}

/** Do something once the page is there and nobody waits for anything. */
export function atRest(job: () => void): void {
  setTimeout(() => void idle().then(job), PAUSE);
}

/** The same, but not where data is dear. */
export function whenIdle(job: () => void): void {
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (!connection?.saveData) atRest(job);
}

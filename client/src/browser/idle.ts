/** The least time after a page was drawn before other things are loaded: its own come first. */
const DELAY_MS = 3000;

/** Resolves when the browser has nothing to do, after `timeout` ms at the latest. */
export function idle(timeout?: number): Promise<unknown> {
  // Safari lacks it.
  if (!("requestIdleCallback" in window)) return Promise.resolve();
  return new Promise((done) => requestIdleCallback(done, timeout ? { timeout } : {}));
}

/** Run a job some seconds from now, when the browser has nothing to do. */
export function whenIdle(job: () => void): void {
  setTimeout(() => void idle().then(job), DELAY_MS);
}

/** Like `whenIdle`, but never if the browser is to save data. */
export function whenIdleAndUnmetered(job: () => void): void {
  const { connection } = navigator as { connection?: { saveData: boolean } };
  if (!connection?.saveData) whenIdle(job);
}

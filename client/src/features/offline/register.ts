import { whenIdle } from "../../browser/idle";

/** Register the service worker (`sw.ts`); browsers run it on https and localhost only. */
export function register(): void {
  // It loads every file of the client, which would slow down a page that is being loaded.
  whenIdle(() => {
    navigator.serviceWorker?.register("/sw.js").catch(() => {
      // Some private windows forbid it: all but the offline page works.
    });
  });
}

import { whenIdle } from "../../browser/idle";

/** Have the browser run the service worker (`sw.ts`); it does so on https and localhost only. */
export function register(): void {
  // It fetches every file of the client, for which a page that is still coming would wait.
  whenIdle(() => {
    navigator.serviceWorker?.register("/sw.js").catch(() => {
      // The browser forbids it, as in some private windows: all but the offline page works.
    });
  });
}

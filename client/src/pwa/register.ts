/** Have the browser run the service worker (`sw.ts`); it does so on https and localhost only. */
export function register(): void {
  // The first page comes first.
  window.addEventListener("load", () => {
    navigator.serviceWorker?.register("/sw.js").catch(() => {
      // The browser forbids it, as in some private windows: all but the offline page works.
    });
  });
}

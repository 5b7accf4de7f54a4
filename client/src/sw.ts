/// <reference lib="webworker" />
/**
 * The service worker. It keeps the client's own files, so that a page that is open keeps its parts
 * when the server gets a new version, and shows a page without the server: the rules, or the offline
 * page. All data about people and tables comes from the server.
 *
 * A new version waits until no page of the old one is open. That needs no hurry: pages come from the
 * server, so a page that is loaded again is the new one anyway.
 */
import { THINKER_CACHE } from "./features/thinker/cache";
import { listenForPush } from "./features/notify/push";
import { addRoute, matchPrecache, precache } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

listenForPush(self);
precache(self.__WB_MANIFEST);
// Only requests for their full names: "/" goes to the server.
addRoute({ directoryIndex: "", cleanURLs: false });

// The files of a thinker; the page that uses it caches them.
registerRoute(
  ({ url }) => /^\/(assets\/.+\.wasm$|assets\/mind-|minds\/)/.test(url.pathname),
  async ({ request }) => {
    // A proxy may answer, with an error, if the server is gone.
    const answer = await fetch(request).catch(() => Response.error());
    if (answer.ok) return answer;
    return (await caches.match(request, { cacheName: THINKER_CACHE, ignoreVary: true })) ?? answer;
  },
);

registerRoute(
  new NavigationRoute(
    async ({ request, url }) => {
      try {
        return await fetch(request);
      } catch {
        // The rules pages and games on this device need no server.
        const inside = /^\/(rules|here)\//.test(url.pathname);
        const page = inside ? "/index.html" : "/offline.html";
        return (await matchPrecache(page)) ?? Response.error();
      }
    },
    { denylist: [/^\/api\//] },
  ),
);

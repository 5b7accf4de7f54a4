/// <reference lib="webworker" />
/**
 * The service worker. It keeps the client's own files, so that a page that is open keeps its parts
 * when the server gets a new version, and shows a page without the server: the rules, or what can
 * be done meanwhile. Whatever is about people and tables always comes from the server.
 *
 * A new version waits until no page of the old one is open. Nothing here makes it hurry: pages come
 * from the server, so a page that is loaded again is the new one anyway.
 */
import { KEPT } from "./features/thinker/cache";
import { listenForPush } from "./features/notify/push";
import { addRoute, matchPrecache, precache } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

listenForPush(self);
precache(self.__WB_MANIFEST);
// Only by their full names: "/" is asked of the server.
addRoute({ directoryIndex: "", cleanURLs: false });

// What plays on this device is kept by the page that asked for it.
registerRoute(
  ({ url }) => /^\/(assets\/.+\.wasm$|assets\/mind-|minds\/)/.test(url.pathname),
  async ({ request }) => {
    // A proxy may still answer where the server is gone.
    const answer = await fetch(request).catch(() => Response.error());
    if (answer.ok) return answer;
    return (await caches.match(request, { cacheName: KEPT, ignoreVary: true })) ?? answer;
  },
);

registerRoute(
  new NavigationRoute(
    async ({ request, url }) => {
      try {
        return await fetch(request);
      } catch {
        // The rules are all in the client, and so is a game on this device.
        const inside = /^\/(rules|here)\//.test(url.pathname);
        const page = inside ? "/index.html" : "/offline.html";
        return (await matchPrecache(page)) ?? Response.error();
      }
    },
    { denylist: [/^\/api\//] },
  ),
);

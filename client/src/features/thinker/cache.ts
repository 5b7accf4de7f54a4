/** The files of a thinker, cached on this device so that it plays without a connection. */

import type { GameClient } from "../../games/types";

/** The name of the cache; the service worker (`sw.ts`) reads it, too. */
export const THINKER_CACHE = "mind";

// Over plain http browsers offer no cache, except on localhost.
const canCache = () => "caches" in globalThis;

/** Cache these files and drop all others. Without a connection the cache stays as it is. */
export async function cacheFiles(files: string[]): Promise<void> {
  if (!canCache() || !navigator.onLine) return;
  const cache = await caches.open(THINKER_CACHE);
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  // A file in assets has another name if it has changed.
  const wanted = files.filter((file) => !cached.includes(file) || !file.startsWith("/assets/"));
  await cache.addAll(wanted);
  for (const file of cached) if (!files.includes(file)) await cache.delete(file);
}

/** Whether a game can be played here without a connection. */
export async function isCached(game: GameClient): Promise<boolean> {
  if (!canCache() || !game.thinker) return false;
  return !!(await caches.match(game.thinker.script, {
    cacheName: THINKER_CACHE,
    ignoreVary: true,
  }));
}

/** The games whose networks are cached here, in whatever version. */
export async function cachedGames(): Promise<string[]> {
  if (!canCache()) return [];
  const files = await (await caches.open(THINKER_CACHE)).keys();
  return files.flatMap(({ url }) => /\/minds\/(\w+)\.onnx$/.exec(url)?.[1] ?? []);
}

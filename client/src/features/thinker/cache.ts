/** What a mind is made of stays on this device once it was asked for: it is there without a connection. */

import type { GameClient } from "../../games/types";

/** The service worker reads the same (`sw.ts`). */
export const KEPT = "mind";

// Browsers keep nothing for pages over plain http from another machine.
const canKeep = () => "caches" in globalThis;

/** Keep these files, and no older ones; without a connection, those that are kept. */
export async function keep(files: string[]): Promise<void> {
  if (!canKeep() || !navigator.onLine) return;
  const cache = await caches.open(KEPT);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  // What is in assets has another name when it is another file.
  const wanted = files.filter((file) => !kept.includes(file) || !file.startsWith("/assets/"));
  await cache.addAll(wanted);
  for (const file of kept) if (!files.includes(file)) await cache.delete(file);
}

/** Would the game be played here without a connection? */
export async function isKept(game: GameClient): Promise<boolean> {
  if (!canKeep() || !game.thinker) return false;
  return !!(await caches.match(game.thinker.script, { cacheName: KEPT, ignoreVary: true }));
}

/** The games that are kept here, in whatever version. */
export async function keptGames(): Promise<string[]> {
  if (!canKeep()) return [];
  const files = await (await caches.open(KEPT)).keys();
  return files.flatMap(({ url }) => /\/minds\/(\w+)\.onnx$/.exec(url)?.[1] ?? []);
}

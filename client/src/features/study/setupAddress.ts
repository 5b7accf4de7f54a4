/** Where a position is set up by hand; the address holds it, so that it can be passed on. */

/** With the options of a game that begins there. */
export function setupAddress(game: string, options?: unknown): string {
  const search = options ? `?${new URLSearchParams({ start: JSON.stringify(options) })}` : "";
  return `/setup/${game}${search}`;
}

/** The options that an address holds; null if it holds none that can be read. */
export function setupIn(search: string): unknown {
  try {
    return JSON.parse(new URLSearchParams(search).get("start") ?? "null");
  } catch {
    return null;
  }
}

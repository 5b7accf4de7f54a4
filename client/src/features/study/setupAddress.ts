/** The address of the editor of positions. It holds the position, so that it can be shared. */

/** The address of the editor, with the options of a game that begins with the position. */
export function setupAddress(game: string, options?: unknown): string {
  const search = options ? `?${new URLSearchParams({ start: JSON.stringify(options) })}` : "";
  return `/setup/${game}${search}`;
}

/** The options in the search part of an address; null if there are none, or unreadable ones. */
export function setupIn(search: string): unknown {
  try {
    return JSON.parse(new URLSearchParams(search).get("start") ?? "null");
  } catch {
    return null;
  }
}

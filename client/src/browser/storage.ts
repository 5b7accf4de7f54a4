/** The value that was stored under a key; `{}` if there is none, or storage is not allowed. */
export function stored(key: string): Record<string, any> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** Store a value as JSON. If storage is not allowed, it lasts until the page is closed. */
export function store(key: string, what: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Private windows, and full disks.
  }
}

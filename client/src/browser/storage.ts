/** What this browser keeps under a key; `{}` where that is nothing, unreadable or forbidden. */
export function kept(key: string): Record<string, any> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** Keep it; where that is forbidden, it lasts until the page is closed. */
export function keep(key: string, what: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Nothing can be done about it.
  }
}

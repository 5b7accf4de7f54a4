/** Whether the server has a newer version of the client than this page. */

export const version = $state({
  /** The server has a newer client. */
  newer: false,
});

/** The script of this page: its name differs between versions. */
const script = document.querySelector<HTMLScriptElement>("script[type=module][src]")!.src;

/** Ask the server whether it serves a newer client. */
export async function checkVersion(): Promise<void> {
  if (version.newer) return;
  try {
    const page = await fetch("/", { cache: "no-cache" });
    version.newer = page.ok && !(await page.text()).includes(new URL(script).pathname);
  } catch {
    // Without a server there is no newer version either.
  }
}

// The server no longer has a part of this page.
window.addEventListener("vite:preloadError", checkVersion);

/** Whether the server has a newer version of the client than this page. */

export const version = $state({
  /** There is a newer one. */
  newer: false,
});

/** The script of this page: another version has another name for it. */
const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")!.src;

/** Ask the server, which may have been replaced. */
export async function checkVersion(): Promise<void> {
  if (version.newer) return;
  try {
    const page = await fetch("/", { cache: "no-cache" });
    version.newer = page.ok && !(await page.text()).includes(new URL(own).pathname);
  } catch {
    // Without a server there is no newer version either.
  }
}

// A part of this page is no longer to be had.
window.addEventListener("vite:preloadError", checkVersion);

/** The page that is open. Links are plain <a href>. */

import { pageAt, type Place } from "./pages";

let path = $state(location.pathname);

const current = $derived(pageAt(path));

export function page(): Place {
  return current;
}

/** Open the page at an address; `instead`: the way back does not lead to the page that is left. */
export function go(to: string, instead = false): void {
  if (instead) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  path = location.pathname;
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => (path = location.pathname));

/** Follow links to pages of the client without loading the whole document again. */
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a");
  const plain =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

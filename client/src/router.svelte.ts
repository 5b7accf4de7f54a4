/** Where we are. Pages are chosen by `page()`; links are plain <a href>. */

export type Page =
  | { name: "home" }
  | { name: "box"; game: string }
  | { name: "table"; id: string }
  | { name: "screen"; id: string }
  | { name: "replay"; id: string }
  | { name: "rules"; game: string }
  | { name: "learn"; game: string }
  | { name: "puzzles"; game: string }
  | { name: "setup"; game: string }
  | { name: "here"; game: string }
  | { name: "find"; wanted: string }
  | { name: "day" }
  | { name: "me" }
  | { name: "link" }
  | { name: "leaders" }
  | { name: "person"; handle: string }
  | { name: "notices" }
  | { name: "unsubscribe"; secret: string }
  | { name: "missing" };

let path = $state(location.pathname);

function read(path: string): Page {
  const [first, second, third, ...more] = path.split("/").slice(1).map(decode);
  if (first === "t" && second && third === "screen" && !more.length)
    return { name: "screen", id: second };
  if (third !== undefined) return { name: "missing" };
  if (!first && second === undefined) return { name: "home" };
  if (first === "day" && second === undefined) return { name: "day" };
  if ((first === "me" || first === "link") && second === undefined) return { name: first };
  if (first === "leaders" && second === undefined) return { name: "leaders" };
  if (first === "notices" && second === undefined) return { name: "notices" };
  if (first === "find" && second !== "") return { name: "find", wanted: second ?? "" };
  if (!second) return { name: "missing" };
  switch (first) {
    case "play":
      return { name: "box", game: second };
    case "people":
      return { name: "person", handle: second };
    case "t":
      return { name: "table", id: second };
    case "unsubscribe":
      return { name: "unsubscribe", secret: second };
    case "replay":
      return { name: "replay", id: second };
    case "rules":
    case "learn":
    case "puzzles":
    case "setup":
    case "here":
      return { name: first, game: second };
    default:
      return { name: "missing" };
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const current = $derived(read(path));

export function page(): Page {
  return current;
}

/** `instead`: the way back does not lead to the page that is left. */
export function go(to: string, instead = false): void {
  if (instead) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  path = location.pathname;
  window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => (path = location.pathname));

/** Follow links inside the house without loading the page again. */
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

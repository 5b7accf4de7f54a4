"""What a page will need, named in its head: it is fetched before any script asks for it."""

from functools import cache
from typing import Any

import msgspec

from inglenook.server.pages.link_previews import STATIC

PAGES = {
    "": "home/Home",
    "play": "newtable/NewTable",
    "rules": "shell/Rules",
    "learn": "learn/Learn",
    "puzzles": "puzzles/Puzzles",
    "setup": "study/Setup",
    "day": "days/Days",
    "t": "play/Table",
    "replay": "replay/Replay",
}
"""The client's page by the first part of an address; others come a moment later."""


def with_preloads(page: str, path: str, game: str, language: str) -> str:
    """The client's page with links to what that address, game and language need."""
    wanted = [f"src/i18n/{language}.ts"]
    if game:
        inside = f"src/games/{game}/i18n/{language}.json?inside"
        wanted += [f"src/games/{game}/index.ts", inside]
    if name := PAGES.get(path.partition("/")[0]):
        wanted.append(f"src/features/{name}.svelte")
    links = dict.fromkeys(link for source in wanted for link in _links(source))
    new = "".join(f"{link}\n" for link in links if link not in page)
    return page.replace("</head>", f"{new}</head>", 1)


@cache
def _links(source: str) -> tuple[str, ...]:
    """Links to a module's file, its styles, and all that it imports; none if it is unknown.

    Its styles are only fetched: the module itself puts them into the page. As stylesheets of the
    page they would hold up its first paint, which needs none of them.
    """
    module = _manifest().get(source)
    if module is None:
        return ()
    links = [f'<link rel="modulepreload" crossorigin href="/{module["file"]}">']
    links += (
        f'<link rel="preload" as="style" crossorigin href="/{file}">'
        for file in module.get("css", ())
    )
    links += (link for other in module.get("imports", ()) for link in _links(other))
    return tuple(links)


@cache
def _manifest() -> dict[str, Any]:
    """What was built from each source, as Vite tells it."""
    manifest: dict[str, Any] = msgspec.json.decode((STATIC / "manifest.json").read_bytes())
    return manifest

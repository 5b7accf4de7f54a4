"""What is shown of a link where it is sent: a title, a sentence and a picture, in the page's head.

Nothing is told that the invitation itself would not tell whoever has the link.
"""

from html import escape
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.datastructures import URL

from inglenook.server.live.results import Welcome

STATIC = Path(__file__).parent / "static"
TITLE = "<title>Inglenook</title>"
"""What the client's page has in its place."""
LANGUAGE = '<html lang="en">'
WIDE, HIGH = 1200, 630
"""px of the pictures."""


class About(Struct, frozen=True):
    """What a page is about."""

    game: str = ""
    replay: bool = False
    table: Welcome | None = None


def with_languages(page: str, languages: tuple[str, ...]) -> str:
    """A page that knows which languages are offered."""
    tag = f'<meta name="languages" content="{" ".join(languages)}" />'
    return page.replace("</title>", f"</title>\n    {tag}", 1)


def with_preview(page: str, about: About, url: URL, language: str) -> str:
    """The client's page with all that a preview needs, in that language."""
    texts = msgspec.json.decode((STATIC / "previews.json").read_bytes())
    title, text = _words(about, texts[language])
    origin = f"{url.scheme}://{url.netloc}"
    name = about.game if (STATIC / f"preview/{about.game}.jpg").exists() else "home"
    tags = {
        "og:type": "website",
        "og:site_name": "Inglenook",
        "og:title": title,
        "og:description": text,
        "og:url": f"{origin}{url.path}",
        "og:locale": language,
        "og:image": f"{origin}/preview/{name}.jpg",
        "og:image:width": str(WIDE),
        "og:image:height": str(HIGH),
        "og:image:alt": title,
    }
    head = [
        f"<title>{escape(title)}</title>",
        f'<meta name="description" content="{escape(text)}" />',
        '<meta name="twitter:card" content="summary_large_image" />',
        *(f'<meta property="{tag}" content="{escape(said)}" />' for tag, said in tags.items()),
    ]
    page = page.replace(LANGUAGE, f'<html lang="{language}">', 1)
    return page.replace(TITLE, "\n    ".join(head), 1)


def _words(about: About, texts: dict[str, str]) -> tuple[str, str]:
    """A title and a sentence."""
    if f"{about.game}.goal" not in texts:
        return texts["preview.home.title"], texts["preview.home.text"]
    game, goal = texts[f"{about.game}.title"], texts[f"{about.game}.goal"]
    if about.replay:
        return _fill(texts["preview.replay.title"], game=game), goal
    table = about.table
    if not table or not table.inviting or not table.inviter:
        return f"{game} · Inglenook", goal
    inside = _fill(texts["invite.in"], n=table.inside, of=table.seats)
    title = _fill(texts["invite.from"], game=game, name=table.inviter)
    return title, f"{goal} {inside.rstrip(' :')}."


def _fill(text: str, **values: str | int) -> str:
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def best_language(wanted: str, known: tuple[str, ...]) -> str:
    """The one of those we offer that a reader likes best; else English, or the first.

    `wanted` is what the browser says of them: the header `Accept-Language`.
    """
    liked = []
    for n, part in enumerate(wanted.split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            liked.append((-float(weight or 1), n, tag[:2].lower()))
        except ValueError:
            continue
    usual = "en" if "en" in known else known[0]
    return next((tag for weight, _, tag in sorted(liked) if tag in known and weight < 0), usual)

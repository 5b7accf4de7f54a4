"""The links between our pages: where each leads, and which lead nowhere."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^()\s]+(?:\([^()]*\))?)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)


class Link(NamedTuple):
    page: Path
    to: str
    """As it is written."""

    @property
    def foreign(self) -> bool:
        return bool(re.match(r"[a-z]+:", self.to))

    @property
    def target(self) -> Path:
        """The file it leads to."""
        path = self.to.partition("#")[0]
        return (self.page.parent / path).resolve() if path else self.page

    @property
    def anchor(self) -> str:
        return self.to.partition("#")[2]


def pages() -> list[Path]:
    """All that people read: the README and its like, and the documentation."""
    docs = ROOT / "docs"
    found = sorted((*docs.rglob("*.md"), *docs.glob("notebooks/*.ipynb")))
    return [*sorted(ROOT.glob("*.md")), *found]


def text_of(page: Path) -> str:
    """What can hold links and headings: no code."""
    text = page.read_text()
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        told = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        text = "\n\n".join(told)
    return FENCE.sub("", text)


def links(page: Path) -> Iterator[Link]:
    """The links of a page; what looks like one in code is none."""
    text = text_of(page)
    for found in LINK.finditer(text):
        # The brackets may hold code, and what they lead to may not.
        before = CODE.sub(lambda code: "\0" * len(code[0]), text)[found.end(1) : found.end()]
        if "\0" not in before:
            yield Link(page, found[2])


def anchors(page: Path) -> set[str]:
    """What can be linked to within a page: its headings, as Markdown's renderers name them."""
    text = text_of(page)
    found: set[str] = set(re.findall(r'<a id="([^"]+)"', text))
    for heading in re.findall(r"^#{1,6} (.+?)\s*$", text, re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", shown.lower().replace("`", "")).strip().replace(" ", "-")
        name, n = slug, 0
        while name in found:
            n += 1
            name = f"{slug}-{n}"
        found.add(name)
    return found


def fault(link: Link) -> str | None:
    """Why a link between our files is dead; None if it is not."""
    if link.foreign:
        return None
    if link.to.startswith("/"):
        return "it begins with a slash"
    if not link.target.exists():
        return f"there is no {link.target}"
    if (
        link.anchor
        and link.target.suffix in (".md", ".ipynb")
        and link.anchor not in anchors(link.target)
    ):
        return f"{link.target} has no heading #{link.anchor}"
    return None

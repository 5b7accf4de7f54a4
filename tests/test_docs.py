"""The documentation holds together: no dead link, and every notebook and study is there."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from docs.links import fault, links, pages  # noqa: E402


def test_no_link_between_our_pages_is_dead() -> None:
    found = [(page, link) for page in pages() for link in links(page)]
    assert len(found) > 70
    dead = [f"{page.name}: {link.to}: {why}" for page, link in found if (why := fault(link))]
    assert dead == []


@pytest.mark.parametrize(
    ("link", "why"),
    [("none.md", "there is no"), ("#none", "no heading"), ("/docs/bots.md", "begins with a slash")],
)
def test_a_dead_link_is_found(link: str, why: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# A page\n[here](#a-page) `[code](none)` and [there]({link})\n")
    here, there = links(page)
    assert fault(here) is None
    assert why in (fault(there) or "")


PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|pyproject\.toml|testing\.py)`")
"""What looks like the path of a file or a folder."""


def missing(text: str) -> list[str]:
    """The paths in a text that are not there; `NAME` is any game."""
    roots = (ROOT, ROOT / "src/inglenook")
    return [
        path
        for path in PATH.findall(text)
        if not any([*root.glob(path.rstrip("/").replace("NAME", "*"))] for root in roots)
    ]


def test_where_to_put_what_names_paths_that_exist() -> None:
    page = (ROOT / "docs/where-to-put-what.md").read_text()
    assert len(PATH.findall(page)) > 150
    assert missing(page) == []


def test_a_path_that_is_not_there_is_found() -> None:
    page = (
        "`core/match.py` `tests/`, `games/NAME/rules.py` `i18n` `core/nothing.py` `games/NAME/x/`"
    )
    assert missing(page) == ["core/nothing.py", "games/NAME/x/"]


@pytest.mark.parametrize(
    ("pages", "most"),
    [("architecture.md", 250), ("where-to-put-what.md", 200), ("decisions/*.md", 120)],
)
def test_pages_for_developers_are_short(pages: str, most: int) -> None:
    found = [*(ROOT / "docs").glob(pages)]
    assert found
    for page in found:
        lines = page.read_text().splitlines()
        assert len(lines) <= most, page.name
        assert [line for line in lines if len(line) > 100] == [], page.name


def test_the_index_lists_every_page_of_decisions() -> None:
    index = ROOT / "docs/decisions/index.md"
    listed = [link.target for link in links(index)]
    assert sorted(listed) == sorted({*index.parent.glob("*.md")} - {index})

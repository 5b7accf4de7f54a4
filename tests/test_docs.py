"""The documentation holds together: no dead link, and every notebook and study is there."""

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

"""What is shown of a link where it is sent, by those who read only the head of a page."""

from html.parser import HTMLParser

import pytest

from inglenook.server.pages.link_previews import best_language
from tests.web.people import FREE, SMALL, Person, me

SENT = {"host": "games.example.org"}


class Head(HTMLParser):
    """The title and what the metas of a page say."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.metas: dict[str, str] = {}
        self.title = self.language = ""
        self._tag = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self._tag = tag
        if tag == "html":
            self.language = found["lang"] or ""
        if (
            tag == "meta"
            and "media" not in found
            and (name := found.get("property") or found.get("name"))
        ):
            assert name not in self.metas
            self.metas[name] = found["content"] or ""

    def handle_data(self, data: str) -> None:
        if self._tag == "title":
            self.title += data.strip()


def head(person: Person, path: str, language: str = "en") -> Head:
    page = person.http.get(path, headers={**SENT, "accept-language": language})
    assert page.headers["vary"] == "accept-language"
    return Head(page.text)


def test_an_open_table_says_who_invites_to_what(ada: Person) -> None:
    table = ada.open(me('Ada <b> "&'), FREE)
    found = head(ada, f"/t/{table}?x=1")
    assert found.title == 'Ada <b> "& invites you to Kewbz'
    assert found.metas["og:title"] == found.title
    assert found.metas["og:description"].startswith("Build towers and be on top")
    assert found.metas["og:description"].endswith("1 of 2 are in.")
    assert found.metas["description"] == found.metas["og:description"]
    assert found.metas["og:url"] == f"http://games.example.org/t/{table}"
    assert found.metas["twitter:card"] == "summary_large_image"
    in_german = head(ada, f"/t/{table}", "de-CH,de;q=0.9")
    assert in_german.title == 'Ada <b> "& lädt dich zu Kewbz ein'
    assert in_german.language == in_german.metas["og:locale"] == "de"


def test_the_picture_is_there_at_a_whole_address(ada: Person) -> None:
    for path, name in (("/", "home"), ("/play/conex", "conex"), ("/no/such/page", "home")):
        found = head(ada, path)
        assert found.metas["og:image"] == f"http://games.example.org/preview/{name}.jpg"
        picture = ada.http.get(f"/preview/{name}.jpg")
        assert picture.headers["content-type"] == "image/jpeg"
        assert picture.content[:3] == b"\xff\xd8\xff"


def test_nothing_is_told_of_those_who_play(ada: Person) -> None:
    playing = ada.open(me("Secretive"), me("Other"), **SMALL)
    daily = {"game": "prolix", "seats": [me("Secretive")], "daily": True}
    board = ada.http.post("/api/tables", json=daily).json()["id"]
    for path in (f"/t/{playing}", f"/replay/{playing}", f"/t/{board}", f"/replay/{board}"):
        page = ada.http.get(path).text
        assert "Secretive" not in page
        assert "og:title" in page
    assert head(ada, f"/replay/{playing}").title == "Look back at a game of Kewbz"
    assert head(ada, f"/t/{playing}").title == "Kewbz · Inglenook"


@pytest.mark.parametrize(
    ("wanted", "best"),
    [
        ("", "en"),
        ("*", "en"),
        ("nl", "nl"),
        ("pt,es;q=0.5", "es"),
        ("en;q=0.3, fr;q=0.8", "fr"),
        ("de;q=0, en", "en"),
        ("de;q=x, fr;q=0.1", "fr"),
        ("EN-gb", "en"),
    ],
)
def test_the_language_is_the_best_of_ours(wanted: str, best: str) -> None:
    assert best_language(wanted, ("de", "en", "es", "fr", "nl")) == best

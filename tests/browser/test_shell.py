"""The shell around the games: lost connections, notices, the result, the log, names, the shelf."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.play import board

People = Callable[..., Page]
ME = {"kind": "me", "name": "Ann"}
BESIDE = {"kind": "me", "name": "Bob"}


def open_table(page: Page, *seats: dict[str, Any], game: str = "kewbz", **options: Any) -> str:
    """A new table, and the page at it."""
    new = {"game": game, "seats": seats, "options": options}
    answer = page.request.post("/api/tables", data=new)
    assert answer.status == 201, answer.text()
    table = str(answer.json()["id"])
    page.goto(f"/t/{table}")
    return table


def test_a_box_that_could_not_be_loaded_heals_by_itself(person: People) -> None:
    page = person()
    page.route("**/api/games", lambda route: route.abort())
    page.goto("/play/kewbz")
    expect(page.get_by_text("Connection lost")).to_be_visible()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    page.unroute("**/api/games")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    expect(page.get_by_text("Connection lost")).to_be_hidden()


def test_a_notice_goes_with_the_page_it_was_about(person: People) -> None:
    page = person()
    page.goto("/play/kewbz")
    page.route("**/api/tables", lambda route: route.abort())
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("The server cannot be reached")).to_be_visible()
    page.unroute("**/api/tables")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(board(page)).to_be_visible()
    assert page.get_by_text("The server cannot be reached").count() == 0


def test_a_notice_lies_above_a_dialog(person: People) -> None:
    page = person()
    open_table(page, ME, BESIDE)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Share").click()
    expect(dialog.get_by_text(re.compile("Link copied|/replay/"))).to_be_visible()


def test_a_page_that_is_not_there_says_so(person: People) -> None:
    page = person()
    answer = page.goto("/no/such/page")
    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", name="Nothing on this shelf")).to_be_visible()

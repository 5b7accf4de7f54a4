"""The big screen: the table for everybody to see, and nobody's hand."""

from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.steps import new_table
from tests.browser.test_pages import check_accessible
from tests.browser.test_shell import FREE, ME, People

TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
AWAKE = """
  window.locks = 0;
  const { wakeLock } = navigator;
  if (wakeLock) {  // an empty page has none
    const ask = wakeLock.request.bind(wakeLock);
    wakeLock.request = (kind) => { window.locks += 1; return ask(kind); };
  }
"""
# What shows that the game is on, and what would be in somebody's hand.
BOARDS = {
    "kewbz": ("[role=grid]", None),
    "prolix": (".prolix", "form"),
    "conex": (".conex", "[role=toolbar]"),
    "konexi": (".konexi", None),
}


def ask(page: Page, table: str, **what: Any) -> dict[str, Any]:
    answer = page.request.post(f"/api/tables/{table}/asks", data={"id": str(uuid4()), **what})
    assert answer.ok, answer.text()
    said: dict[str, Any] = answer.json()
    return said


@pytest.mark.parametrize("game", BOARDS)
def test_the_table_is_large_and_holds_no_hand(person: People, game: str) -> None:
    board, hand = BOARDS[game]
    ann, bob = person(), person()
    table = new_table(ann, game, ME, FREE)
    ann.add_init_script(AWAKE)
    ann.goto(f"/t/{table}")
    way = ann.get_by_role("region", name="Waiting").get_by_role("link", name="Big screen")
    expect(way).to_have_attribute("href", f"/t/{table}/screen")
    # Her own browser, and yet it is not her view.
    screen = ann.context.new_page()
    screen.add_init_script(AWAKE)
    screen.set_viewport_size(TELEVISION)
    sent: dict[str, Any] = {
        "url": f"http://192.168.1.7:8000/t/{table}",
        "more": [],
        "trouble": None,
    }
    screen.route("**/invitation", lambda route: route.fulfill(json={**sent, "inviter": "Ann"}))
    screen.goto(f"/t/{table}/screen")
    expect(screen.get_by_role("img", name="QR code")).to_be_visible()
    expect(screen.get_by_text(sent["url"])).to_be_visible()
    if game == "kewbz":
        check_accessible(screen)
    assert screen.evaluate("window.locks") > 0

    ask(bob, table, type="sit", seat=1, name="Bob")
    expect(screen.locator(board)).to_be_visible()
    expect(screen.get_by_role("region", name="Seat 2: Bob")).to_be_visible()
    expect(screen.get_by_role("img", name="QR code")).to_have_count(0)
    if hand:
        expect(ann.locator(hand).first).to_be_visible()
        assert screen.locator(hand).count() == 0
    if game == "kewbz":
        move = {"type": "place", "cell": "c3"}
        ask(ann, table, type="play", seat=0, move=move)
        expect(screen.get_by_text("Ann: c3")).to_be_visible()
        check_accessible(screen)
    # Where all race each other a phone must not go dark; else there is time.
    if game in ("kewbz", "prolix"):
        assert (ann.evaluate("window.locks") > 0) == (game == "prolix")
    # Nothing is cut off.
    assert screen.evaluate(
        "document.documentElement.scrollHeight <= innerHeight"
        " && document.documentElement.scrollWidth <= innerWidth"
    )
    ask(bob, table, type="play", seat=1, move={"type": "resign"})
    expect(screen.get_by_text("Ann won")).to_be_visible()
    if game == "kewbz":
        again = ask(ann, table, type="rematch")["table"]
        screen.wait_for_url(f"**/t/{again}/screen")
    screen.close()

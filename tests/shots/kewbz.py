"""Tables of Kewbz."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.steps import KEEP_SOCKET, lose_connection, new_table
from tests.shots.states import (
    ANN,
    BOB,
    Arrive,
    at,
    state,
)

GOLDEN = Path(__file__).parents[1] / "games/golden"
BOT = {"kind": "bot", "level": "cobble"}


@state("kewbz-first-move")
def kewbz_first_move(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{new_table(page, 'kewbz', ANN, BOT)}")


@state("kewbz-towers")
def kewbz_towers(arrive: Arrive) -> Page:
    page = arrive()
    table = new_table(page, "kewbz", ANN, BOB)
    page.goto(f"/t/{table}")
    expect(play.board(page)).to_be_visible()
    for turn in range(14):
        assert play.place_somewhere(page, turn)
    return page


@state("kewbz-log")
def kewbz_log(arrive: Arrive) -> Page:
    """Where it lies beside the board, it is always there: so it is opened on a phone."""
    page = kewbz_towers(arrive)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("list", name="Log").last.wait_for()
    return page


@state("kewbz-analysis")
def kewbz_analysis(arrive: Arrive) -> Page:
    """The analysis board of a replay."""
    page = arrive()
    record = json.loads((GOLDEN / "kewbz-last-cube.json").read_text())
    brought = page.request.post("/api/records", data=record).json()["id"]
    at(page, f"/replay/{brought}?at=9")
    page.get_by_role("button", name="Analysis board").first.click()
    best = page.get_by_role("region", name="Analysis board").get_by_role("list")
    expect(best.get_by_role("button")).to_have_count(3)
    return page


@state("kewbz-here")
def kewbz_here(arrive: Arrive) -> Page:
    """A game on this device, after two moves."""
    page = at(arrive(), "/here/kewbz")
    play.place(page, "d4")
    expect(play.legal(page).first).to_be_visible()
    return page


@state("kewbz-lost-here")
def kewbz_lost_here(arrive: Arrive) -> Page:
    """Without a connection, where the game may go on here."""
    page = kewbz_here(arrive)
    page.wait_for_function(
        "() => caches.open('mind').then((kept) => kept.keys()).then((k) => k.length)"
    )
    page.add_init_script(KEEP_SOCKET)
    at(page, f"/t/{new_table(page, 'kewbz', ANN, BOT)}")
    expect(play.legal(page).first).to_be_visible()
    lose_connection(page)
    expect(page.get_by_role("button", name="Play on here against a bot")).to_be_visible()
    return page

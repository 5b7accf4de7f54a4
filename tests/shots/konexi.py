"""Tables of Konexi."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import konexi_play
from tests.browser.steps import Json
from tests.shots.states import ANN, BOB, MOVING, Arrive, at, move, state, view


def konexi_play_on(page: Page, table: str, until: Callable[[Json, Json], bool]) -> Json:
    """Play for all until a move is due of which that is true."""
    plan = konexi_play.Plan()
    at(page, f"/api/tables/{table}")
    now = konexi_play.moved_on(page, {})
    for _ in range(200):
        what = plan.next(now)
        if until(now, what):
            return what
        move(page, table, now["active"], what)
        now = konexi_play.moved_on(page, now)
    raise AssertionError("it never came to that")


def konexi_at(arrive: Arrive, phase: str, letters: int, **how: Any) -> Page:
    page = arrive()
    table = konexi_play.new_tower(page, ANN, BOB, goal=200, **how)
    konexi_play_on(
        page, table, lambda now, _: now["phase"] == phase and len(now["tower"]) >= letters
    )
    return at(page, f"/t/{table}")


@state("konexi-token")
def konexi_token(arrive: Arrive) -> Page:
    return konexi_at(arrive, "token", 0)


@state("konexi-take")
def konexi_take(arrive: Arrive) -> Page:
    return konexi_at(arrive, "take", 2, steady=True)


@state("konexi-place")
def konexi_place(arrive: Arrive) -> Page:
    return konexi_at(arrive, "place", 2, steady=True)


@state("konexi-needle")
def konexi_needle(arrive: Arrive) -> Page:
    page = konexi_at(arrive, "place", 0)
    konexi_play.panel(page).get_by_role("radio").first.check()
    konexi_play.button(page, "Place").click()
    expect(konexi_play.button(page, "Let go!")).to_be_visible()
    return page


@state("konexi-word")
def konexi_word(arrive: Arrive) -> Page:
    return konexi_at(arrive, "claim", 3, steady=True)


@state("konexi-fallen")
def konexi_fallen(arrive: Arrive) -> Page:
    page = arrive(viewport={"width": 390, "height": 844}, **MOVING)
    table = konexi_play.new_tower(page, ANN, BOB, goal=200, steady=True)

    def topples(now: Json, what: Json) -> bool:
        ways = [steady for place in now["places"] for _, _, steady in place["ways"]]
        return what["type"] == "join" and min(ways, default=0) < 0

    what = konexi_play_on(page, table, topples)
    at(page, f"/t/{table}")
    expect(page.locator("canvas").first).to_be_visible()
    move(page, table, view(page, table)["active"], what)
    expect(page.get_by_role("button", name="See the fall again")).to_be_visible()
    return page


@state("konexi-fall")
def konexi_fall(arrive: Arrive) -> Page:
    """Seen again, since that is slower; it stops in the middle of it."""
    page = konexi_fallen(arrive)
    page.clock.install()
    page.get_by_role("button", name="See the fall again").click()
    page.clock.pause_at(page.evaluate("Date.now() + 1500"))
    return page


@state("konexi-result")
def konexi_result(arrive: Arrive) -> Page:
    page = konexi_at(arrive, "claim", 2, steady=True)
    table = page.url.rsplit("/", 1)[1]
    move(page, table, 0, {"type": "resign"})
    page.get_by_role("dialog").wait_for()
    return page

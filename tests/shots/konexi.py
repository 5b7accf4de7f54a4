"""Tables of Konexi."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import konexi_play
from tests.browser.conftest import PHONE
from tests.browser.steps import Json
from tests.shots.states import ANN, BOB, Arrive, at, move, state, stop_clock, view


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


def konexi_just_before(
    arrive: Arrive, until: Callable[[Json, Json], bool], **how: Any
) -> tuple[Page, str, Json]:
    """A table where that is true of the next move, and the move; its page is not open yet.

    A small page, since software draws 3-D slowly, and no time for words that could run out
    while it is pictured.
    """
    page = arrive(viewport=PHONE)
    table = konexi_play.new_tower(page, ANN, BOB, goal=200, word_ms=0, **how)
    what = konexi_play_on(page, table, until)
    return page, table, what


def konexi_at(arrive: Arrive, phase: str, letters: int, **how: Any) -> Page:
    def there(now: Json, _: Json) -> bool:
        return now["phase"] == phase and len(now["tower"]) >= letters

    page, table, _ = konexi_just_before(arrive, there, **how)
    return at(page, f"/t/{table}")


@state("konexi-token")
def konexi_token(arrive: Arrive) -> Page:
    return konexi_at(arrive, "token", 0)


@state("konexi-take")
def konexi_take(arrive: Arrive) -> Page:
    return konexi_at(arrive, "take", 2, steady=True)


@state("konexi-place")
def konexi_place(arrive: Arrive) -> Page:
    page = konexi_at(arrive, "place", 3, steady=True)
    konexi_play.button(page, "Steadiest").click()
    return page


@state("konexi-needle")
def konexi_needle(arrive: Arrive) -> Page:
    page, table, _ = konexi_just_before(arrive, lambda now, _: now["phase"] == "place")
    # The needle stands still, and nothing is drawn again and again.
    stop_clock(page, f"/t/{table}")
    konexi_play.panel(page).get_by_role("radio").first.check()
    konexi_play.button(page, "Place").click()
    expect(konexi_play.button(page, "Let go!")).to_be_visible()
    return page


@state("konexi-word")
def konexi_word(arrive: Arrive) -> Page:
    return konexi_at(arrive, "claim", 4, steady=True)


def falls(now: Json, what: Json) -> bool:
    ways = [steady for place in now["places"] for _, _, steady in place["ways"]]
    return what["type"] == "join" and len(now["tower"]) > 2 and min(ways, default=0) < 0


@state("konexi-fallen")
def konexi_fallen(arrive: Arrive) -> Page:
    page, table, what = konexi_just_before(arrive, falls, steady=True)
    move(page, table, view(page, table)["active"], what)
    konexi_play.moved_on(page, {})
    stop_clock(page, f"/t/{table}")
    expect(page.get_by_role("button", name="See the fall again")).to_be_visible()
    return page


@state("konexi-fall")
def konexi_fall(arrive: Arrive) -> Page:
    """It is seen again, since that is slower, and stops when it has just given way."""
    page = konexi_fallen(arrive)
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name="See the fall again").click()
    broke = page.get_by_text(re.compile("(came off first|tipped over|touched the table)$"))
    # Steps in which the eye can follow.
    while not broke.is_visible():
        page.clock.fast_forward(200)
    for _ in range(6):
        page.clock.fast_forward(200)
    return page


@state("konexi-result")
def konexi_result(arrive: Arrive) -> Page:
    page = konexi_at(arrive, "claim", 2, steady=True)
    table = page.url.rsplit("/", 1)[1]
    move(page, table, 0, {"type": "resign"})
    page.get_by_role("dialog").wait_for()
    return page

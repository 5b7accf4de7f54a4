"""Tables of Konexi."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import konexi_play
from tests.browser.conftest import PHONE
from tests.browser.steps import Json
from tests.shots.states import ANN, BOB, Arrive, at, move, state, stop_clock


def konexi_before(
    arrive: Arrive, due: Callable[[Json], bool], **how: Any
) -> tuple[Page, str, Json]:
    """A table at which that is true, and its view; the page is not open yet.

    A small one, since software draws 3-D slowly.
    """
    page = arrive(viewport=PHONE)
    table = konexi_play.new_tower(page, ANN, BOB, goal=200, **how)
    return page, table, konexi_play.play_until(page, table, due, konexi_play.careful())


def konexi_at(arrive: Arrive, phase: str, letters: int, **how: Any) -> Page:
    def due(now: Json) -> bool:
        return bool(now["phase"] == phase and len(now["tower"]) >= letters)

    page, table, _ = konexi_before(arrive, due, **how)
    return at(page, f"/t/{table}", drawn=True)


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
    """With so many letters the needle has all its colours."""
    page, table, _ = konexi_before(
        arrive, lambda now: now["phase"] == "place" and len(now["tower"]) > 5
    )
    # The needle stands still, and nothing is drawn again and again.
    stop_clock(page, f"/t/{table}", drawn=True)
    konexi_play.button(page, "Steadiest").click()
    konexi_play.button(page, "Place").click()
    expect(konexi_play.button(page, "Let go!")).to_be_visible()
    return page


@state("konexi-suspense")
def konexi_suspense(arrive: Arrive) -> Page:
    """Nothing is told that eyes would not see."""
    page = arrive(viewport=PHONE)
    table = konexi_play.new_tower(page, ANN, BOB, suspense=True, steady=True)
    plan = konexi_play.careful()
    now = konexi_play.play_until(page, table, lambda now: bool(now["rests"]), plan)
    move(page, table, now["active"], {"type": "found", "pose": now["rests"][0]["pose"]})
    konexi_play.play_until(page, table, lambda now: bool(now["places"]), plan)
    at(page, f"/t/{table}", drawn=True)
    konexi_play.panel(page).get_by_role("combobox").select_option("0")
    return page


@state("konexi-verdict")
def konexi_verdict(arrive: Arrive) -> Page:
    """How a letter was let go: the word is looked for meanwhile."""
    return konexi_at(arrive, "claim", 2)


@state("konexi-bump")
def konexi_bump(arrive: Arrive) -> Page:
    """In another's turn the tower can be bumped, and it is said what that costs."""
    return konexi_at(arrive, "take", 3, steady=True, bumps=True)


@state("konexi-word")
def konexi_word(arrive: Arrive) -> Page:
    return konexi_at(arrive, "claim", 4, steady=True)


def can_fall(now: Json) -> bool:
    return len(now["tower"]) > 4 and konexi_play.can_fall(now)


@state("konexi-fallen")
def konexi_fallen(arrive: Arrive) -> Page:
    fallen = False
    while not fallen:  # a few of those that look bad stand
        page, table, now = konexi_before(arrive, can_fall, steady=True)
        konexi_play.send(page, table, now["active"], konexi_play.joins(now)[0][1])
        fallen = bool(konexi_play.moved_on(page, now)["fall"])
    stop_clock(page, f"/t/{table}", drawn=True)
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

"""Tables of CONEX."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser import conex_play
from tests.browser.steps import Json, new_table, view_of
from tests.browser.test_conex_screen import NOWHERE, Between, drop, find_place
from tests.shots.states import ANN, BOB, MOVING, Arrive, at, move, state, stop_clock, view


def conex_table(page: Page, *seats: Json) -> str:
    return new_table(page, "conex", *seats, table="small", goal=20, first=0)


def conex_play_on(page: Page, table: str, until: Callable[[Json, Json], bool]) -> Json | None:
    """Play for both until a move is due of which that is true; None: the game ended before."""
    plan = conex_play.Plan()
    while (now := view(page, table))["phase"] != "over":
        what = plan.next(now)
        if until(now, what):
            return what
        mover = now["owing"][0] if now["phase"] == "giving" else now["active"]
        move(page, table, mover, what)
    return None


@state("conex-opening")
def conex_opening(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{conex_table(page, ANN, {'kind': 'bot', 'level': 'hasty'})}")


@state("conex-card-in-hand")
def conex_card_in_hand(arrive: Arrive) -> Page:
    page = conex_opening(arrive)
    conex_play.aim(page, conex_play.lay(view_of(page)["legal"]["fixed"][0]))
    return page


@state("conex-refused")
def conex_refused(arrive: Arrive) -> Page:
    """A card that was let go where it may not lie: it is said why, and lit where."""
    page = arrive()
    Between(page, lambda now: now | {"legal": NOWHERE})
    at(page, f"/t/{conex_table(page, ANN, {'kind': 'bot', 'level': 'hasty'})}")
    expect(conex_play.hand(page)).to_have_count(5)
    drop(page, *find_place(page, "colour"))
    expect(page.locator("[data-fault]")).to_be_visible()
    return page


@state("conex-about")
def conex_about(arrive: Arrive) -> Page:
    """What a card does is said when it is held, or by a key."""
    page = conex_opening(arrive)
    conex_play.hand(page).first.focus()
    page.keyboard.press("i")
    return page


@state("conex-pass-the-screen")
def conex_pass_the_screen(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{conex_table(page, ANN, BOB)}")


def conex_just_before(arrive: Arrive, due: Callable[[Json, Json], bool]) -> tuple[Page, str, Json]:
    """A table of two on one screen, and its next move; tables vary, so several are tried."""
    page = arrive(**MOVING)
    while True:
        table = conex_table(page, ANN, BOB)
        if what := conex_play_on(page, table, due):
            break
    return page, table, what


def conex_filmed(arrive: Arrive, due: Callable[[Json, Json], bool], ms: int) -> Page:
    """Bob watches, without a seat, until so many ms after that move."""
    ann, table, what = conex_just_before(arrive, due)
    bob = arrive(**MOVING)
    stop_clock(bob, f"/t/{table}")
    # What CSS moves has a clock of its own.
    bob.context.new_cdp_session(bob).send("Animation.setPlaybackRate", {"playbackRate": 0})
    move(ann, table, view(ann, table)["active"], what)
    bob.wait_for_timeout(500)
    for _ in range(ms // 100):
        bob.clock.run_for(100)
    bob.evaluate("ms => document.getAnimations().forEach(it => it.currentTime = ms)", ms)
    return bob


def rolls(now: Json, what: Json) -> bool:
    """A card of which the die is rolled."""
    return what["type"] == "lay" and int(what["card"][1:]) > 10 and len(now["laid"]) > 2


@state("conex-die")
def conex_die(arrive: Arrive) -> Page:
    return conex_filmed(arrive, rolls, 1200)


@state("conex-strike")
def conex_strike(arrive: Arrive) -> Page:
    return conex_filmed(arrive, lambda _, what: what["type"] == "lightning", 300)


@state("conex-lightning")
def conex_lightning(arrive: Arrive) -> Page:
    page, table, what = conex_just_before(arrive, lambda _, what: what["type"] == "lightning")
    page.emulate_media(reduced_motion="reduce")
    at(page, f"/t/{table}")
    page.get_by_role("button", name=re.compile("show my hand")).click()
    conex_play.deed(page, "Strike a card").click()
    conex_play.on_table(page, what["card"]).click()
    return page


@state("conex-result")
def conex_result(arrive: Arrive) -> Page:
    page = arrive()
    table = conex_table(page, ANN, BOB)
    conex_play_on(page, table, lambda *_: False)
    at(page, f"/t/{table}")
    page.get_by_role("dialog").wait_for()
    return page

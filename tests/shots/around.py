"""The pages around the games, and what tables of all games have."""

from itertools import cycle

from playwright.sync_api import Page

from tests.browser.steps import KEEP_SOCKET, lose_connection, new_table, sit
from tests.every_game import GAMES
from tests.shots.states import (
    ANN,
    BOB,
    FREE,
    STATES,
    Arrive,
    State,
    at,
    move,
    place,
    state,
)
from tests.web.people import GAME, SMALL


@state("home")
def home(arrive: Arrive) -> Page:
    return at(arrive(), "/")


@state("home-my-games")
def home_my_games(arrive: Arrive) -> Page:
    page = arrive()
    place(page, new_table(page, "kewbz", ANN, BOB, **SMALL), GAME)
    place(page, new_table(page, "kewbz", ANN, BOB), ["c3", "c4"])
    new_table(page, "conex", ANN, FREE)
    return at(page, "/")


def page_at(path: str) -> State:
    return lambda arrive: at(arrive(), path)


for game in GAMES:
    STATES[f"box-{game}"] = page_at(f"/play/{game}")
    STATES[f"rules-{game}"] = page_at(f"/rules/{game}")


@state("settings")
def settings(arrive: Arrive) -> Page:
    page = at(arrive(), "/")
    page.get_by_role("button", name="Settings").click()
    return page


def table_with(arrive: Arrive, **settings: object) -> Page:
    """A table as somebody sees it who has set that."""
    page = arrive()
    page.evaluate(
        """set => {
            const kept = JSON.parse(localStorage["inglenook.settings"] ?? "{}");
            localStorage["inglenook.settings"] = JSON.stringify({ ...kept, ...set });
        }""",
        settings,
    )
    table = new_table(page, "kewbz", ANN, BOB)
    place(page, table, ["c3", "c4", "d4"])
    return at(page, f"/t/{table}")


@state("left-handed")
def left_handed(arrive: Arrive) -> Page:
    return table_with(arrive, leftHanded=True)


@state("large-text")
def large_text(arrive: Arrive) -> Page:
    return table_with(arrive, text=200)


@state("missing")
def missing(arrive: Arrive) -> Page:
    return at(arrive(), "/no/such/page")


@state("invite")
def invite(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{new_table(page, 'kewbz', ANN, FREE)}")


@state("join")
def join(arrive: Arrive) -> Page:
    ann, bob = arrive(), arrive()
    return at(bob, f"/t/{new_table(ann, 'prolix', ANN, FREE, FREE)}")


@state("lost-connection")
def lost_connection(arrive: Arrive) -> Page:
    page = arrive()
    page.add_init_script(KEEP_SOCKET)
    table = new_table(page, "kewbz", ANN, BOB)
    place(page, table, ["c3", "c4", "d4"])
    at(page, f"/t/{table}")
    lose_connection(page)
    return page


def finished(arrive: Arrive) -> tuple[Page, Page, str]:
    ann, bob = arrive(), arrive()
    table = new_table(ann, "kewbz", ANN, FREE, **SMALL)
    sit(bob, "Bob", f"/t/{table}")
    for seat, cell in zip(cycle((0, 1)), GAME, strict=False):
        move((ann, bob)[seat], table, seat, {"type": "place", "cell": cell})
    return at(ann, f"/t/{table}"), at(bob, f"/t/{table}"), table


@state("result-won")
def result_won(arrive: Arrive) -> Page:
    ann, _, _ = finished(arrive)
    ann.get_by_role("dialog").wait_for()
    return ann


@state("result-lost")
def result_lost(arrive: Arrive) -> Page:
    _, bob, _ = finished(arrive)
    bob.get_by_role("dialog").wait_for()
    return bob


@state("replay")
def replay(arrive: Arrive) -> Page:
    ann, _, table = finished(arrive)
    return at(ann, f"/replay/{table}?at=6")

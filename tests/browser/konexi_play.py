"""What people do at a Konexi table, in the words of the screen."""

import re
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
from playwright.sync_api import Locator, Page, expect

from inglenook import Entry, Match
from inglenook.games.konexi.rules import vocabulary
from tests.browser.conftest import PATIENCE
from tests.browser.seeded import lay_out
from tests.browser.steps import Json, new_table, press, tab_to, view_of
from tests.serving import Server

YOU: Json = {"kind": "me", "name": "Ann"}
BOT: Json = {"kind": "bot", "level": "surgeon"}


MANY = 200
"""Moves in which anything has happened that can."""

SEED = "tower 1"
"""With this seed two who build carefully have points, and seven letters, when for the first time a
letter can be joined so that the tower falls: it does.
"""


class Plan:
    """Plays for whoever is to move: lets the tower fall once, then builds it for words."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def next(self, view: Json) -> Json:
        """A move for the seat that is active; a join names place and way in the view."""
        if view["fall"]:
            self.seen.add("fall")
        may = view["may"]
        if "move" in may:
            return {"type": "move", "gap": view["token"]}
        if "take" in may:
            return {"type": "take", "side": "left" if view["left"] in "AEIORST" else "right"}
        if "found" in may:
            steady = [rest["steady"] for rest in view["rests"]]
            return {"type": "found", "pose": view["rests"][steady.index(max(steady))]["pose"]}
        if "join" in may:
            (gauge, worst), *_, (_, best) = joins(view)
            return worst if "fall" not in self.seen and gauge < 0 else best
        if "fall" not in self.seen:
            return {"type": "none"}
        near = vocabulary.neighbours((link["a"], link["b"]) for link in view["links"])
        if words := vocabulary.shown(near, view["new"]):
            self.seen.add("word")
            return {"type": "claim", "word": words[0]}
        return {"type": "none"}


def careful() -> Plan:
    """Lets no tower fall."""
    plan = Plan()
    plan.seen.add("fall")
    return plan


def joins(view: Json) -> list[tuple[int, Json]]:
    """All that the letter in hand can do, each with its gauge: the shakiest first."""
    found = [
        (gauge, {"type": "join", "own": own, "roll": roll, "to": place["to"], "at": place["at"]})
        for place in view["places"]
        for own, roll, gauge in place["ways"]
    ]
    return sorted(found, key=lambda each: each[0])


def can_fall(view: Json) -> bool:
    """Whether the shakiest join looks bad. A few of those stand all the same: see `SEED`."""
    ways = joins(view)
    return bool(ways) and ways[0][0] < -20


def send(page: Page, table: str, seat: int, move: Json) -> None:
    """Make a move without the screen."""
    body = {"id": str(uuid4()), "seat": seat, "move": move}
    made = page.request.post(f"/api/tables/{table}/moves", data=body)
    assert made.ok, made.text()


def play_until(page: Page, table: str, due: Callable[[Json], bool], plan: Plan) -> Json:
    """Play for all, without the screen, until that is true of the view; the view.

    If the table is not open on the page, nothing of it is drawn meanwhile.
    """
    if not page.url.endswith(table):
        page.goto(f"/api/tables/{table}")
    view = moved_on(page, {})
    for _ in range(MANY):
        if due(view):
            return view
        send(page, table, view["active"], plan.next(view))
        view = moved_on(page, view)
    raise AssertionError("it never came to that")


def new_tower(page: Page, *seats: Json, **options: Any) -> str:
    """A table with this company, made by this person, who begins; its id. With gauges: `Plan` goes
    by them. Nobody's time for a word runs out.
    """
    return new_table(page, "konexi", *seats, **{**TERMS, **options})


def known_tower(
    page: Page,
    server: Server,
    *seats: Json,
    due: Callable[[Json], object] | None = None,
    **options: Any,
) -> str:
    """The same with `SEED`, so that nothing there is left to chance; played, without the screen,
    until that is true of its view.
    """
    options = {**TERMS, **options}
    begun = played(len(seats), options, due) if due else ()
    table = lay_out(
        server.data, "konexi", SEED, options, seats=len(seats), begun=begun, table_id=uuid4().hex
    )
    # Only somebody who sits there can let a bot sit down.
    for seat in sorted(range(len(seats)), key=lambda seat: seats[seat]["kind"] == "bot"):
        match seats[seat]:
            case {"kind": "me", "name": name}:
                asked = {"type": "sit", "name": name}
            case {"kind": "bot", "level": level}:
                asked = {"type": "bot", "level": level}
            case _:
                continue
        body = {"id": uuid4().hex, "seat": seat, **asked}
        done = page.request.post(f"/api/tables/{table}/asks", data=body)
        assert done.ok, done.text()
    return table


def played(seats: int, options: Json, due: Callable[[Json], object]) -> list[Entry]:
    """What careful players have played when that is true of the view."""
    match, plan = Match("konexi", seats, options, SEED), careful()
    for _ in range(MANY):
        view: Json = msgspec.json.decode(msgspec.json.encode(match.view()))
        if due(view):
            return match.log
        match.play(plan.next(view))
    raise AssertionError("it never came to that")


TERMS: Json = {"first": 0, "suspense": False, "word_ms": 0}


def open_table_with(page: Page, server: Server, *seats: Json, **options: Any) -> None:
    """A table with this company and with `SEED`, opened by this person, who begins."""
    page.goto(f"/t/{known_tower(page, server, *seats, **options)}")
    expect(panel(page)).to_be_visible()


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="What you can do")


def button(page: Page, name: str) -> Locator:
    return panel(page).get_by_role("button", name=re.compile(f"^{name}"))


def result(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("won|win"))


def place_and_way(view: Json, move: Json) -> tuple[int, int]:
    """Where a join stands in the list of places, and in that of its ways."""
    place = next(
        n
        for n, place in enumerate(view["places"])
        if (place["to"], place["at"]) == (move["to"], move["at"])
    )
    way = next(
        n
        for n, way in enumerate(view["places"][place]["ways"])
        if way[:2] == [move["own"], move["roll"]]
    )
    return place, way


def choose(page: Page, view: Json, move: Json) -> None:
    """Choose a join in the list of places and ways."""
    place, way = place_and_way(view, move)
    panel(page).get_by_role("combobox").select_option(str(place))
    panel(page).locator(f"input[type=radio][value='{way}']").check()


def do(page: Page, view: Json, move: Json) -> None:
    """Make a move by means of the screen. Hands are steady."""
    match move["type"]:
        case "move":
            button(page, "Put it here").click()
        case "take":
            button(page, f"Take {view[move['side']]}").click()
        case "found":
            rest = next(n for n, r in enumerate(view["rests"]) if r["pose"] == move["pose"])
            panel(page).locator(f"input[type=radio][value='{rest}']").check()
            button(page, f"Place {view['hand']}").click()
        case "join":
            choose(page, view, move)
            button(page, f"Place {view['hand']}").click()
        case "claim":
            field = panel(page).get_by_label("Your word, in English")
            field.fill(move["word"])
            field.press("Enter")
        case "none":
            button(page, "No word").click()


def do_by_keys(page: Page, view: Json, move: Json) -> None:
    """Make a move with the keyboard. Hands are steady."""
    match move["type"]:
        case "move":
            press(button(page, "Put it here"))
        case "take":
            press(button(page, f"Take {view[move['side']]}"))
        case "found":
            rest = next(n for n, r in enumerate(view["rests"]) if r["pose"] == move["pose"])
            to_radio(page, rest)
            press(button(page, f"Place {view['hand']}"))
        case "join":
            place, way = place_and_way(view, move)
            places = panel(page).get_by_role("combobox")
            tab_to(page, places)
            page.keyboard.press("Home")
            while places.input_value() != str(place):
                page.keyboard.press("ArrowDown")
            to_radio(page, way)
            press(button(page, f"Place {view['hand']}"))
        case "claim":
            tab_to(page, panel(page).get_by_label("Your word, in English"))
            page.keyboard.press("ControlOrMeta+a")
            page.keyboard.type(move["word"])
            page.keyboard.press("Enter")
        case "none":
            press(button(page, "No word"))


def to_radio(page: Page, value: int) -> None:
    wanted = panel(page).locator(f"input[type=radio][value='{value}']")
    radios = panel(page).get_by_role("radio")
    checked = radios.and_(page.locator(":checked"))
    tab_to(page, checked if checked.count() else radios.first)
    page.keyboard.press("Space")
    while not wanted.is_checked():
        page.keyboard.press("ArrowDown")


def moved_on(page: Page, view: Json) -> Json:
    """The view once the game has gone on to the next thing that a person does."""
    # The first letter that is joined may wait for the compiler, for a minute on a busy machine.
    patience = time.monotonic() + 3 * PATIENCE / 1000
    while time.monotonic() < patience:
        now = view_of(page)
        if now != view and (now["may"] or now["phase"] == "over"):
            return now
        page.wait_for_timeout(50)
    raise AssertionError("nothing happened")

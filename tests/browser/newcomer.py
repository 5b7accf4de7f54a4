"""Somebody who has never been here: from the shelf to their first point, by what the screen says.

They read no rules. Each press counts, and each letter that is typed.
"""

import re
from collections.abc import Callable
from typing import Any, Literal

from playwright.sync_api import Locator, Page, Request, Response, expect

from inglenook.core.game import NATURE, Entry
from inglenook.core.registry import find_game
from inglenook.core.units import PlayMs, Seat
from inglenook.games.konexi.rules import vocabulary
from inglenook.server.table.pace import BREATH
from tests.browser import conex_play, konexi_play, play
from tests.browser.conftest import DESKTOP, PATIENCE, PHONE
from tests.browser.steps import Json

Way = Literal["lesson", "game"]
WAYS: tuple[Way, ...] = ("lesson", "game")
TITLES = {"kewbz": "Kewbz", "prolix": "Prolix", "conex": "CONEX", "konexi": "Konexi"}
DEVICES: dict[str, Json] = {
    "desktop": {"viewport": DESKTOP},
    "phone": {"viewport": PHONE, "has_touch": True},
}
POINTS = {"kewbz": "towers", "prolix": "scores", "conex": "points", "konexi": "scores"}
"""Where a view has the points. In Kewbz scores begin below nothing: towers count."""
COMMON = "time year day way man life child work hand part eye place week case point home dog cat"
"""Words that come to mind; to each board of Prolix one of them scores."""
A_PRESS = 4
"""Seconds to read what is there and press something."""
LOOK = 50
"""ms between two looks at the table."""


class Newcomer:
    """Presses what there is to press, and counts.

    `think` is called before each press, and told whether it is a letter of a word.
    """

    def __init__(self, page: Page, think: Callable[[bool], None] = lambda _: None) -> None:
        self.page = page
        self.presses = 0
        self._think = think
        self._seat = 0
        self._exercise: Json = {}
        self._asked = self._answered = 0
        self._films: dict[str, int] = {}
        page.on("request", self._ask)
        page.on("response", self._answer)

    def first_point(self, game: str, way: Way) -> None:
        """From the shelf to the first point: in the lesson that is offered, or in a real game."""
        page = self.page
        self._press(page.get_by_role("link", name=re.compile(f"^{TITLES[game]}")).first)
        if way == "lesson":
            self._turn_to(page.get_by_role("link", name="New here?"))
        else:
            self._press(page.get_by_role("button", name="Start", exact=True))
            expect(page).to_have_url(re.compile("/t/"))
        act = {"kewbz": self._place, "prolix": self._say, "conex": self._lay, "konexi": self._build}
        while not self._points(game):
            if way == "lesson" and self._exercise["ask"] == len(self._exercise["asks"]):
                self._turn_to(page.get_by_role("button", name="Next", exact=True))
            act[game]()

    def seconds(self) -> float:
        """How long it takes somebody who needs `A_PRESS` for each press and sees all there is to
        see, at the pace that is usual.

        Not what it took here: that depends on the machine.
        """
        return A_PRESS * self.presses + sum(self._films.values()) / 1000

    def _ask(self, request: Request) -> None:
        self._asked += is_trial(request)

    def _answer(self, response: Response) -> None:
        if is_trial(response.request):
            self._exercise = response.json()
            # An answer tells all since the exercise began.
            self._films[response.url] = sum(self._exercise["dwells"])
            self._answered += 1

    def _press(self, what: Locator) -> None:
        expect(what).to_be_enabled()
        self._think(False)
        self.presses += 1
        what.click()

    def _turn_to(self, step: Locator) -> None:
        with self.page.expect_request(is_trial):
            self._press(step)

    def _type(self, field: Locator, word: str) -> None:
        for key in (*word, "Enter"):
            self._think(True)
            self.presses += 1
            field.press(key)

    def _view(self) -> Json:
        """What the board shows, at a table or in a lesson."""
        view: Json
        if "/t/" in self.page.url:
            table = self.page.request.get(f"/api/tables/{self.page.url.rsplit('/', 1)[1]}").json()
            yours = [seat["yours"] for seat in table["seats"]]
            self._seat, view = yours.index(True), table["view"]
            self._films["table"] = watching(table["game"], table["entries"], self._seat)
        else:
            self._until(lambda: 0 < self._asked == self._answered)
            self._seat, view = self._exercise["seat"], self._exercise["views"][-1]
        return view

    def _points(self, game: str) -> int:
        """What they have scored."""
        view = self._view()
        return int(view[POINTS[game]][self._seat])

    def _until(self, happened: Callable[[], bool]) -> None:
        for _ in range(PATIENCE // LOOK):
            if happened():
                return
            self.page.wait_for_timeout(LOOK)
        raise AssertionError("nothing happened")

    def _place(self) -> None:
        """Where the board says that something is stacked, else somewhere in the middle."""
        page, cells = self.page, play.legal(self.page)
        expect(cells.first).to_be_visible()
        stacking = play.board(page).get_by_role("button", name=re.compile("stacks"))
        chosen = stacking.first if stacking.count() else cells.nth(cells.count() // 2)
        cell = str(chosen.get_attribute("data-cell"))
        self._press(chosen)
        finish = page.get_by_role("button", name=f"Place on {cell}")
        expect(play.placed(page, cell).or_(finish)).to_be_visible()
        if finish.is_visible():
            self._press(finish)
        expect(play.placed(page, cell)).to_be_visible()

    def _say(self) -> None:
        """The first word that comes to mind and has letters of the board."""
        page = self.page
        field = page.get_by_label("Your word, in English")
        ready = page.get_by_role("button", name="I am ready")
        expect(ready.or_(field)).to_be_visible()
        if ready.is_visible():
            self._press(ready)
        mine = page.get_by_role("region", name="What now?").get_by_text(re.compile("^Say a word"))
        if "/t/" in page.url:
            expect(mine).to_be_visible()
        there = {tile["letter"].lower() for tile in self._view()["tiles"] if tile}
        self._type(field, max(COMMON.split(), key=lambda word: len(set(word) & there)))
        expect(field).to_have_value("")

    def _lay(self) -> None:
        """A card that fits, at the first place that is offered; without one, two more."""
        page = self.page
        draw = conex_play.deed(page, "Draw two")
        expect(draw).to_be_enabled()
        hand = conex_play.hand(page)
        fitting = hand.and_(page.locator(":not([aria-label*='fits nowhere'])"))
        if not fitting.count():
            self._press(draw)
            return
        laid = conex_play.laid(page)
        many = laid.count()
        self._press(fitting.first)
        spot = conex_play.deed(page, "Next spot")
        nowhere = page.get_by_role("status").filter(has_text="fits nowhere")
        expect(spot.or_(nowhere).first).to_be_visible()
        if nowhere.count():
            # The other's card came to lie there just before it was pressed.
            self._press(conex_play.deed(page, "Put back"))
            return
        self._press(spot)
        self._press(conex_play.deed(page, "Lay"))
        # Not fewer cards in hand: a die may bring another at once.
        expect(laid).not_to_have_count(many)

    def _build(self) -> None:
        """Whatever makes a word with what stands already."""
        page = self.page
        view = self._mine()
        may = view["may"]
        if "move" in may:
            self._press(konexi_play.button(page, "Put it here"))
        elif "take" in may:
            side = max(("left", "right"), key=lambda side: reach(view, view[side]))
            self._press(konexi_play.button(page, f"Take {view[side]}"))
        elif "claim" in may:
            near = vocabulary.neighbours((link["a"], link["b"]) for link in view["links"])
            words = vocabulary.shown(near, view["new"])
            if words:
                self._type(page.get_by_label("Your word, in English"), min(words, key=len))
            else:
                self._press(konexi_play.button(page, "No word"))
        else:
            self._put(view)
        self._until(lambda: self._view() != view)

    def _mine(self) -> Json:
        """The tower, once they are to do something."""
        view: Json = {}

        def may() -> bool:
            nonlocal view
            view = self._view()
            return view["active"] == self._seat and bool(view["may"])

        self._until(may)
        return view

    def _put(self, view: Json) -> None:
        panel = konexi_play.panel(self.page)
        if "found" in view["may"]:
            self._press(panel.get_by_role("radio").first)
        else:
            # One press opens the list, another chooses.
            self.presses += 1
            self._think(False)
            places = range(len(view["places"]))
            best = max(places, key=lambda n: joined(view, view["hand"], view["places"][n]["to"]))
            panel.get_by_role("combobox").select_option(str(best))
            self.presses += 1
        self._press(konexi_play.button(self.page, f"Place {view['hand']}"))
        if view["meter"] and not view["options"]["steady"]:
            self._press(konexi_play.button(self.page, "Let go"))


def is_trial(request: Request) -> bool:
    """Whether an exercise is asked how it stands."""
    return request.method == "POST" and "/api/lessons/" in request.url


def watching(game: str, log: list[Any], me: Seat) -> PlayMs:
    """ms to see what all entries did, with the breath that bots take before theirs."""
    rules = find_game(game)
    entries = [Entry(seq, t, seat, rules.decode_move(move), lag) for seq, t, seat, move, lag in log]
    breaths = sum(BREATH for entry in entries if entry.seat not in (NATURE, me))
    return sum(map(rules.dwell, entries)) + breaths


def joined(view: Json, letter: str, to: str) -> int:
    """How many words there would be if a letter were joined there."""
    links = [(link["a"], link["b"]) for link in view["links"]]
    return len(vocabulary.shown(vocabulary.neighbours([*links, (letter, to)]), letter))


def reach(view: Json, letter: str) -> int:
    """How many words there would be with a letter, wherever it were joined."""
    return max((joined(view, letter, piece["letter"]) for piece in view["tower"]), default=0)

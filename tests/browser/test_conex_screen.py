"""CONEX for newcomers: reasons, explanations, films, a hand and a picture that keep still."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, WebSocketRoute, expect

from tests.browser.conex_play import deed, felt, hand, in_hand
from tests.browser.conftest import PHONE
from tests.browser.steps import Json, new_table, view_of
from tests.browser.test_pages import check_accessible

People = Callable[..., Page]
ME: Json = {"kind": "me", "name": "Ann"}
BOT: Json = {"kind": "bot", "level": "hasty"}
CODE = re.compile(r"\b[RYPT]\d\d\b")
NOWHERE: Json = {"fixed": [], "slides": []}
LAY: Json = {"corner": 0, "target": "board", "spot": 0, "x": 0, "y": 0, "d": 3}


class Between:
    """Stands between a page and the server, and can say something else than the server."""

    def __init__(self, page: Page, change: Callable[[Json], Json] = lambda view: view) -> None:
        self.change = change
        self.heard: list[Json] = []
        """What the page said."""
        self.answers = True
        """False: whatever the page asks for is not answered."""
        self.moved = False
        """What the server says of the game is out of date."""
        self.table: Json = {}
        page.route_web_socket(re.compile("/play"), self._stand)

    def _stand(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self._page = page

        def from_page(message: str | bytes) -> None:
            self.heard.append(json.loads(message))
            if self.answers or self.heard[-1]["type"] != "play":
                server.send(message)

        def from_server(message: str | bytes) -> None:
            said = json.loads(message)
            if "view" in said:
                if self.moved:
                    return
                said["view"] = self.change(said["view"])
                self.table = self.table | said
            page.send(json.dumps(said))

        page.on_message(from_page)
        server.on_message(from_server)

    def move(self, *moves: tuple[int, Json], **view: Any) -> None:
        """Let these seats have moved, and the view be so."""
        self.moved = True
        first = self.table["seq"] + 1
        clock = self.table["clock"]
        entries = [[first + n, clock, seat, move, 0] for n, (seat, move) in enumerate(moves)]
        self.table["view"] = self.table["view"] | view
        self.table["seq"] = first + len(moves) - 1
        moved = {name: self.table[name] for name in ("seq", "clock", "view", "to_move", "outcome")}
        self._page.send(json.dumps({"type": "moved", "dwell": 0, "entries": entries, **moved}))

    def asked(self, kind: str) -> list[Json]:
        return [heard for heard in self.heard if heard["type"] == kind]


def open_table(page: Page, *seats: Json, **options: Any) -> None:
    options = {"table": "small", "goal": 35, "first": 0, **options}
    page.goto(f"/t/{new_table(page, 'conex', *(seats or (ME, BOT)), **options)}")
    expect(felt(page).locator("svg").first).to_be_visible()  # what comes last


def open_table_and_stop_the_clock(page: Page) -> None:
    """From then on the page's time passes only when it is told to."""
    page.clock.install()
    open_table(page)
    expect(hand(page)).to_have_count(5)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found
    return found


def status(page: Page) -> Locator:
    return page.locator(".status")


def lay_of(card: str, seat: int, points: int = 4) -> tuple[tuple[int, Json], Json]:
    """A card that a seat lays on the board, and what that changes in the view."""
    move = {"type": "lay", "card": card, "corner": 0, "target": "board", "spot": 0}
    pose = {"card": card, "x": -120_000, "y": -120_000, "d": 0, "on": "board"}
    scored = {"seat": seat, "card": card, "corner": 0, "value": points, "plus": 0}
    scored |= {"doubled": False, "points": points}
    return (seat, {**move, "slide": 0, "double": False}), {"laid": [pose], "scored": scored}


# --- a drop that is not allowed ------------------------------------------------------------------


def test_a_drop_that_is_not_allowed_says_why_and_lights_what_is_at_fault(person: People) -> None:
    page = person()
    # A screen that is told of no spots snaps to none; the judge is the real one.
    between = Between(page, lambda view: view | {"legal": NOWHERE})
    open_table(page)
    expect(hand(page)).to_have_count(5)
    said = {
        "colour": "The wrong colour",
        "closer": "Nearly: let go a little closer",
        "nowhere": "Nothing to lay it on here",
    }
    for code, text in said.items():
        card, place = find_place(page, code)
        drop(page, card, place)
        fault = page.locator("[data-fault]")
        expect(fault).to_have_attribute("data-fault", code)
        # Nothing lies over what is lit.
        expect(felt(page).get_by_text("you score the number")).to_be_hidden()
        expect(status(page)).to_contain_text(text)
        expect(page.get_by_role("status").filter(has_text=text)).to_have_count(1)
        expect(fault.locator(".at")).to_have_count(1 if code == "colour" else 0)
        expect(in_hand(page, card)).to_have_attribute("aria-pressed", "false")
    assert between.asked("judge")
    assert not between.asked("play")
    # Whatever is done next, it is forgotten.
    hand(page).first.click()
    expect(page.locator("[data-fault]")).to_have_count(0)


def find_place(page: Page, code: str) -> tuple[str, tuple[int, int]]:
    """A card and a place on the table, in mm, of which the judge says this."""
    view = view_of(page)
    width, height = view["table_mm"]
    places = [(x, y) for x in range(-150, 151, 25) for y in range(-150, 151, 25)]
    places.append((width // 2 - 15, height // 2 - 15))
    table = page.url.rsplit("/", 1)[1]
    for x, y in places:
        for card in view["hand"]:
            place = {"card": card, "x": 1000 * x, "y": 1000 * y}
            ask = {"type": "judge", "id": f"{card} {x} {y}", "seat": 0, "place": place}
            answer = page.request.post(f"/api/tables/{table}/asks", data=ask).json()
            if answer["verdict"]["code"] == code:
                return card, (x, y)
    raise AssertionError(f"no place is {code}")


def drop(page: Page, card: str, place: tuple[int, int]) -> None:
    cloth, from_ = box(page.locator("rect.cloth")), box(in_hand(page, card))
    mm = cloth["width"] / view_of(page)["table_mm"][0]
    x = cloth["x"] + cloth["width"] / 2 + place[0] * mm
    y = cloth["y"] + cloth["height"] / 2 - place[1] * mm
    page.mouse.move(from_["x"] + from_["width"] / 2, from_["y"] + from_["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


# --- films ---------------------------------------------------------------------------------------


def test_the_die_rolls_is_read_and_then_is_carried_out(person: People) -> None:
    page = person(reduced_motion="no-preference", pace="normal")
    between = Between(page)
    open_table_and_stop_the_clock(page)
    mine = [str(card.get_attribute("data-card")) for card in hand(page).all()]
    new = next(card for card in ("R01", "R02", "R03", "R04", "R05", "R06") if card not in mine)
    lay, view = lay_of("P12", 1)
    won = {"star2x": 1, "lightning": None}
    rolled = (-1, {"type": "rolled", "face": "star2x"})
    between.move(lay, rolled, **view, rolled="star2x", stars=won, hand=[*mine, new])
    die, sentence = page.locator(".rolling"), page.get_by_text("The die says: the 2× star").first
    star = page.get_by_role("img", name="Holds the 2× star")
    expect(felt(page).locator("[data-card=P12]")).to_be_visible()
    expect(die).to_be_hidden()
    page.clock.run_for(800)
    expect(die).to_be_visible()
    expect(sentence).to_be_hidden()
    page.clock.run_for(900)
    expect(sentence).to_be_visible()
    # It has not done anything yet.
    expect(star).to_be_hidden()
    expect(in_hand(page, new)).to_be_hidden()
    page.clock.run_for(1500)
    expect(die).to_be_hidden()
    expect(star).to_be_visible()
    expect(in_hand(page, new)).to_be_visible()


def test_lightning_is_seen_to_strike(person: People) -> None:
    page = person(reduced_motion="no-preference")
    between = Between(page)
    open_table_and_stop_the_clock(page)
    lay, view = lay_of("P12", 1)
    between.move(lay, **view)
    expect(felt(page).locator("[data-card=P12]")).to_be_visible()
    page.clock.run_for(5000)
    between.move((1, {"type": "lightning", "card": "P12"}), laid=[], scored=None)
    expect(page.locator("polyline.bolt")).to_have_count(1)
    expect(felt(page).locator("[data-card=P12]")).to_be_hidden()


# --- the prompt and the time ---------------------------------------------------------------------


def test_what_another_scored_does_not_stand_in_the_prompt_of_my_strike(person: People) -> None:
    page = person()
    between = Between(page)
    open_table(page)
    lay, view = lay_of("P12", 1)
    between.move(
        lay,
        **view,
        stars={"star2x": None, "lightning": 0},
        free=["P12"],
        may=["lay", "draw", "lightning"],
    )
    between.answers = False
    deed(page, "Strike a card").click()
    felt(page).locator("[data-card=P12]").click()
    deed(page, "Strike").click()
    while not between.asked("play"):
        page.wait_for_function("() => true")
    assert between.asked("play")[-1]["move"] == {"type": "lightning", "card": "P12"}
    # The move is on its way, and nothing is said of what the bot did before.
    expect(status(page)).not_to_contain_text("4")
    # When another has laid a card, and nobody has done anything since, that is news.
    between.table["view"]["may"] = []
    lay, view = lay_of("P13", 1, 5)
    between.move(lay, **view, active=1)
    expect(status(page)).to_contain_text("Hasty scored 5.")


def test_the_time_to_give_a_card_is_a_number_and_is_said_and_the_chosen_card_goes(
    person: People,
) -> None:
    page = person()
    between = Between(page)
    open_table_and_stop_the_clock(page)
    between.table["to_move"] = [0]
    giving = {"phase": "giving", "active": 1, "owing": [0], "may": ["give"]}
    deadline = between.table["clock"] + 32_000
    between.move((1, {"type": "lightning", "card": "P12"}), **giving, deadline=deadline)
    left = page.locator(".seconds")
    # The strike is seen first.
    expect(left).to_have_text("30")
    page.clock.run_for(2_000)
    expect(left).to_have_text("30")
    spoken = page.get_by_role("status")
    card = str(hand(page).nth(2).get_attribute("data-card"))
    hand(page).nth(2).click()
    page.clock.run_for(20_500)
    expect(left).to_have_text("10")
    expect(spoken.filter(has_text="Seconds left: 10")).to_have_count(1)
    page.clock.run_for(5000)
    expect(left).to_have_text("5")
    expect(spoken.filter(has_text="Seconds left: 5")).to_have_count(1)
    assert not between.asked("play")
    page.clock.run_for(4000)
    while not between.asked("play"):
        page.wait_for_function("() => true")
    assert between.asked("play")[0]["move"] == {"type": "give", "card": card}


# --- the left-handed -----------------------------------------------------------------------------


def middle(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2


def test_the_left_handed_have_buttons_and_cards_on_the_left(person: People) -> None:
    page = person()
    page.set_viewport_size({"width": 844, "height": 390})
    open_table(page)
    hand(page).and_(page.locator(":not(.dim)")).first.click()
    deed(page, "Next spot").click()
    lay, table = deed(page, "Lay"), felt(page)
    zoom = page.get_by_role("button", name="Zoom in")
    for thing in (lay, zoom, hand(page).first):
        assert middle(thing) > middle(table)
    page.evaluate("document.documentElement.dataset.hand = 'left'")
    for thing in (lay, zoom, hand(page).first):
        assert middle(thing) < middle(table)
    assert middle(deed(page, "Previous spot")) < middle(deed(page, "Next spot"))


# --- keys and focus ------------------------------------------------------------------------------


def test_escape_puts_the_card_back_wherever_the_focus_is(person: People) -> None:
    page = person()
    open_table(page)
    card = hand(page).and_(page.locator(":not(.dim)")).first
    card.click()
    deed(page, "Next spot").click()
    expect(deed(page, "Next spot")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("[data-ghost]")).to_have_count(0)
    expect(card).to_have_attribute("aria-pressed", "false")
    expect(card).to_be_focused()
    # A button that goes away with what it does leaves the focus in the hand.
    card.click()
    deed(page, "Put back").press("Enter")
    expect(page.locator("[role=toolbar] button:focus")).to_have_count(1)
    deed(page, "Draw two").press("Enter")
    expect(hand(page)).to_have_count(7)
    expect(page.locator("body:focus")).to_have_count(0)
    expect(page.locator("[role=toolbar] button:focus")).to_have_count(1)


def test_whoever_shows_their_cards_has_the_first_one_focused(person: People) -> None:
    page = person()
    open_table(page, ME, {"kind": "me", "name": "Bob"})
    page.get_by_role("button", name="I am Ann: show my hand").press("Enter")
    expect(hand(page).first).to_be_focused()


# --- what things do ------------------------------------------------------------------------------


def test_at_the_opening_it_is_said_what_to_do_and_what_for(person: People) -> None:
    page = person()
    open_table(page, goal=23)
    sentence = page.get_by_text("you score the number in that corner. 23 points win")
    expect(sentence).to_be_visible()
    check_accessible(page)
    # Where there is little room it would lie over the table; *What now?* says it, too.
    page.set_viewport_size(PHONE)
    expect(page.get_by_text("Hold anything to read what it does.")).to_be_visible()
    expect(page.locator(".felt p:visible")).to_have_count(0)
    page.set_viewport_size({"width": 1440, "height": 900})
    hand(page).and_(page.locator(":not(.dim)")).first.click()
    expect(sentence).to_be_hidden()
    check_accessible(page)
    deed(page, "Put back").click()
    expect(sentence).to_be_visible()
    deed(page, "Draw two").click()
    expect(hand(page)).to_have_count(7)
    expect(sentence).to_be_hidden()


def test_a_long_press_or_a_key_says_what_a_card_a_star_or_the_die_does(person: People) -> None:
    page = person()
    mine = {"hand": ["R09", "R11", "R01"], "stars": {"star2x": 0, "lightning": None}}
    Between(page, lambda view: view | {**mine, "legal": NOWHERE})
    open_table(page)

    def hold(thing: Locator) -> None:
        at = box(thing)
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        page.mouse.down()
        expect(
            page.get_by_role("status").filter(has_text=re.compile("[+2]|die|star"))
        ).to_have_count(1)
        page.mouse.up()

    hold(in_hand(page, "R09"))
    expect(page.get_by_text("+2 is for whoever lays a card on this one")).to_be_visible()
    # So long a press takes no card.
    expect(in_hand(page, "R09")).to_have_attribute("aria-pressed", "false")
    hold(page.locator(".board [data-about=die]"))
    expect(page.get_by_text("The die is rolled when a card with a die is laid")).to_be_visible()
    hold(page.locator(".bar [data-about=star2x]"))
    expect(page.get_by_text("The 2× star doubles the points")).to_be_visible()
    hold(page.locator(".board [data-about=lightning]"))
    expect(page.get_by_text("The lightning star takes away a card")).to_be_visible()
    in_hand(page, "R11").focus()
    page.keyboard.press("i")
    expect(page.get_by_text("Whoever lays it rolls the die")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Whoever lays it rolls the die")).to_be_hidden()
    # And it is said where it matters: with the card in hand.
    in_hand(page, "R09").click()
    expect(status(page)).to_contain_text("+2 is for whoever lays a card on this one")


def test_the_points_of_a_lay_are_a_sum_and_the_2x_star_can_be_put_on_a_card_in_hand(
    person: People,
) -> None:
    page = person()
    fixed = [{"card": "P06", **LAY, "points": 31, "plus": 4}]
    other_game = {
        "hand": ["R01", "P06"],
        "legal": {"fixed": fixed, "slides": []},
        "stars": {"star2x": 0, "lightning": None},
        "factor": 7,
        "may": ["lay", "double"],
    }
    between = Between(page, lambda view: view | other_game)
    open_table(page)
    in_hand(page, "P06").click()
    deed(page, "Next spot").click()
    expect(status(page)).to_contain_text("27 + 4 = 31")
    deed(page, "Double this lay").click()
    expect(status(page)).to_contain_text("(27 + 4) × 7 = 217")
    between.answers = False
    deed(page, r"Lay \+217").click()
    while not between.asked("play"):
        page.wait_for_function("() => true")
    assert between.asked("play")[0]["move"]["double"] is True


def test_the_log_speaks_in_words(person: People) -> None:
    page = person()
    between = Between(page)
    open_table(page)
    lay, view = lay_of("P12", 1)
    between.move(lay, **view)
    on_it = (1, {"type": "lay", "card": "R09", "corner": 0, "target": "P12", "spot": 0})
    between.move(on_it, scored=None)
    between.move((1, {"type": "lightning", "card": "R09"}))
    log = page.get_by_role("list", name="Log")
    expect(log).to_contain_text("strikes a red Plus 2 card with lightning")
    expect(log).to_contain_text(re.compile(r"lays \w+ \d on the board: 4"))
    expect(log).to_contain_text(re.compile(r"lays \w+ \d on a purple card with a die"))
    # Neither does anything else on the page name a card by a code that no card shows.
    hand(page).and_(page.locator(":not(.dim)")).first.click()
    deed(page, "Next spot").click()
    assert not CODE.search(page.locator("body").inner_text())


# --- what keeps still ----------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1440, "height": 900}])
def test_cards_keep_their_places_in_the_hand(person: People, viewport: Any) -> None:
    page = person(viewport=viewport)
    # A die would bring more cards.
    fitting = hand(page).and_(page.locator(":not(.dim)")).filter(has_not_text="with a die").first
    while not fitting.is_visible():
        open_table(page)
        expect(hand(page)).to_have_count(5)

    def places() -> dict[str, tuple[float, float]]:
        page.mouse.move(0, 0)
        return {
            str(card.get_attribute("data-card")): (box(card)["x"], box(card)["width"])
            for card in hand(page).all()
        }

    before = places()
    card = str(fitting.get_attribute("data-card"))
    fitting.click()
    deed(page, "Next spot").click()
    assert places() == before
    deed(page, "Lay").click()
    expect(in_hand(page, card)).to_be_hidden()
    gone = before.pop(card)
    assert places() == before
    deed(page, "Draw two").click()
    expect(hand(page)).to_have_count(6)
    after = places()
    assert before.items() <= after.items()
    # The first of the new ones lies where there was room.
    assert gone in after.values()


@pytest.mark.parametrize(("viewport", "bots"), [(PHONE, 1), ({"width": 320, "height": 640}, 3)])
def test_nothing_lies_over_the_felt_while_spots_are_lit(
    person: People, viewport: Any, bots: int
) -> None:
    page = person(viewport=viewport)
    open_table(page, ME, *[BOT] * bots, first=0)
    expect(page.locator(".layout > .bar")).to_be_in_viewport(ratio=1)
    hand(page).and_(page.locator(":not(.dim)")).first.click()
    expect(page.locator("[data-spot]").first).to_be_visible()
    table = box(felt(page))
    for button in ("Zoom in", "Zoom out", "Show all cards"):
        zoom = box(page.get_by_role("button", name=button))
        assert zoom["y"] + zoom["height"] <= table["y"]
    assert box(status(page))["y"] + box(status(page))["height"] <= table["y"]
    # Whatever is in the middle of a spot, it is a spot.
    for spot in page.locator("[data-spot]").all():
        at = box(spot)
        middle = [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2]
        on = "([x, y]) => document.elementFromPoint(x, y).closest('[role=application]') !== null"
        assert page.evaluate(on, middle)


def test_the_picture_changes_only_where_something_would_be_out_of_sight(person: People) -> None:
    # On a wide screen the edge of the table may be in sight from the start.
    page = person(viewport=PHONE)
    between = Between(page)
    open_table(page)
    expect(hand(page)).to_have_count(5)
    picture = page.locator(".felt g.all")
    before = picture.get_attribute("style")
    # There is less to see: that is no reason to come closer.
    lay, view = lay_of("P12", 1)
    spots = between.table["view"]["legal"]
    (spot, *_) = spots["fixed"] or spots["slides"]
    view["laid"][0] |= {name: spot[name] for name in ("x", "y", "d")}
    between.move(lay, **view, legal={"fixed": [spot], "slides": []})
    expect(felt(page).locator("[data-card=P12]")).to_be_visible()
    assert picture.get_attribute("style") == before
    # A card at the edge of the table is.
    far = {**view["laid"][0], "card": "P13", "x": 330_000}
    between.move((1, {**lay[1], "card": "P13"}), laid=[*view["laid"], far])
    expect(picture).not_to_have_attribute("style", str(before))
    expect(felt(page).locator("[data-card=P13]")).to_be_in_viewport()

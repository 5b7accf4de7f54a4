"""The screens hold no rules: told that another game is played, they show that other game.

Between a real server and a real browser stands somebody who changes what the server says: points,
prices, what may be done, where and by whom, who has won. No rulebook of ours has such numbers, so
whatever the screen shows of them came from the server. A mind, which plays without one, does hold
rules; no screen may read them.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import inglenook
from tests.browser.steps import Json, new_table
from tests.every_game import GAMES

People = Callable[..., Page]
SCORES = [411, 522, 633]
ME = {"kind": "me", "name": "Ann"}
CLIENT = Path(__file__).parents[2] / "client/src/games"


def doctored(page: Page, **changes: Callable[[Any], Any]) -> None:
    """Have these fields of whatever the server says changed on their way to this page."""

    def between(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            for field, change in changes.items():
                if field in said:
                    said[field] = change(said[field])
            browser.send(json.dumps(said))

        browser.on_message(server.send)
        server.on_message(pass_on)

    page.route_web_socket(re.compile("/play"), between)


def open_table(page: Page, game: str, seats: list[Json], **options: Any) -> None:
    # Software draws 3-D slowly, and the panel beside it says the same.
    page.add_init_script("delete window.WebGL2RenderingContext")
    page.goto(f"/t/{new_table(page, game, *seats, **options)}")


@pytest.mark.parametrize("game", GAMES)
def test_scores_and_winners_are_those_it_is_told(person: People, game: str) -> None:
    page = person()
    told: Json = {"status": "playing", "outcome": None}
    doctored(
        page,
        view=lambda view: view | {("scores" if "scores" in view else "points"): SCORES},
        status=lambda _: told["status"],
        outcome=lambda _: told["outcome"],
    )
    open_table(page, game, [ME] * max(2, inglenook.find_game(game).seats[0]))
    cards = [page.get_by_role("region", name=f"Seat {seat}: Ann") for seat in (1, 2)]
    for card, score in zip(cards, SCORES, strict=False):
        expect(card).to_contain_text(str(score))
    # The last one wins.
    end = {"scores": [77, 5, 66], "winners": [1], "reason": "resigned"}
    told.update(status="over", outcome=end)
    page.reload()
    expect(cards[0]).to_contain_text("77")
    expect(cards[0]).not_to_contain_text("Winner")
    expect(cards[1]).to_contain_text("Winner")


def test_a_word_is_worth_what_the_view_says_and_costs_what_it_says(person: People) -> None:
    page = person()

    def other_game(view: Json) -> Json:
        tiles = [{"letter": "B", "points": 100 + place, "bonus": 0} for place in range(8)]
        # Here it is the vowels that score, and an E flips three tiles one after the other.
        return view | {"tiles": tiles, "flips": {"A": [7], "E": [1, 2, 5]}, "penalty": 17}

    doctored(page, view=other_game)
    open_table(page, "prolix", [ME, ME])
    word, value = page.get_by_label("Your word, in English"), page.get_by_label("Points for")
    for typed, points in (("b", "0 − 17 = −17"), ("a", "107 − 17 = 90"), ("aa", "107 − 17 = 90")):
        word.fill(typed)
        expect(value).to_have_text(points)
    for typed in ("beetle", "Béëtlé", "bee\N{COMBINING ACUTE ACCENT}tle"):
        word.fill(typed)
        expect(value).to_have_text(f"{101 + 102 + 105} − 17 = {101 + 102 + 105 - 17}")
        expect(page.locator(".aimed")).to_have_count(3)
    word.fill("æ")
    expect(value).to_have_text(f"{107 + 101} − 17 = {107 + 101 - 17}")
    expect(page.locator(".aimed")).to_have_count(2)


def test_the_sheets_show_what_the_view_says_is_crossed_out_and_adds_up(person: People) -> None:
    page = person()

    def other_game(view: Json) -> Json:
        lines = [{"word": word, "value": 5} for word in ("ash", "birch", "cedar")]
        sheet = view["sheets"][0] | {"regular": lines, "interrupts": lines[:1], "failed": 1}
        return view | {
            "sheets": [sheet] * 3,
            "crossed": [[1, 2], [], []],
            "challenges": [-77, 0, 0],
            "interrupts": 23,
            "scores": SCORES,
            "phase": "over",
        }

    doctored(page, view=other_game)
    open_table(page, "prolix", [ME] * 3)
    sheet = page.locator(".inline").get_by_role("region", name="Ann").first
    expect(sheet.locator("s")).to_have_text(["birch", "cedar"])
    expect(sheet).to_contain_text("1/23")
    expect(sheet).to_contain_text("−77")
    expect(sheet.get_by_role("heading")).to_contain_text("411")


def test_what_an_interrupt_and_a_challenge_cost_is_what_the_view_says(person: People) -> None:
    page = person()
    stake = {"seat": 1, "word": "ash", "value": 5, "settled": False}
    price = {"points": 19, "crosses": False, "line": None}
    told: Json = {"active": 1, "seat": 0, "price": price, "may": ["say"]}
    doctored(page, view=lambda view: view | told)
    open_table(page, "prolix", [ME] * 3)
    expect(page.get_by_text("An interrupt costs 19 points; your first")).to_be_visible()
    told |= {"phase": "challenge", "stakes": [stake], "risk": 23, "may": ["challenge"]}
    page.reload()
    expect(page.get_by_text("a challenge costs you 23 points")).to_be_visible()


def test_targets_and_marks_are_those_of_the_view(person: People) -> None:
    page = person()
    targets = {"targets": [8, 16, 24, 32, 40, 48], "reached": [9, 90], "missed": True}
    doctored(page, view=lambda view: view | targets)
    open_table(page, "prolix", [ME])
    sheet = page.locator(".inline").get_by_role("region", name="Ann")
    # Above the target, yet the view says that it was missed.
    expect(sheet.locator(".missed")).to_have_text("90 / 16")
    duel = person()
    doctored(duel, view=lambda view: view | {"goal": 12, "marks": [7, 2]})
    open_table(duel, "prolix", [ME, ME])
    expect(duel.get_by_role("img", name="Marks: 7 of 12")).to_be_visible()


def test_cubes_go_where_the_view_says_and_do_what_the_preview_says(person: People) -> None:
    page = person()
    # Towers that never touch, of a height that nobody may build; the first player may swap.
    other_game = {
        "stacks": {"c3": [0, 1, 0, 1, 0, 1, 0], "f6": [1]},
        "unplayed": [77, 3],
        "legal": ["a1", "h8"],
        "scores": [40, 50],
        "swap": "now",
    }
    cells = {
        "a1": {"stacked": {"c3": 6}, "choose": 0, "scores": [39, 140]},
        "h8": {"stacked": {"c3": 4, "f6": 9}, "choose": 11, "scores": None},
    }
    doctored(page, view=lambda view: view | other_game, preview=lambda _: {"cells": cells})
    open_table(page, "kewbz", [ME, ME])
    board = page.get_by_role("grid")
    expect(board.locator("[aria-disabled=false]")).to_have_count(2)
    expect(board.get_by_role("button", name=re.compile("^c3, tower of 7"))).to_be_visible()
    expect(page.get_by_role("region", name="Seat 1: Ann")).to_contain_text("77")
    expect(page.get_by_role("button", name="Take over the blue cube")).to_be_visible()
    board.locator("[data-cell=a1]").hover()
    hint = page.locator(".hint")
    expect(hint).to_contain_text("6 on c3")
    expect(hint).to_contain_text("−1")
    expect(hint).to_contain_text("+90")
    board.locator("[data-cell=h8]").click()
    expect(hint).to_contain_text("0 of 11")
    for _ in range(9):
        board.locator("[data-cell=f6]").click()
    # As many as are due there, and no more.
    expect(board.locator("[aria-disabled=false]")).to_have_attribute("data-cell", "c3")
    expect(hint).to_contain_text("9 of 11")


def test_cards_fit_where_the_view_says_and_score_what_it_says(person: People) -> None:
    page = person()

    def other_game(view: Json) -> Json:
        lay = {"corner": 0, "target": "board", "spot": 0, "x": 0, "y": 0, "d": 3, "points": 31}
        lay["plus"] = 4
        return view | {
            "legal": {"fixed": [{"card": "P06", **lay}], "slides": []},
            "hand": ["R01", "P06"],
            "hands": [2, 88],
            "pile": 999,
            "goal": 17,
            "factor": 7,
            "table_mm": [512, 413],
            "stars": {"star2x": 0, "lightning": 0},
            "may": ["lay", "double"],
            "last_round": True,
        }

    doctored(page, view=other_game)
    open_table(page, "conex", [ME, {"kind": "bot", "level": "hasty"}], first=0)
    expect(page.locator("[data-field]")).to_have_count(17)
    expect(page.locator("rect.cloth")).to_have_attribute("width", "512")
    expect(page.get_by_role("region", name=re.compile("^Seat 2"))).to_contain_text("88")
    expect(page.get_by_text("Last round", exact=False).first).to_be_visible()
    deeds = page.get_by_role("group", name="What you can do")
    expect(deeds.get_by_role("button", name="Cards in the pile: 999")).to_be_disabled()
    expect(deeds.get_by_role("button", name="lightning")).to_be_disabled()
    hand = page.get_by_role("toolbar")
    expect(hand.locator("[data-card=R01]")).to_have_accessible_name(re.compile("fits nowhere"))
    star = deeds.get_by_role("button", name=re.compile("2× star"))
    for points in (31, 7 * 31):
        hand.locator("[data-card=P06]").click()
        expect(page.locator("[data-spot]")).to_have_count(1)
        deeds.get_by_role("button", name="Next spot").click()
        expect(deeds.get_by_role("button", name=f"Lay +{points}")).to_be_visible()
        expect(page.get_by_text(f"= {points}").first).to_be_visible()
        deeds.get_by_role("button", name="Put back").click()
        star.click()


def test_letters_go_where_the_view_says_and_a_bump_costs_what_it_says(person: People) -> None:
    page = person()
    stands = {"x": 0, "y": 0, "z": 25, "q": [1, 0, 0, 0], "own": 0, "at": 0, "roll": 0, "stress": 0}
    step: Json = {
        "phase": "place",
        "hand": "S",
        "tower": [
            {"letter": "L", "parent": None, **stands},
            {"letter": "U", "parent": "L", **stands},
        ],
        "links": [{"a": "U", "at_a": 0, "b": "L", "at_b": 7}],
        "places": [{"to": "U", "at": 1, "ways": [[0, 0, 4], [0, 2, 6]]}],
        "steady": 7,
        "safe": 6,
        "penalty": 29,
        "words": [[{"word": "zyzzyva", "points": 88}], []],
        # Whose turn it is may bump: in our game it is the others.
        "may": ["join", "bump"],
        "bumpers": [0],
    }
    doctored(page, view=lambda view: view | step)
    open_table(page, "konexi", [ME, ME], first=0, bumps=True)
    panel = page.get_by_role("region", name="What you can do")
    bump = page.get_by_role("button", name=re.compile("bump the tower"))
    expect(bump).to_contain_text("−29 points")
    places = panel.get_by_role("combobox").first
    places.select_option("0")
    expect(places.locator("option:enabled")).to_have_count(1)
    # Steady is what the view calls so.
    expect(panel.locator("li .chip")).to_have_text([re.compile("● 6"), re.compile("▲ 4")])
    expect(panel.locator(".gauge .chip")).to_contain_text("● 7")
    expect(panel.locator(".gauge")).to_have_attribute("title", re.compile("from 6 on"))
    panel.get_by_text("Words and points").click()
    expect(panel).to_contain_text("zyzzyva 88")
    # Beside the token lie letters that are not beside it in the ring.
    step |= {"phase": "take", "hand": None, "left": "L", "right": "S", "may": ["take"]}
    page.reload()
    for letter in "LS":
        expect(panel.get_by_role("button", name=f"Take {letter}")).to_be_visible()
    expect(bump).to_be_hidden()


def test_only_a_worker_reads_the_rules_of_a_mind() -> None:
    """A screen may know the worker's address, and nothing that is in it."""
    sources = [path for path in CLIENT.parent.rglob("*") if path.suffix in (".ts", ".svelte")]
    read = {
        (str(path.relative_to(CLIENT.parent)), found)
        for path in sources
        if path.parent not in CLIENT.glob("*/thinker")
        for found in re.findall(r'from "(\.[^"]*/thinker/[^"]+)"', path.read_text())
        if "/games/" in str((path.parent / found).resolve())
    }
    assert read == {("games/kewbz/index.ts", "./thinker/worker?worker&url")}


def test_boards_read_no_data_but_what_pieces_look_like() -> None:
    pages = {"Rules", "Figure", "figures", "Cover"}
    looks = {"deck.json", "board.json", "outlines.json", "colours.json"}
    sources = [path for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte")]
    assert len(sources) > 100
    for path in sources:
        read = set(re.findall(r'from "(?:[^"]*/)?([^"/]+\.json)"', path.read_text()))
        lengths = {"presets.json"} if path.name == "index.ts" else set()
        assert path.stem in pages or read <= looks | lengths, path

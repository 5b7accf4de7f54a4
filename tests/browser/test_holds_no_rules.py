"""The client holds no rules: told that another game is played, it shows that other game.

Between a real server and a real browser stands somebody who changes what the views say: points,
penalties, what a letter flips, what is crossed out, how many interrupts there are. No rulebook of
ours has such numbers, so whatever the screen shows of them came from the view.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import inglenook
from tests.browser.steps import Json

People = Callable[..., Page]
TOYS = {"anvil", "lanterns", "snap"}
SCORES = [411, 522, 633]
ME = {"kind": "me", "name": "Ann"}


def doctored(page: Page, change: Callable[[Json], Json]) -> None:
    """Have every view changed on its way to this page."""

    def between(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            if "view" in said:
                said["view"] |= change(said["view"])
            browser.send(json.dumps(said))

        browser.on_message(server.send)
        server.on_message(pass_on)

    page.route_web_socket(re.compile("/play"), between)


def open_table(page: Page, game: str, seats: list[Json], **options: Any) -> None:
    new = {"game": game, "seats": seats, "options": options}
    made = page.request.post("/api/tables", data=new)
    assert made.status == 201, made.text()
    page.goto(f"/t/{made.json()['id']}")


@pytest.mark.parametrize("game", sorted(set(inglenook.game_names()) - TOYS))
def test_scores_are_those_of_the_view(person: People, game: str) -> None:
    page = person()
    doctored(page, lambda view: {("scores" if "scores" in view else "points"): SCORES})
    open_table(page, game, [ME] * max(2, inglenook.find_game(game).seats[0]))
    for seat in range(2):
        card = page.get_by_role("region", name=f"Seat {seat + 1}: Ann")
        expect(card).to_contain_text(str(SCORES[seat]))


def test_a_word_is_worth_what_the_view_says_and_costs_what_it_says(person: People) -> None:
    page = person()

    def other_game(_: Json) -> Json:
        tiles = [{"letter": "B", "points": 100 + place, "bonus": 0} for place in range(8)]
        # Here it is the vowels that score, and an E flips three tiles one after the other.
        return {"tiles": tiles, "flips": {"A": [7], "E": [1, 2, 5]}, "penalty": 17}

    doctored(page, other_game)
    open_table(page, "prolix", [ME, ME])
    word, value = page.get_by_label("Your word, in English"), page.get_by_label("Points for")
    for typed, points in (("b", "0 − 17 = −17"), ("a", "107 − 17 = 90"), ("aa", "107 − 17 = 90")):
        word.fill(typed)
        expect(value).to_have_text(points)
    word.fill("beetle")
    expect(value).to_have_text(f"{101 + 102 + 105} − 17 = {101 + 102 + 105 - 17}")
    expect(page.locator(".aimed")).to_have_count(3)


def test_the_sheets_show_what_the_view_says_is_crossed_out_and_adds_up(person: People) -> None:
    page = person()

    def other_game(view: Json) -> Json:
        lines = [{"word": word, "value": 5} for word in ("ash", "birch", "cedar")]
        sheet = view["sheets"][0] | {"regular": lines, "interrupts": lines[:1], "failed": 1}
        return {
            "sheets": [sheet] * 3,
            "crossed": [[1, 2], [], []],
            "challenges": [-77, 0, 0],
            "interrupts": 23,
            "scores": SCORES,
            "phase": "over",
        }

    doctored(page, other_game)
    open_table(page, "prolix", [ME] * 3)
    sheet = page.locator(".inline").get_by_role("region", name="Ann").first
    expect(sheet.locator("s")).to_have_text(["birch", "cedar"])
    expect(sheet).to_contain_text("1/23")
    expect(sheet).to_contain_text("−77")
    expect(sheet.locator("tfoot")).to_contain_text("411")


def test_targets_and_marks_are_those_of_the_view(person: People) -> None:
    page = person()
    targets = {"targets": [8, 16, 24, 32, 40, 48], "reached": [9, 90], "missed": True}
    doctored(page, lambda _: targets)
    open_table(page, "prolix", [ME])
    sheet = page.locator(".inline").get_by_role("region", name="Ann")
    # Above the target, yet the view says that it was missed.
    expect(sheet.locator(".missed")).to_have_text("90 / 16")
    duel = person()
    doctored(duel, lambda _: {"goal": 12, "marks": [7, 2]})
    open_table(duel, "prolix", [ME, ME])
    expect(duel.get_by_role("img", name="Marks: 7 of 12")).to_be_visible()

"""The pages themselves: accessible, in five languages, and as one left them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.play import board, cell, legal, open_box, place, place_somewhere, quick, result
from tests.browser.steps import KEEP_SOCKET, lose_connection, new_table
from tests.every_game import GAMES

People = Callable[..., Page]
CLIENT = Path(__file__).parents[2] / "client"
AXE = (CLIENT / "node_modules/axe-core/axe.min.js").read_text()
GOLDEN = Path(__file__).parents[1] / "games/golden"


IN_DARK = ["color-contrast", "link-in-text-block"]
"""The rules of axe that ask for colours. By all others the page is the same in dark."""


FINDINGS = """async how => {
  const slight = axe._audit.rules.filter(rule => ["minor", "moderate"].includes(rule.impact));
  const rules = Object.fromEntries(slight.map(rule => [rule.id, { enabled: false }]));
  const { passes, violations } = await axe.run({ ...how, rules });
  return { kept: passes.length, violations };
}"""
"""Without rules of which nothing serious can come. Of rules that are kept only how many: to hand it
all over takes nearly as long as to look."""


def check_accessible(page: Page) -> None:
    """No serious or critical finding by axe, in light and in dark."""
    for dark in (False, True):
        colours: Literal["light", "dark"] = "dark" if dark else "light"
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        # For the rules that are kept, one place each is enough.
        how = {"resultTypes": ["violations"], **({"runOnly": IN_DARK} if dark else {})}
        found = page.evaluate(FINDINGS, how)
        # Behind an open dialog in the dark nothing may be left to judge.
        assert found["kept"] or dark, "axe has looked at nothing"
        serious = [
            (finding["id"], [node["html"][:200] for node in finding["nodes"]])
            for finding in found["violations"]
            if finding["impact"] in ("serious", "critical")
        ]
        assert serious == [], f"{page.url} in {colours}"


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_every_page_is_accessible(person: People, viewport: dict[str, int] | None) -> None:
    page = person(viewport=viewport) if viewport else person()
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    check_accessible(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_accessible(page)
    page.goto("/rules/kewbz")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    check_accessible(page)
    page.goto("/no/such/page")
    expect(page.get_by_role("heading", name="Nothing on this shelf")).to_be_visible()
    check_accessible(page)
    page.goto("/t/no-such-table")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    check_accessible(page)

    open_box(page, "With friends", your_name="Ann")
    check_accessible(page)
    quick(page)
    expect(page.get_by_label("Link to this table")).to_be_visible()
    check_accessible(page)

    open_box(page, "On this screen", name_of_player_1="Ann", name_of_player_2="Bob")
    quick(page, starts="Ann")
    place(page, "c3")
    place(page, "c4")
    legal(page).first.focus()
    check_accessible(page)
    turn = 0
    while place_somewhere(page, turn):
        turn += 1
    check_accessible(page)
    result(page).get_by_role("link", name="Look back").click()
    expect(page.get_by_role("slider", name="Position")).to_be_visible()
    check_accessible(page)


RECORDS = {game: f"{game}-resigned" for game in GAMES} | {
    "kewbz": "kewbz-last-cube",
    "prolix": "prolix-marks",
    "conex": "conex-goal",
    "konexi": "konexi-goal",
}
"""A finished game of each; of ours, one that nobody gave up."""


@pytest.mark.parametrize("game", RECORDS)
def test_box_result_and_replay_of_every_game_are_accessible(person: People, game: str) -> None:
    page = person(viewport=PHONE)
    record = json.loads((GOLDEN / f"{RECORDS[game]}.json").read_text())
    made = page.request.post("/api/records", data=record)
    assert made.ok, made.text()
    page.goto(f"/play/{game}")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    check_accessible(page)
    table = made.json()["id"]
    page.goto(f"/t/{table}")
    expect(page.get_by_role("dialog")).to_be_visible()
    check_accessible(page)
    page.goto(f"/replay/{table}?at=4")
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_role("dialog").get_by_role("list", name="Log")).to_be_visible()
    check_accessible(page)


def test_what_comes_and_goes_is_accessible(person: People) -> None:
    """My games, the log over the board, an earlier position, large text, a lost connection."""
    page = person(viewport=PHONE)
    page.add_init_script(KEEP_SOCKET)
    seats = [{"kind": "me", "name": name} for name in ("Ann", "Bob")]
    table = new_table(page, "kewbz", *seats)
    page.goto("/")
    expect(page.get_by_role("region", name="My games")).to_be_visible()
    check_accessible(page)
    page.goto(f"/t/{table}")
    for name in ("c3", "c4"):
        place(page, name)
    log = page.get_by_role("button", name="Log")
    log.click()
    lines = page.get_by_role("dialog").get_by_role("list", name="Log").get_by_role("button")
    expect(lines).to_have_count(2)
    check_accessible(page)
    lines.first.click()
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
    check_accessible(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Text size").select_option("200")
    check_accessible(page)
    page.keyboard.press("Escape")
    lose_connection(page)
    check_accessible(page)


def test_every_game_stands_on_the_shelf(person: People) -> None:
    page = person()
    page.goto("/")
    for title in ("Kewbz", "Prolix", "CONEX", "Konexi"):
        expect(page.get_by_role("link", name=title, exact=True)).to_be_visible()


@pytest.mark.parametrize("language", ["de", "fr", "es", "nl"])
def test_languages(person: People, language: str) -> None:
    catalogue = json.loads((CLIENT / f"src/i18n/{language}.json").read_text())
    page = person(locale=language)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(catalogue["home.title"])
    page.goto("/rules/kewbz")
    rules = json.loads((CLIENT / f"src/games/kewbz/i18n/{language}.json").read_text())
    expect(page.get_by_text(rules["kewbz.rules.aim"])).to_be_visible()
    expect(page.get_by_role("figure", name=rules["kewbz.figure.square"])).to_be_visible()


def test_settings_are_kept(person: People) -> None:
    page = person()
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.get_by_label("Farben").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_name_is_only_a_name(person: People) -> None:
    page = person()
    name = "<img src=x onerror=a()>"
    open_box(page, "On this screen", name_of_player_1=name, name_of_player_2="{{7*7}}${7*7}")
    quick(page, starts=name)
    expect(page.get_by_text(name).first).to_be_visible()
    expect(page.get_by_text("{{7*7}}${7*7}").first).to_be_visible()
    assert page.locator("img").count() == 0


def test_a_preview_tells_what_a_placement_would_do(person: People) -> None:
    page = person()
    open_box(page, "On this screen", name_of_player_1="Ann", name_of_player_2="Bob")
    quick(page, starts="Ann")
    place(page, "c3")
    place(page, "c4")
    expect(cell(page, "d4")).to_have_accessible_name(re.compile("stacks 1 on c4"))
    cell(page, "d4").hover()
    # Blue places one and stacks one: two cubes fewer to subtract, and a tower of two.
    expect(page.get_by_text(re.compile(r"\+4"))).to_be_visible()
    expect(board(page)).to_be_visible()


def test_another_length_leaves_the_even_game_alone(person: People) -> None:
    page = person()
    open_box(page, "Play now")
    even = page.get_by_role("checkbox", name=re.compile("Even game"))
    expect(even).to_be_checked()
    even.uncheck()
    page.get_by_role("radio", name="Long").check()
    expect(even).not_to_be_checked()
    expect(page.get_by_role("radio", name="Long")).to_be_checked()


def test_a_saved_game_is_opened_and_nonsense_is_not(person: People, tmp_path: Path) -> None:
    page = person()
    page.goto("/")
    page.get_by_label("Open a saved game").set_input_files(GOLDEN / "kewbz-last-cube.json")
    expect(page.get_by_role("button", name="Step back")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("Player 1 won"))).to_be_visible()
    page.goto("/")
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text('{"game":"kewbz","log":[')
    page.get_by_label("Open a saved game").set_input_files(nonsense)
    expect(page.get_by_text("This is not a saved game")).to_be_visible()


def test_a_table_is_for_those_who_have_its_link_unless_it_is_opened(person: People) -> None:
    ann, bob = person(), person()
    ann.goto("/play/kewbz")
    ann.get_by_role("button", name="With friends").click()
    ann.get_by_label("Your name").fill("Ann the First")
    ann.get_by_role("button", name="Start").click()
    expect(ann.get_by_role("heading", name="Waiting for players")).to_be_visible()
    ann.goto("/play/kewbz")
    ann.get_by_role("button", name="With friends").click()
    ann.get_by_label("Your name").fill("Ann the Second")
    ann.get_by_label("Anyone in the house may join or watch").check()
    ann.get_by_role("button", name="Start").click()
    expect(ann.get_by_role("heading", name="Waiting for players")).to_be_visible()
    bob.goto("/")
    expect(bob.get_by_text("Ann the Second")).to_be_visible()
    expect(bob.get_by_text("Ann the First")).to_be_hidden()

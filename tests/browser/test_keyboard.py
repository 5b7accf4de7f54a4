"""By keyboard around a game: what comes and goes takes no focus away.

A walk through every phase of a game by keyboard is among the tests of that game: for Kewbz in
`test_games.py`, CONEX in `test_conex.py`, Konexi in `test_konexi.py`, a party of Prolix in
`test_prolix_pages.py`, a duel in `test_prolix.py` and a round alone in `test_prolix_screens.py`.
"""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.play import board, legal, placed, result
from tests.browser.steps import Json, focus_is_kept, new_table, press, tab_to

People = Callable[..., Page]
ANN: Json = {"kind": "me", "name": "Ann"}
BOB: Json = {"kind": "me", "name": "Bob"}
FREE: Json = {"kind": "free"}
PEBBLE: Json = {"kind": "bot", "level": "pebble"}


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def place(page: Page, name: str) -> None:
    tab_to(page, board(page).locator("button[tabindex='0']"))
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    expect(placed(page, name)).to_be_visible()
    focus_is_kept(page)


def look_back(page: Page) -> None:
    """To the position of the last line but one of the log, and back to the game."""
    tab_to(page, page.get_by_role("list", name="Log").get_by_role("button").last)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    press(button(page, "Back to the game"))
    expect(button(page, "Back to the game")).to_be_hidden()
    focus_is_kept(page)


def test_what_comes_and_goes_around_a_game_takes_no_focus_away(person: People) -> None:
    people = ann, bob = person(), person()
    table = f"/t/{new_table(ann, 'kewbz', ANN, FREE, size=6, cubes=12)}"
    for page in people:
        page.goto(table)
    tab_to(ann, ann.get_by_role("button", name="Copy link"))
    tab_to(bob, bob.get_by_label("Your name"))
    bob.keyboard.type("Bob")
    press(bob.get_by_role("button", name="Sit here"))

    def all_is_well() -> None:
        for page in people:
            focus_is_kept(page)

    expect(legal(ann).first).to_be_visible()
    expect(button(bob, "Leave seat")).to_be_visible()
    all_is_well()
    place(ann, "c3")
    for answer in ("Rather not", "All right"):
        press(button(ann, "Take back"))
        expect(ann.get_by_text("Asking the others")).to_be_visible()
        all_is_well()
        press(button(bob, answer))
        expect(button(bob, answer)).to_be_hidden()
        all_is_well()
    expect(placed(ann, "c3")).to_be_hidden()
    place(ann, "d4")
    place(bob, "c4")
    # An earlier position, and back.
    look_back(bob)
    all_is_well()
    for dialog in ("Settings", "Rules"):
        press(button(bob, dialog))
        expect(bob.get_by_role("dialog")).to_be_visible()
        focus_is_kept(bob)
        bob.keyboard.press("Escape")
        expect(button(bob, dialog)).to_be_focused()
    press(button(bob, "Resign"))
    press(button(bob, "Yes, resign"))
    for page in people:
        expect(result(page)).to_be_visible()
        focus_is_kept(page)
        page.keyboard.press("Escape")
        expect(result(page)).to_be_hidden()
        focus_is_kept(page)


def test_among_bots_and_on_a_phone_no_focus_is_lost(person: People) -> None:
    page = person()
    page.goto(f"/t/{new_table(page, 'kewbz', ANN, PEBBLE, size=6, cubes=12)}")
    lines = page.get_by_role("list", name="Log").get_by_role("listitem")
    press(button(page, "Hint"))
    expect(page.locator("[data-hint]").first).to_be_visible()
    focus_is_kept(page)
    place(page, "c3")
    expect(lines).to_have_count(2)
    press(button(page, "Take back"))
    expect(placed(page, "c3")).to_be_hidden()
    focus_is_kept(page)
    place(page, "d4")
    # The bot has answered: what is looked at stays on the board.
    expect(lines).to_have_count(5)
    page.set_viewport_size(PHONE)
    focus_is_kept(page)
    press(button(page, "Log"))
    look_back(page)
    press(button(page, "Log"))
    press(page.get_by_role("button", name="Send Pebble away"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    focus_is_kept(page)

"""Moves made with nothing but the keyboard, in each game."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import conex_play, konexi_play, play
from tests.browser.steps import Json, tab_to

MANY = 60
"""Presses of an arrow key after which everything there is has been passed."""


def press(page: Page, button: Locator) -> None:
    """Go to a button and press it."""
    expect(button).to_be_enabled()
    tab_to(page, button)
    page.keyboard.press("Enter")


def do(page: Page, game: str, view: Json, move: Json) -> None:
    """Make a move of a game where this is the view."""
    {"kewbz": kewbz, "prolix": prolix, "conex": conex, "konexi": konexi}[game](page, view, move)


def kewbz(page: Page, _view: Json, move: Json) -> None:
    if move["type"] == "swap":
        press(page, page.get_by_role("button", name="Take over the blue cube"))
        return
    expect(play.cell(page, move["cell"])).to_have_attribute("aria-disabled", "false")
    tab_to(page, play.board(page).locator("button[tabindex='0']"))
    page.keyboard.type(move["cell"])
    expect(play.cell(page, move["cell"])).to_be_focused()
    page.keyboard.press("Enter")


def prolix(page: Page, _view: Json, move: Json) -> None:
    match move["type"]:
        case "say":
            field = page.get_by_label("Your word, in English")
            tab_to(page, field)
            page.keyboard.type(move["word"])
            page.keyboard.press("Enter")
        case "flip":
            press(page, page.get_by_role("button", name=re.compile("^Flip")))
        case "challenge":
            press(page, page.get_by_role("button", name=re.compile("^Challenge")))


def conex(page: Page, view: Json, move: Json) -> None:
    match move["type"]:
        case "draw":
            press(page, conex_play.deed(page, "Draw two"))
        case "lightning":
            press(page, page.get_by_role("button", name="Strike a card"))
            expect(conex_play.felt(page)).to_be_focused()
            for _ in range(view["free"].index(move["card"]) + 1):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        case "lay":
            if move.get("double"):
                press(page, page.get_by_role("button", name="Double this lay"))
            card = conex_play.in_hand(page, move["card"])
            tab_to(page, page.get_by_role("toolbar", name="Your cards").locator("[tabindex='0']"))
            page.keyboard.press("Home")
            here = "card => card === document.activeElement"
            _arrow_to(page, lambda: bool(card.evaluate(here)))
            page.keyboard.press("Enter")
            expect(conex_play.felt(page)).to_be_focused()
            wanted = ".".join(str(move[part]) for part in ("card", "corner", "target", "spot"))
            ghost = page.locator("[data-ghost]")
            _arrow_to(
                page,
                lambda: str(ghost.get_attribute("data-ghost")).startswith(f"{wanted}."),
            )
            page.keyboard.press("Enter")


def konexi(page: Page, view: Json, move: Json) -> None:
    if move["type"] == "move":
        tab_to(page, page.get_by_role("button", name="One gap on"))
        for _ in range((move["gap"] - view["token"]) % len(view["ring"])):
            page.keyboard.press("Enter")
    konexi_play.do_by_keys(page, view, move)
    if move["type"] == "join" and not view["options"]["steady"]:
        expect(konexi_play.button(page, "Let go")).to_be_focused()
        page.keyboard.press("Enter")


def _arrow_to(page: Page, there: Callable[[], bool]) -> None:
    """Press an arrow key until what is wanted is reached."""
    for _ in range(MANY):
        if there():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError("cannot be reached by arrow keys")

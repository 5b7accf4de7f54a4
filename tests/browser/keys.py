"""Moves made with nothing but the keyboard, in each game."""

import re

from playwright.sync_api import Page, expect

from tests.browser import conex_play, konexi_play, play
from tests.browser.steps import Json, press, tab_to


def do(page: Page, game: str, view: Json, move: Json) -> None:
    """Make a move of a game where this is the view."""
    {"kewbz": kewbz, "prolix": prolix, "conex": conex_play.by_keys, "konexi": konexi}[game](
        page, view, move
    )


def kewbz(page: Page, _view: Json, move: Json) -> None:
    if move["type"] == "swap":
        press(page.get_by_role("button", name="Take over the blue cube"))
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
            press(page.get_by_role("button", name=re.compile("^Flip")))
        case "challenge":
            press(page.get_by_role("button", name=re.compile("^Challenge")))


def konexi(page: Page, view: Json, move: Json) -> None:
    if move["type"] == "move":
        tab_to(page, page.get_by_role("button", name="One gap on"))
        for _ in range((move["gap"] - view["token"]) % len(view["ring"])):
            page.keyboard.press("Enter")
    konexi_play.do_by_keys(page, view, move)
    if move["type"] == "join" and not view["options"]["steady"]:
        expect(konexi_play.button(page, "Let go")).to_be_focused()
        page.keyboard.press("Enter")

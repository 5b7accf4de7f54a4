"""What people do at a Kewbz table, in the words of the screen."""

import re

from playwright.sync_api import Locator, Page, expect


def open_box(page: Page, way: str, **choices: str) -> None:
    """The Kewbz box, with one of its ways to play chosen."""
    page.goto("/play/kewbz")
    page.get_by_role("button", name=way).click()
    for label, text in choices.items():
        page.get_by_label(label.replace("_", " ").capitalize(), exact=True).fill(text)


def quick(page: Page, *, starts: str = "Me", even: bool = False) -> None:
    """Choose the quick game and who starts, and start it."""
    page.get_by_role("radio", name=re.compile("Quick")).check()
    swap = page.get_by_role("checkbox", name=re.compile("Even game"))
    swap.set_checked(even)
    page.get_by_role("radio", name=starts, exact=True).check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(board(page)).to_be_visible()


def board(page: Page) -> Locator:
    return page.get_by_role("grid", name=re.compile("Kewbz board"))


def cell(page: Page, name: str) -> Locator:
    return board(page).get_by_role("button", name=re.compile(f"^{name},"))


def legal(page: Page) -> Locator:
    return board(page).locator("button[aria-disabled=false]")


def placed(page: Page, name: str) -> Locator:
    """The cell, once a cube lies on it."""
    return board(page).get_by_role("button", name=re.compile(f"^{name}, (one cube|tower)"))


def result(page: Page) -> Locator:
    """The panel with the result of a finished game."""
    return page.get_by_role("dialog", name=re.compile("won|win"))


def place(page: Page, name: str) -> None:
    """Play a cell, and see the cube lie there.

    A touch asks for a second one, and a player short of cubes picks corners first.
    """
    cell(page, name).click()
    finish = page.get_by_role("button", name=f"Place on {name}")
    while True:
        expect(placed(page, name).or_(finish)).to_be_visible()
        if not finish.is_visible():
            break
        if finish.is_enabled():
            finish.click()
            expect(finish.and_(page.locator(":enabled"))).to_be_hidden()
        else:
            legal(page).first.click()
    expect(placed(page, name)).to_be_visible()


def place_somewhere(page: Page, turn: int) -> bool:
    """Make some legal move when it is this player's turn; False when the game is over."""
    expect(legal(page).first.or_(result(page))).to_be_visible()
    if result(page).is_visible():
        return False
    cells = legal(page)
    name = cells.nth(turn * 7 % cells.count()).get_attribute("data-cell")
    assert name
    place(page, name)
    return True

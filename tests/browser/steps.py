"""What people do at the table of any game."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

Json = dict[str, Any]


def new_table(page: Page, game: str, *seats: Json, **options: Any) -> str:
    """A table made by this person, without the screen; its id."""
    made = page.request.post("/api/tables", data={"game": game, "seats": seats, "options": options})
    assert made.status == 201, made.text()
    return str(made.json()["id"])


def sit(page: Page, name: str, table: str) -> None:
    """Open a table and take its first free seat."""
    page.goto(table)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit here").first.click()
    expect(page.get_by_role("region", name=re.compile(f": {name}$"))).to_be_visible()


def view_of(page: Page) -> Json:
    """The page's view, as the server has it now."""
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    found: Json = table["view"]
    return found


KEEP_SOCKET = (
    "const Real = WebSocket;"
    "WebSocket = class extends Real { constructor(...a) { super(...a); window.socket = this } }"
)
"""A script for a page whose connection is to be lost."""


def lose_connection(page: Page) -> None:
    page.context.set_offline(True)
    page.evaluate("socket.close()")
    expect(page.get_by_text("Connection lost")).to_be_visible()


def stop_clock(page: Page) -> None:
    """From now on time passes only when it is told to, on a page whose clock was installed.

    It jumps ahead first: until it stands still, it goes on.
    """
    page.clock.pause_at(page.evaluate("Date.now() + 10_000"))


def step_until(page: Page, what: Locator) -> None:
    """Let time go on until that is to be seen."""
    for _ in range(200):
        if what.is_visible():
            return
        page.clock.fast_forward(250)
        page.wait_for_timeout(20)
    raise AssertionError(f"never seen: {what}")


def press(button: Locator) -> None:
    """Get to a button with only the Tab key, and press it."""
    expect(button).to_be_enabled()
    tab_to(button.page, button)
    button.page.keyboard.press("Enter")


def tab_to(page: Page, goal: Locator) -> None:
    """Get there with only the Tab key."""
    for _ in range(80):
        if goal.evaluate("found => found === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("cannot be reached by the tabulator")


def focus_is_kept(page: Page) -> None:
    """Something still has the focus, or has it again as soon as the screen has changed."""
    expect(page.locator(":focus")).to_have_count(1)

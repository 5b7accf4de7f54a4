"""What every picture is of, and how one gets there: people arrive, open tables and make moves."""

from collections.abc import Callable
from itertools import count, cycle

from playwright.sync_api import Page, expect

from tests.browser.steps import Json

ANN: Json = {"kind": "me", "name": "Ann"}
BOB: Json = {"kind": "me", "name": "Bob"}
FREE: Json = {"kind": "free"}
MOVING = {"reduced_motion": "no-preference"}
IDS = (f"shot-{n}" for n in count())

DRAWN = 180_000
"""ms for the first picture in 3-D, which the processor draws."""

Arrive = Callable[..., Page]
State = Callable[[Arrive], Page]
STATES: dict[str, State] = {}
"""What each picture is of: it lets people arrive and returns the page to be pictured."""


def state(name: str) -> Callable[[State], State]:
    def keep(found: State) -> State:
        STATES[name] = found
        return found

    return keep


def move(page: Page, table: str, seat: int, what: Json) -> None:
    body = {"id": next(IDS), "seat": seat, "move": what}
    answer = page.request.post(f"/api/tables/{table}/moves", data=body)
    assert answer.ok, answer.text()


def place(page: Page, table: str, cells: list[str]) -> None:
    for seat, cell in zip(cycle((0, 1)), cells, strict=False):
        move(page, table, seat, {"type": "place", "cell": cell})


def view(page: Page, table: str) -> Json:
    found: Json = page.request.get(f"/api/tables/{table}").json()["view"]
    return found


def at(page: Page, path: str, drawn: bool = False) -> Page:
    """Somebody's page at an address; `drawn`: there is a table in 3-D, which can be seen."""
    page.goto(path)
    if not path.startswith("/api/"):
        # Whatever there is to press on it has come, and so has the type.
        pressed = "a:visible, button:visible, summary:visible"
        expect(page.locator("main, dialog").locator(pressed).first).to_be_visible()
        page.evaluate("document.fonts.ready")
    if drawn:
        expect(page.locator("canvas").first).to_be_visible(timeout=DRAWN)
    return page


def stop_clock(page: Page, path: str, drawn: bool = False) -> None:
    """Open a page on which time then stands still."""
    page.clock.install()
    at(page, path, drawn)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))

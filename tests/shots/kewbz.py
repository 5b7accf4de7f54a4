"""Tables of Kewbz."""

from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.steps import new_table
from tests.shots.states import ANN, BOB, Arrive, at, state


@state("kewbz-first-move")
def kewbz_first_move(arrive: Arrive) -> Page:
    page = arrive()
    return at(page, f"/t/{new_table(page, 'kewbz', ANN, {'kind': 'bot', 'level': 'cobble'})}")


@state("kewbz-towers")
def kewbz_towers(arrive: Arrive) -> Page:
    page = arrive()
    table = new_table(page, "kewbz", ANN, BOB)
    page.goto(f"/t/{table}")
    expect(play.board(page)).to_be_visible()
    for turn in range(14):
        assert play.place_somewhere(page, turn)
    return page


@state("kewbz-log")
def kewbz_log(arrive: Arrive) -> Page:
    """Where it lies beside the board, it is always there: so it is opened on a phone."""
    page = kewbz_towers(arrive)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Log", exact=True).click()
    page.get_by_role("list", name="Log").last.wait_for()
    return page

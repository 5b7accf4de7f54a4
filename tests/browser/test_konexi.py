"""Konexi through the browser: a tower that stands and falls, words, only keys, a small phone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.konexi_play import (
    BOT,
    YOU,
    Plan,
    button,
    do,
    moved_on,
    open_table_with,
    panel,
    result,
)
from tests.browser.seeded import seeded
from tests.browser.steps import focus_is_kept, sit, tab_to, view_of
from tests.serving import Server

People = Callable[..., Page]
# With this seed `Plan` gets to a fall and then to words within some forty moves.
SEED = "letters 7"
# Nothing here looks at the 3-D table: the pages do without, as some phones must.
FLAT = "delete window.WebGL2RenderingContext"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = {"goal": 5, "steady": True, "first": 0, "suspense": False}
    with seeded(tmp_path_factory.mktemp("tower"), "konexi", SEED, options) as server:
        yield server


def test_two_people_with_a_fall_and_words(evening: Server, person: People) -> None:
    people = ann, bob = person(evening.url), person(evening.url)
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.add_init_script(FLAT)
        sit(page, name, "/t/seeded")
    plan, fallen = Plan(), False
    view = moved_on(ann, {})
    for _ in range(80):
        if view["phase"] == "over":
            break
        mover = people[view["active"]]
        do(mover, view, plan.next(view))
        view = moved_on(ann, view)
        if view["fall"] and not fallen:
            fallen = True
            for page in people:
                expect(
                    panel(page).get_by_text(re.compile("Points lost by|no points to lose"))
                ).to_be_visible()
    assert fallen
    assert "word" in plan.seen
    for page in people:
        expect(result(page)).to_be_visible()
        expect(result(page)).to_contain_text("The points are reached")


def test_steady_hands_by_keys_alone(person: People) -> None:
    page = person()
    page.add_init_script(FLAT)
    open_table_with(page, YOU, BOT, steady=True, goal=200)
    keys = page.keyboard
    placed = 0
    for _ in range(40):
        expect(deed(page).first).to_be_visible()
        view = view_of(page)
        match view["phase"]:
            case "token":
                press(page, button(page, "Put it here"))
            case "take":
                press(page, button(page, f"Take {view['right']}"))
            case "place" if view["rests"]:
                tab_to(page, panel(page).get_by_role("radio").first)
                keys.press("Space")
                keys.press("ArrowDown")
                press(page, button(page, f"Place {view['hand']}"))
                placed += 1
            case "place":
                press(page, button(page, "Steadiest"))
                press(page, button(page, f"Place {view['hand']}"))
                placed += 1
            case "claim":
                # A word that cannot be is refused, and the refusal says why.
                tab_to(page, panel(page).get_by_label("Your word, in English"))
                keys.type("letter")
                keys.press("Enter")
                expect(page.get_by_text("“letter” needs a letter twice")).to_be_visible()
                press(page, button(page, "No word"))
                if placed > 1:
                    break
        moved_on(page, view)
        focus_is_kept(page)
    assert placed > 1
    log = page.get_by_role("list", name="Log")
    expect(log).to_contain_text("no word")


def test_without_webgl_on_a_phone(person: People) -> None:
    page = person(viewport=PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(FLAT)
    open_table_with(page, YOU, BOT)
    expect(page.get_by_text(re.compile("cannot draw"))).to_be_visible()
    view = view_of(page)
    if view["phase"] == "token":
        button(page, "Put it here").tap()
        view = moved_on(page, view)
    button(page, f"Take {view['left']}").tap()
    view = moved_on(page, view)
    panel(page).get_by_role("radio").first.check()
    button(page, "Place").tap()
    # Not steady by option: a needle swings until the hand lets go.
    button(page, "Let go!").tap()
    assert moved_on(page, view)["tower"]


def deed(page: Page) -> Locator:
    """Something that can be done now."""
    return panel(page).locator("button.call:visible, [type=radio]:visible, select:visible")


def press(page: Page, goal: Locator) -> None:
    tab_to(page, goal)
    page.keyboard.press("Enter")

"""Konexi through the browser: a tower that stands and falls, words, only keys, the 3-D table."""

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PHONE, chromium
from tests.browser.konexi_play import Plan, button, do, moved_on, panel, result
from tests.browser.seeded import seeded
from tests.browser.steps import Json, sit, tab_to, view_of
from tests.serving import Server

People = Callable[..., Page]
# With this seed `Plan` gets to a fall and then to words within some forty moves.
SEED = "letters 7"
# Software draws 3-D slowly: tests that do not need to see it do without, as some phones must.
FLAT = "delete window.WebGL2RenderingContext"
SMALL = {"width": 480, "height": 400}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """With WebGL in software, since there may be no graphics card."""
    gl = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
    with chromium(*gl) as browser:
        yield browser


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = {"goal": 5, "steady": True, "first": 0}
    with seeded(tmp_path_factory.mktemp("tower"), "konexi", SEED, options) as server:
        yield server


def open_table_with(page: Page, *seats: Json, **options: Any) -> None:
    """A table with this company, made and opened by this person, who begins."""
    made = page.request.post(
        "/api/tables", data={"game": "konexi", "seats": seats, "options": {"first": 0, **options}}
    )
    assert made.status == 201, made.text()
    page.goto(f"/t/{made.json()['id']}")
    expect(panel(page)).to_be_visible()


YOU: Json = {"kind": "me", "name": "Ann"}
BOT: Json = {"kind": "bot", "level": "surgeon"}


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
                expect(panel(page).get_by_text(re.compile("Points lost by"))).to_be_visible()
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
    assert placed > 1
    log = page.get_by_role("list", name="Log")
    expect(log).to_contain_text("no word")


def test_the_table_is_drawn(person: People) -> None:
    page = person(viewport=SMALL)
    open_table_with(page, YOU, BOT, steady=True)
    canvas = page.locator("canvas").first
    expect(canvas).to_be_visible()
    before = picture(page, canvas)
    assert len(set(before)) > 40, "hardly any colours: nothing is drawn"
    view = view_of(page)
    for _ in range(3):
        if view["phase"] == "claim" or view["active"] != 0:
            break
        do(page, view, Plan().next(view))
        view = moved_on(page, view)
    for _ in range(100):
        after = picture(page, canvas)
        if sum(a != b for a, b in zip(before, after, strict=True)) > 0.01 * len(before):
            return
        page.wait_for_timeout(300)
    raise AssertionError("the letter that was placed is not to be seen")


MANY = 200
"""Moves after which a tower that is built as shakily as can be has long fallen."""


def test_a_fall_is_watched_and_seen_again(person: People) -> None:
    page = person(viewport=SMALL, reduced_motion="no-preference")
    open_table_with(page, YOU, {**YOU, "name": "Bob"}, steady=True, goal=200)
    expect(page.locator("canvas").first).to_be_visible()
    table, plan, view = page.url.rsplit("/", 1)[1], Plan(), moved_on(page, {})
    for n in range(MANY):
        move = plan.next(view)
        if "fall" in plan.seen:
            break
        body = {"id": f"move {n}", "seat": view["active"], "move": move}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok
        view = moved_on(page, view)
    # The position waits until the film is over; then the fall can be seen again, slowly.
    again = page.get_by_role("button", name="See the fall again")
    expect(again).to_be_visible()
    again.click()
    expect(page.get_by_text("Once more, slowly")).to_be_visible()
    expect(again).to_be_visible()


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


def picture(page: Page, canvas: Locator) -> list[int]:
    """What a canvas shows, pixel by pixel in coarse colours, made small."""
    png = base64.b64encode(canvas.screenshot()).decode()
    pixels: list[int] = page.evaluate(
        """async png => {
            const image = new Image();
            image.src = `data:image/png;base64,${png}`;
            await image.decode();
            const small = new OffscreenCanvas(160, 120).getContext("2d");
            small.drawImage(image, 0, 0, 160, 120);
            const { data } = small.getImageData(0, 0, 160, 120);
            return Array.from({ length: 160 * 120 }, (_, i) =>
                ((data[4 * i] >> 4) << 8) | ((data[4 * i + 1] >> 4) << 4) | (data[4 * i + 2] >> 4));
        }""",
        png,
    )
    return pixels

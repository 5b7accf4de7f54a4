"""Konexi's 3-D table: the letters are drawn, and a fall is watched.

Software draws 3-D slowly, and with it everything else on the page: so only these tests use it.
"""

import base64
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import chromium
from tests.browser.konexi_play import (
    BOT,
    YOU,
    Plan,
    button,
    do,
    moved_on,
    new_tower,
    open_table_with,
    panel,
)
from tests.browser.steps import view_of

People = Callable[..., Page]
SMALL = {"width": 480, "height": 400}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """With WebGL in software, since there may be no graphics card."""
    gl = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
    with chromium(*gl) as browser:
        yield browser


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


def test_a_letter_that_is_dropped_too_far_off_stays_in_the_hand(person: People) -> None:
    page = person(viewport=SMALL)
    table = new_tower(page, YOU, BOT, goal=200)
    page.goto(f"/api/tables/{table}")
    view = moved_on(page, {})
    while view["phase"] != "place":
        body = {"id": view["phase"], "seat": 0, "move": Plan().next(view)}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok
        view = moved_on(page, view)
    page.goto(f"/t/{table}")
    scene = page.get_by_role("application", name="The 3-D table")
    expect(scene.get_by_text("Touch the table")).to_be_visible()
    box = scene.bounding_box()
    assert box
    hand = box["x"] + 0.8 * box["width"], box["y"] + 0.62 * box["height"]
    page.mouse.move(*hand)
    page.mouse.down()
    # Into a corner: while it is carried, the needle is beside it.
    page.mouse.move(box["x"] + 30, box["y"] + 60, steps=4)
    expect(scene.locator(".needle svg")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_text("Too far off")).to_be_visible()
    expect(scene.locator(".needle svg")).to_have_count(0)
    assert view_of(page)["phase"] == "place"


MANY = 200
"""Moves after which a tower that is built as shakily as can be has long fallen."""


def test_a_fall_is_watched_and_seen_again(person: People) -> None:
    page = person(viewport=SMALL, reduced_motion="no-preference")
    table = new_tower(page, YOU, {**YOU, "name": "Bob"}, steady=True, goal=200)
    # While the tower is built there is nothing to look at: they come to the table for the fall.
    page.goto(f"/api/tables/{table}")
    canvas, plan, view = page.locator("canvas").first, Plan(), moved_on(page, {})
    for n in range(MANY):
        ways = [steady for place in view["places"] for _, _, steady in place["ways"]]
        if min(ways, default=0) < 0 and not canvas.is_visible():
            page.goto(f"/t/{table}")
            expect(canvas).to_be_visible()
        move = plan.next(view)
        if "fall" in plan.seen:
            break
        body = {"id": f"move {n}", "seat": view["active"], "move": move}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok
        view = moved_on(page, view)
    # The position waits until the film is over; what gave way first is named.
    broke = page.get_by_text(re.compile("(came off first|tipped over|touched the table)$"))
    expect(broke).to_be_visible()
    # Then the fall can be seen again, slowly, until the next letter stands: also by those who come
    # only now, and by the one who has the next letter in hand.
    again = page.get_by_role("button", name="See the fall again")
    expect(again).to_be_visible()
    while view["phase"] != "place":
        move = plan.next(view)
        body = {"id": f"then {move['type']}", "seat": view["active"], "move": move}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok
        view = moved_on(page, view)
    page.reload()
    expect(page.get_by_text("Touch the table to choose")).to_be_visible()
    expect(again).to_be_visible()
    again.focus()
    again.press("Enter")
    expect(page.get_by_text("Once more, slowly")).to_be_visible()
    # The button is gone while one watches, but not the focus.
    expect(page.get_by_role("application", name="The 3-D table")).to_be_focused()
    page.keyboard.press("Escape")
    expect(again).to_be_visible()


def test_a_phone_on_its_side_has_the_table_on_the_left(person: People) -> None:
    page = person(viewport={"width": 844, "height": 390})
    table = new_tower(page, YOU, {**YOU, "name": "Bob"}, steady=True, bumps=True)
    page.goto(f"/api/tables/{table}")
    plan, view = Plan(), moved_on(page, {})
    plan.seen.add("fall")
    for n in range(MANY):
        if view["phase"] == "place" and view["tower"]:
            break
        body = {"id": f"move {n}", "seat": view["active"], "move": plan.next(view)}
        assert page.request.post(f"/api/tables/{table}/moves", data=body).ok
        view = moved_on(page, view)
    page.goto(f"/t/{table}")
    scene = page.get_by_role("application", name="The 3-D table")
    expect(scene).to_be_visible()
    left, right = scene.bounding_box(), panel(page).bounding_box()
    assert left
    assert right
    assert left["x"] + left["width"] <= right["x"]
    assert left["height"] > 300
    # The ways have one order, on the table and in the list, and the same is said of each.
    button(page, "Steadiest").click()
    chips = panel(page).get_by_role("listitem").locator("[aria-hidden=true]")
    count = scene.locator(".count")
    for rank in (1, 2):
        expect(panel(page).get_by_role("radio").nth(rank - 1)).to_be_checked()
        expect(count).to_have_text(
            re.compile(rf"^\s*{rank}/{chips.count()}\s+{chips.nth(rank - 1).inner_text()}\s*$")
        )
        page.get_by_role("button", name="Next way").click()
    for _ in range(chips.count() - 3):
        page.get_by_role("button", name="Next way").click()
    expect(panel(page).get_by_role("radio").last).to_be_checked()
    expect(count).to_contain_text(chips.last.inner_text())
    # Whatever is done with the picture, the tower is not bumped: the other would pay for it.
    page.keyboard.press("Escape")
    box = scene.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2
    for y in (0.3, 0.5, 0.7):
        page.mouse.move(middle, box["y"] + y * box["height"])
        page.mouse.down()
        page.mouse.move(middle + 90, box["y"] + y * box["height"], steps=2)
        page.mouse.up()
    assert view_of(page)["round"] == view["round"]
    # What a thumb reaches for is on the other side for a left hand.
    zoom = page.get_by_role("button", name="Zoom in")
    all_of_it = page.get_by_role("button", name="Reset the view").bounding_box()
    assert all_of_it
    assert all_of_it["x"] > middle
    page.evaluate("""() => {
        const kept = JSON.parse(localStorage["inglenook.settings"]);
        localStorage["inglenook.settings"] = JSON.stringify({ ...kept, leftHanded: true });
    }""")
    page.reload()
    expect(zoom).to_be_visible()
    left, right, eye = panel(page).bounding_box(), scene.bounding_box(), zoom.bounding_box()
    assert left
    assert right
    assert eye
    assert left["x"] + left["width"] <= right["x"]
    assert eye["x"] < right["x"] + right["width"] / 2


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

"""Konexi's 3-D table: the letters are drawn, and a fall is watched.

Software draws 3-D slowly, and with it everything else on the page: so only these tests use it.
"""

import base64
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.browsers import BROWSERS
from tests.browser.konexi_play import (
    MANY,
    YOU,
    button,
    can_fall,
    careful,
    joins,
    known_tower,
    moved_on,
    panel,
    play_until,
    send,
)
from tests.browser.steps import Json, step_until, view_of
from tests.serving import Server

People = Callable[..., Page]
# They come first: at the end nothing would be left to do beside them.
pytestmark = pytest.mark.long

KEEP = """set => {
    const kept = JSON.parse(localStorage["inglenook.settings"]);
    localStorage["inglenook.settings"] = JSON.stringify({ ...kept, ...set });
}"""
SMALL = {"width": 360, "height": 320}
BOB: Json = {**YOU, "name": "Bob"}


@pytest.fixture
def browser() -> Browser:
    """With WebGL in software, since there may be no graphics card."""
    return BROWSERS.get("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")


def test_the_table_is_drawn_and_a_letter_dropped_too_far_off_stays_in_the_hand(
    person: People, server: Server
) -> None:
    page = person(viewport=SMALL)
    # The die shows a number: the first thing to do is to take a letter.
    table = known_tower(page, server, YOU, BOB, goal=200)
    page.goto(f"/t/{table}")
    view = moved_on(page, {})
    assert view["phase"] == "take"
    canvas = page.locator("canvas").first
    expect(canvas).to_be_visible()
    before = picture(page, canvas)
    assert len(set(before)) > 40, "hardly any colours: nothing is drawn"
    send(page, table, 0, {"type": "take", "side": "left"})
    moved_on(page, view)
    scene = page.get_by_role("application", name="The 3-D table")
    expect(scene.get_by_text("Touch the table")).to_be_visible()
    # A picture that the processor draws is shown when it is done.
    assert any(
        sum(a != b for a, b in zip(before, picture(page, canvas), strict=True)) > 0.01 * len(before)
        for _ in range(MANY)
    ), "the letter in hand is not to be seen"
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


def test_a_fall_is_watched_and_seen_again(person: People, server: Server) -> None:
    page = person(viewport=SMALL, reduced_motion="no-preference")
    table = known_tower(page, server, YOU, BOB, due=can_fall, steady=True, goal=200)
    # Time goes on by steps: so a film has as many pictures on any machine.
    page.clock.install()
    page.goto(f"/t/{table}")
    expect(page.locator("canvas").first).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    view = view_of(page)
    send(page, table, view["active"], joins(view)[0][1])
    # Not before it has fallen: steps while the server computes would look like a lost connection.
    assert moved_on(page, view)["fall"]
    # The position waits until the film is over; what gave way first is named.
    again = page.get_by_role("button", name="See the fall again")
    broke = page.get_by_text(re.compile("(came off first|tipped over|touched the table)$"))
    step_until(page, broke)
    expect(again).to_have_count(0)
    turn = page.get_by_role("region", name="Seat 1: Ann").get_by_text("Your turn")
    expect(turn).to_have_count(0)
    step_until(page, again)
    expect(turn).to_be_visible()
    # Then the fall can be seen again, slowly, until the next letter stands: also by those who come
    # only now, and by the one who has the next letter in hand.
    play_until(page, table, lambda view: bool(view["phase"] == "place"), careful())
    page.reload()
    step_until(page, page.get_by_text("Touch the table to choose"))
    expect(again).to_be_visible()
    again.focus()
    again.press("Enter")
    expect(page.get_by_text("Once more, slowly")).to_be_visible()
    # The button is gone while one watches, but not the focus.
    expect(page.get_by_role("application", name="The 3-D table")).to_be_focused()
    page.keyboard.press("Escape")
    expect(again).to_be_visible()


def test_a_phone_on_its_side_has_the_table_on_the_left(person: People, server: Server) -> None:
    page = person(viewport={"width": 844, "height": 390})
    table = known_tower(page, server, YOU, BOB, due=joins, steady=True, bumps=True)
    page.goto(f"/t/{table}")
    view = view_of(page)
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
    for _ in range(3):  # from the third back to the first, and round to the last
        page.get_by_role("button", name="Previous way").click()
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
    all_of_it = page.get_by_role("button", name="Reset the view").bounding_box()
    assert all_of_it
    assert all_of_it["x"] > middle
    page.evaluate(KEEP, {"leftHanded": True, "language": "fr"})
    page.reload()
    zoom = page.get_by_role("button", name="Zoomer", exact=True)
    expect(zoom).to_be_visible()
    beside, drawn = page.locator(".konexi > .panel"), page.get_by_role("application")
    left, right, eye = beside.bounding_box(), drawn.bounding_box(), zoom.bounding_box()
    assert left
    assert right
    assert eye
    assert left["x"] + left["width"] <= right["x"]
    assert eye["x"] < right["x"] + right["width"] / 2
    # Longer words are not cut off.
    expect(beside.get_by_role("button", name="Placer")).to_be_visible()
    assert beside.evaluate("it => it.scrollWidth <= it.clientWidth")


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

"""CONEX through the browser: laying by mouse, touch and keys, stars, hidden hands, hints."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from inglenook.games.conex.geometry.placing import fault
from inglenook.games.conex.rules.moves import Lay
from inglenook.games.conex.rules.view import Laid
from tests.browser.conex_play import (
    Plan,
    aim,
    deed,
    do_by_keys,
    felt,
    hand,
    in_hand,
    lay,
    on_table,
    result,
)
from tests.browser.conftest import PHONE
from tests.browser.seeded import seeded
from tests.browser.steps import Json, focus_is_kept, new_table, sit, view_of
from tests.serving import Server

People = Callable[..., Page]
# With this seed `Plan` gets to a slide, the die and both stars within ten moves.
SEED = "evening 4"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = {"table": "small", "goal": 20, "first": 0}
    with seeded(tmp_path_factory.mktemp("evening"), "conex", SEED, options) as server:
        yield server


def open_table_with(page: Page, *seats: Json, **options: Any) -> None:
    """A table with this company, made and opened by this person."""
    options = {"table": "small", "goal": 10, "first": 0, **options}
    page.goto(f"/t/{new_table(page, 'conex', *seats, **options)}")
    expect(felt(page).locator("svg").first).to_be_visible()  # what comes last


YOU: Json = {"kind": "me", "name": "Ann"}
BOT: Json = {"kind": "bot", "level": "hasty"}


def test_two_people_play_to_the_end_by_keys_alone(evening: Server, person: People) -> None:
    """Through every phase; the focus is never lost."""
    people = ann, bob = person(evening.url), person(evening.url)
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        sit(page, name, "/t/seeded")
    for page in people:
        expect(hand(page)).to_have_count(5)
    plan, phases = Plan(), set()
    for _ in range(60):
        view = view_of(ann)
        phases.add(view["phase"])
        if view["phase"] == "over":
            break
        mover = people[view["owing"][0] if view["phase"] == "giving" else view["active"]]
        seen = view_of(mover)
        do_by_keys(mover, seen, plan.next(seen))
        for page in people:
            focus_is_kept(page)
    assert plan.seen == {"slide", "rolled", "double", "lightning"}
    # In the others it is NATURE's move.
    assert phases == {"turn", "closing", "giving", "over"}
    for page in people:
        expect(result(page)).to_be_visible()
        expect(result(page)).to_contain_text(re.compile("goal is reached"))
        expect(result(page).get_by_text(re.compile(r"^Corners \(\d+\)")).first).to_be_visible()
        focus_is_kept(page)


def test_a_card_is_dragged_with_the_mouse_and_goes_back_when_it_fits_nowhere(
    person: People,
) -> None:
    page = person()
    open_table_with(page, YOU, BOT)
    move = lay(view_of(page)["legal"]["fixed"][0])
    card = in_hand(page, move["card"])
    start, aside = middle(card), felt(page).bounding_box()
    assert aside
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(aside["x"] + 12, aside["y"] + 12, steps=4)
    page.mouse.up()
    expect(on_table(page, move["card"])).to_be_hidden()
    expect(card).to_have_attribute("aria-pressed", "false")

    drag_with_mouse(page, move["card"], spot_to_drop(page, move))
    expect(on_table(page, move["card"])).to_be_visible()
    expect(card).to_be_hidden()


def test_with_hidden_spots_nothing_is_lit_and_the_refusal_says_why(person: People) -> None:
    page = person()
    open_table_with(page, YOU, BOT, spots="hidden")
    view = view_of(page)
    assert view["legal"] == {"fixed": [], "slides": []}
    # At first only the board is there, and all that is laid on it fits.
    move = lay(view["candidates"]["fixed"][0])
    in_hand(page, move["card"]).click()
    expect(page.get_by_text("Lay it where you think it fits")).to_be_visible()
    expect(page.locator("[data-spot]")).to_have_count(0)
    deed(page, "Put back").click()
    goal = spot_to_drop(page, move)
    drag_with_mouse(page, move["card"], goal)
    expect(on_table(page, move["card"])).to_be_visible()
    expect(mine(page)).to_be_visible()

    # The same spot again, with another card of the same colour there: it is taken.
    while not (wrong := touching(view_of(page))):
        deed(page, "Draw two").click()
        expect(mine(page)).to_be_visible()
    expect(page.locator(".dim")).to_have_count(0)
    drag_with_mouse(page, wrong["card"], spot_to_drop(page, wrong))
    expect(page.get_by_text(re.compile("would touch")).first).to_be_visible()
    expect(page.locator("[data-fault]")).to_be_visible()
    expect(on_table(page, wrong["card"])).to_be_hidden()
    expect(in_hand(page, wrong["card"])).to_have_attribute("aria-pressed", "false")


def touching(view: Json) -> Json | None:
    """A candidate not allowed because another card lies there or a corner would be covered."""
    laid = [Laid(**card) for card in view["laid"]]
    for candidate in view["candidates"]["fixed"]:
        move = lay(candidate)
        tried = Lay(**{name: move[name] for name in ("card", "corner", "target", "spot")})
        if fault("small", laid, tried) in ("touches", "covers-corner"):
            return move
    return None


def drag_with_mouse(page: Page, card: str, goal: tuple[float, float]) -> None:
    page.mouse.move(*middle(in_hand(page, card)))
    page.mouse.down()
    page.mouse.move(*goal, steps=6)
    page.mouse.up()


def test_by_touch_on_a_phone(person: People) -> None:
    page = person(viewport=PHONE, has_touch=True, is_mobile=True)
    open_table_with(page, YOU, BOT)
    move = lay(view_of(page)["legal"]["fixed"][0])
    goal = spot_to_drop(page, move)
    touch = page.context.new_cdp_session(page)
    # What is touched is seen above the finger.
    drag(touch, middle(in_hand(page, move["card"])), (goal[0], goal[1] + 52))
    expect(on_table(page, move["card"])).to_be_visible()
    expect(in_hand(page, move["card"])).to_be_hidden()

    # Two fingers zoom the table.
    box = felt(page).bounding_box()
    assert box
    before = width_of(on_table(page, move["card"]))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    pinch(touch, (x, y), 40, 120)
    for _ in range(100):
        if width_of(on_table(page, move["card"])) > 1.5 * before:
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError("the table was not zoomed")


def test_the_hand_is_hidden_between_turns_on_one_screen(person: People) -> None:
    page = person()
    open_table_with(page, YOU, {"kind": "me", "name": "Bob"})
    show = page.get_by_role("button", name=re.compile("show my hand", re.IGNORECASE))
    expect(show).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("Ann"))).to_be_visible()
    expect(hand(page)).to_have_count(0)
    show.click()
    expect(hand(page)).to_have_count(5)
    anns = {card.get_attribute("data-card") for card in hand(page).all()}
    deed(page, "Draw two").click()

    expect(page.get_by_role("heading", name=re.compile("Bob"))).to_be_visible()
    expect(hand(page)).to_have_count(0)
    page.reload()
    expect(show).to_be_visible()
    assert not any(f'"{card}"' in page.content() for card in anns)
    expect(hand(page)).to_have_count(0)
    show.click()
    expect(hand(page)).to_have_count(5)
    assert anns.isdisjoint(card.get_attribute("data-card") for card in hand(page).all())


def test_hints_in_a_practice_game(person: People) -> None:
    page = person()
    open_table_with(page, YOU, BOT)
    page.get_by_role("button", name="Hint", exact=True).click()
    # The very best may be to draw; some of the best three are lays.
    best = page.locator("[data-hint]").first
    expect(best).to_be_visible()
    best.click(force=True)
    card = str(hand(page).and_(page.locator("[aria-pressed=true]")).get_attribute("data-card"))
    deed(page, "Lay").click()
    expect(on_table(page, card)).to_be_visible()
    expect(best).to_be_hidden()


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def width_of(card: Locator) -> float:
    box = card.bounding_box()
    assert box
    return box["width"]


def spot_to_drop(page: Page, move: Json) -> tuple[float, float]:
    """Where the middle of the card has to be let go, in the window."""
    aim(page, move)
    goal = middle(page.locator("[data-ghost]"))
    deed(page, "Put back").click()
    return goal


def mine(page: Page) -> Locator:
    """Something that can be done now."""
    return page.get_by_role("group", name="What you can do").locator("button:enabled").first


def drag(touch: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    send(touch, "touchStart", start)
    for step in range(1, 9):
        send(touch, "touchMove", between(start, end, step / 8))
    send(touch, "touchEnd")


def pinch(touch: CDPSession, at: tuple[float, float], near: float, far: float) -> None:
    def fingers(apart: float) -> list[tuple[float, float]]:
        return [(at[0] - apart, at[1]), (at[0] + apart, at[1])]

    send(touch, "touchStart", *fingers(near))
    for step in range(1, 9):
        send(touch, "touchMove", *fingers(near + (far - near) * step / 8))
    send(touch, "touchEnd")


def send(touch: CDPSession, kind: str, *fingers: tuple[float, float]) -> None:
    points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(fingers)]
    touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def between(
    start: tuple[float, float], end: tuple[float, float], share: float
) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

"""Konexi: the hand that lets go, as people see it. The needle, its verdict, and suspense."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from inglenook import Entry
from inglenook.games.konexi.rules import hand
from inglenook.games.konexi.rules.moves import Found
from tests.browser.konexi_play import BOT, YOU, Plan, button, do, moved_on, open_table_with, panel
from tests.browser.steps import Json, view_of
from tests.browser.test_pages import CLIENT, check_accessible
from tests.serving import Server

People = Callable[..., Page]
FLAT = "delete window.WebGL2RenderingContext"
# A clock that a test can stop: what is drawn then stands still.
STOPPABLE = """
    const now = performance.now.bind(performance);
    window.stopped = null;
    performance.now = () => window.stopped ?? now();
    window.stop = () => (window.stopped = now());
"""
END = 94
"""px from the middle of the drawing to either end of the swing."""
PX = re.compile(r"-?[\d.]+(?:e-?\d+)?(?=px)")
WORDS = {"steady": "Steady hand", "shaky": "Shaky hand", "rough": "Rough hand"}


def to_place(page: Page, letters: int) -> Json:
    """Play for everyone here until the hand holds a letter for a tower of that many."""
    view, plan = moved_on(page, {}), Plan()
    plan.seen.add("fall")
    while view["phase"] != "place" or len(view["tower"]) < letters:
        move = {"type": "none"} if view["phase"] == "claim" else plan.next(view)
        if view["phase"] == "place":
            let_go(page, view, move)
        else:
            do(page, view, move)
        view = moved_on(page, view)
    return view


def let_go(page: Page, view: Json, move: Json) -> None:
    do(page, view, move)
    button(page, "Let go!").press("Enter")


def log_of(page: Page) -> list[Any]:
    answer = page.request.get(page.url.replace("/t/", "/api/tables/") + "/replay")
    found: list[Any] = answer.json()["entries"]
    return found


def swing_of(meter: Json) -> hand.Swing:
    return hand.Swing(meter["begins"], meter["since"])


def test_the_needle_that_is_drawn_is_the_one_that_counts(person: People, server: Server) -> None:
    """A person sends the moment, and nothing of what the hand did."""
    page = person()
    page.add_init_script(FLAT)
    page.add_init_script(STOPPABLE)
    open_table_with(page, server, YOU, {**YOU, "name": "Bob"}, goal=200)
    view = to_place(page, 1)
    do(page, view, Plan().next(view))
    go = button(page, "Let go!")
    expect(go).to_be_focused()
    page.evaluate("window.stop()")
    # Two frames later the needle has been drawn at that moment.
    drawn = page.evaluate(
        """() => new Promise(resolve => {
            const read = () => resolve(document.querySelector(".needle").style.transform);
            requestAnimationFrame(() => requestAnimationFrame(read));
        })"""
    )
    page.keyboard.press("Enter")
    moved_on(page, view)
    entry = next(each for each in reversed(log_of(page)) if each[3]["type"] == "join")
    move = entry[3]
    assert "error" not in move
    assert move["hand"] is None
    swing = swing_of(view["meter"])
    (px,) = map(float, re.findall(PX, drawn))
    assert px / END == pytest.approx(hand.needle(swing, move["released"]), abs=0.01)
    # What came of it follows from the log, whatever the page thinks.
    then = view_of(page)["release"]
    seq, t, seat, _, lag = entry
    at = hand.believed(Entry(seq, t, seat, Found(0), lag), move["released"], swing)
    assert then["needle"] == hand.at_moment(swing, at, 2).needle


def test_a_release_has_a_verdict(person: People, server: Server) -> None:
    """A word, a shake of the phone, and where the needle stood."""
    page = person(viewport={"width": 390, "height": 844})
    page.add_init_script(FLAT)
    page.add_init_script("navigator.vibrate = shakes => (window.shaken = shakes)")
    open_table_with(page, server, YOU, {**YOU, "name": "Bob"}, goal=200)
    view = to_place(page, 2)
    check_accessible(page)
    do(page, view, Plan().next(view))
    expect(panel(page).get_by_role("group", name="Steadiness of the hand")).to_be_visible()
    check_accessible(page)
    button(page, "Let go!").press("Enter")
    after = moved_on(page, view)
    word = WORDS[after["release"]["how"]]
    expect(panel(page).get_by_text(word)).to_be_visible()
    assert len(page.evaluate("window.shaken")) == (1 if word == "Steady hand" else 3)
    needle = panel(page).locator(".verdict .needle").evaluate("found => found.style.transform")
    (px,) = map(float, re.findall(PX, needle))
    assert px / END == pytest.approx(after["release"]["needle"], abs=0.001)
    check_accessible(page)
    # Replays show it too.
    table, length = page.url.rsplit("/", 1)[1], len(log_of(page))
    resign = {"id": "resign", "seat": 0, "move": {"type": "resign"}}
    assert page.request.post(f"/api/tables/{table}/moves", data=resign).ok
    page.goto(f"/replay/{table}?at={length}")
    expect(page.get_by_text(word).first).to_be_visible()


def test_the_hand_of_a_bot_has_a_verdict_too(person: People, server: Server) -> None:
    page = person()
    page.add_init_script(FLAT)
    open_table_with(page, server, YOU, BOT, first=1)
    expect(panel(page).get_by_text(re.compile("(Steady|Shaky|Rough) hand"))).to_be_visible()
    settled = next(each[3] for each in log_of(page) if each[3]["type"] == "settled")
    assert set(settled["let_go"]) == {"needle", "error"}


NUMBER = re.compile(r"\d|will fall|%")


def test_with_suspense_no_place_has_a_number(person: People, server: Server) -> None:
    page = person()
    page.add_init_script(FLAT)
    open_table_with(page, server, YOU, {**YOU, "name": "Bob"}, suspense=True, steady=True)
    view = moved_on(page, {})
    for _ in range(12):
        if view["phase"] == "place":
            expect(panel(page).get_by_role("button", name="Steadiest")).to_have_count(0)
            if view["tower"]:
                break
            do(page, view, {"type": "found", "pose": view["rests"][0]["pose"]})
        elif view["phase"] == "token":
            do(page, view, {"type": "move", "gap": view["token"]})
        else:
            do(page, view, {"type": "take", "side": "left"})
        view = moved_on(page, view)
    assert view["steady"] is None
    assert {way[2] for place in view["places"] for way in place["ways"]} == {None}
    places = panel(page).get_by_role("combobox")
    for text in places.locator("option").all_inner_texts()[1:]:
        assert not NUMBER.search(text), text
    places.select_option("0")
    for text in panel(page).get_by_role("list").first.locator("label").all_inner_texts():
        assert not NUMBER.search(text), text
    panel(page).get_by_text("The tower in words").click()
    expect(panel(page).get_by_text(re.compile("The joint bears"))).to_have_count(0)
    check_accessible(page)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl"])
def test_suspense_is_on_unless_it_is_turned_off(person: People, language: str) -> None:
    page = person(viewport={"width": 320, "height": 640}, locale=language)
    texts = json.loads((CLIENT / f"src/games/konexi/i18n/{language}.json").read_text())
    page.goto("/play/konexi")
    box = page.get_by_role("checkbox", name=re.compile(texts["konexi.option.suspense"]))
    expect(box).to_be_checked()
    expect(page.get_by_text(texts["konexi.option.suspense.line"])).to_be_attached()

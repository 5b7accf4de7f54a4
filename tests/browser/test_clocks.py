"""Clocks in the browser: chosen in the box, seen to run, heard of when they are low, and ended."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.steps import Json, sit
from tests.browser.test_pages import check_accessible

People = Callable[..., Page]


def opened(page: Page, **control: int) -> str:
    """A table of Kewbz for two, with a clock; its address."""
    seats: list[Json] = [{"kind": "me", "name": "Ann"}, {"kind": "free"}]
    options = {"size": 6, "cubes": 10}
    new = {"game": "kewbz", "seats": seats, "options": options, "time_control": control}
    table = page.request.post("/api/tables", data=new).json()["id"]
    return f"/t/{table}"


def test_a_clock_is_chosen_and_only_the_one_who_thinks_uses_it(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto("/play/kewbz")
    page.get_by_label("Clock").select_option("As you like …")
    page.get_by_role("spinbutton", name="Minutes each").fill("2")
    page.get_by_role("spinbutton", name="Seconds more a turn").fill("5")
    page.get_by_role("radio", name="Me", exact=True).check()
    check_accessible(page)
    page.get_by_role("button", name="Start").click()
    clocks = page.get_by_role("timer", name="Time left")
    expect(clocks).to_have_count(2)
    other, mine = clocks.first, clocks.last
    expect(mine).not_to_have_text("2:00")
    expect(other).to_have_text("2:00")
    check_accessible(page)


def test_low_time_is_seen_spoken_and_heard(person: People) -> None:
    ann, bob = person(), person()
    table = opened(ann, base=11_000)
    ann.goto(table)
    # What is said next takes the place of what was said.
    ann.evaluate("""() => {
        const [spot] = document.querySelectorAll("[aria-live]");
        window.said = [];
        const note = () => window.said.push(spot.textContent);
        const anything = { childList: true, characterData: true, subtree: true };
        new MutationObserver(note).observe(spot, anything);
    }""")
    # Sound begins with a touch.
    ann.get_by_role("main").click(position={"x": 2, "y": 2})
    ann.evaluate("""() => {
        const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (...at) {
            window.tones = (window.tones ?? 0) + 1;
            start.apply(this, at);
        };
    }""")
    sit(bob, "Bob", table)
    clock = ann.get_by_role("timer", name="Time left").last
    expect(clock).to_have_class(re.compile("low"))
    ann.wait_for_function("() => window.said.includes('10 seconds left') && window.tones > 0")


def test_a_flag_that_falls_ends_the_game(person: People) -> None:
    ann, bob = person(), person()
    table = opened(ann, base=1_000)
    ann.goto(table)
    sit(bob, "Bob", table)
    for page, result in ((ann, "Bob won"), (bob, "You won")):
        over = page.get_by_role("dialog")
        expect(over).to_contain_text(result)
        expect(over).to_contain_text("Time was up.")
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("list", name="Log")).to_contain_text("time is up")


def test_prolix_has_no_clock(person: People) -> None:
    page = person()
    page.goto("/play/prolix")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    expect(page.get_by_label("Clock")).to_be_hidden()

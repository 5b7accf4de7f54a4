"""What Kewbz shows: hints on the board, and figures that can be seen to happen."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.play import cell, legal
from tests.browser.steps import new_table, stop_clock

People = Callable[..., Page]
ANN = {"kind": "me", "name": "Ann"}


def test_hints_stand_on_the_board_until_something_is_looked_at(person: People) -> None:
    page = person()
    bot = {"kind": "bot", "level": "pebble"}
    page.goto(f"/t/{new_table(page, 'kewbz', ANN, bot, size=6, cubes=12)}")
    cell(page, "c3").click()
    page.get_by_role("button", name="Hint").click()
    hints = page.locator("[data-hint]")
    expect(hints).to_have_text(["1", "2", "3"])
    page.locator("[data-cell][aria-disabled=false]").first.hover()
    expect(hints).to_have_count(0)


def test_the_buttons_stay_where_they_are_while_a_bot_thinks(person: People) -> None:
    # At this pace it also waits until my move was seen.
    page = person(viewport=PHONE, pace="calm")
    bot = {"kind": "bot", "level": "capstone"}
    page.goto(f"/t/{new_table(page, 'kewbz', ANN, bot)}")
    hint, log = (page.get_by_role("button", name=name, exact=True) for name in ("Hint", "Log"))
    for turn in range(3):
        stood = log.bounding_box()
        legal(page).first.click()
        expect(hint).to_be_disabled()
        thinking = log.bounding_box()
        expect(hint).to_be_enabled()
        # *Take back* comes with the first move, and stays.
        assert thinking == log.bounding_box()
        assert turn == 0 or stood == thinking


def test_a_figure_happens_when_asked_to(person: People) -> None:
    page = person(reduced_motion="no-preference")
    page.goto("/rules/kewbz")
    figure = page.locator("figure", has_text="A corner: Blue’s new cube")
    result = figure.locator("svg[data-shown]")
    # Nothing moves by itself.
    expect(result).to_have_attribute("data-shown", "drawn")
    expect(figure.locator(".lands")).to_have_count(0)
    page.clock.install()
    stop_clock(page)
    figure.get_by_role("button", name="Show me").click()
    expect(result).to_have_attribute("data-shown", "before")
    expect(result.locator(".cube")).to_have_count(2)
    page.clock.run_for(1000)
    expect(result).to_have_attribute("data-shown", "played")
    # The cube that is placed, and the one that goes on top of the corner.
    expect(result.locator(".lands")).to_have_count(2)
    expect(result.locator(".cube")).to_have_count(4)


def test_with_reduced_motion_a_figure_only_changes(person: People) -> None:
    page = person()
    page.goto("/rules/kewbz")
    figure = page.locator("figure", has_text="Instead of placing")
    page.clock.install()
    stop_clock(page)
    figure.get_by_role("button", name="Show me").click()
    page.clock.run_for(1000)
    expect(figure.locator("svg[data-shown=played]")).to_be_visible()
    expect(figure.locator(".lands, .turns")).to_have_count(0)

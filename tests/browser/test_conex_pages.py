"""CONEX beside its table: the box, the rules, one screen for several hands, and hints."""

import json
import math
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

import inglenook
from inglenook import Match, dumps
from inglenook.contests import arena
from tests.browser import conex_play
from tests.browser.conftest import PHONE
from tests.browser.test_pages import CLIENT, check_accessible

People = Callable[..., Page]
GOLDEN = Path(__file__).parents[1] / "games/golden"
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def start(page: Page, way: str, starts: str) -> None:
    page.goto("/play/conex")
    page.get_by_role("button", name=way).click()
    page.get_by_role("radio", name=starts, exact=True).check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("/t/"))


def cards(page: Page) -> Locator:
    """All cards that the page holds, on the table and in a hand."""
    return page.locator("[data-card]")


def test_box_and_rules_are_accessible(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto("/rules/conex")
    expect(page.get_by_role("figure")).to_have_count(14)
    check_accessible(page)
    page.goto("/play/conex")
    page.get_by_role("radio", name="4", exact=True).check()
    page.get_by_text("Seat by seat").click()
    page.get_by_text("More options").click()
    check_accessible(page)


def test_a_figure_moves_when_it_is_pressed_and_only_then(person: People) -> None:
    running = (
        "document.getAnimations().filter(({ effect }) => effect.target.closest('figure')).length"
    )
    page = person(reduced_motion="no-preference")
    page.goto("/rules/conex")
    # A lay, one that is not allowed, and what lightning takes away.
    for said in ("+", "✕", ""):
        figure = page.get_by_role("figure").filter(has=page.locator(".badge", has_text=said)).first
        if not said:
            figure = page.get_by_role("figure").filter(has=page.locator(".gone")).first
        figure.scroll_into_view_if_needed()
        assert page.evaluate(running) == 0
        figure.get_by_role("button", name="See it happen").click()
        assert page.evaluate(running) > 0
        page.wait_for_function(f"() => {running} === 0")
    page.emulate_media(reduced_motion="reduce")
    expect(page.get_by_role("button", name="See it happen")).to_have_count(0)
    expect(page.get_by_role("figure")).to_have_count(14)


def test_alone_one_plays_so_many_turns(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto("/play/conex")
    page.get_by_role("radio", name="1", exact=True).check()
    expect(page.get_by_text("as many points as you can")).to_be_visible()
    page.get_by_role("radio", name=re.compile("^Short")).check()
    page.get_by_role("button", name="Start", exact=True).click()
    left = page.locator(".status .last")
    for turns in range(8, 0, -1):
        expect(left).to_have_text(f"Turns left: {turns}")
        conex_play.deed(page, "Draw two").click()
    expect(page.get_by_role("dialog")).to_contain_text("All turns are played.")
    check_accessible(page)


def test_table_and_goal_follow_the_number_of_players(person: People) -> None:
    page = person()
    page.goto("/play/conex")
    page.get_by_text("More options").click()
    table = page.get_by_role("combobox", name="Table")
    goal = page.get_by_role("spinbutton", name=re.compile("^Goal"))
    length = page.get_by_role("radio", name=re.compile("^Long"))
    for players, fields in (("2", "50"), ("3", "40"), ("4", "25")):
        page.get_by_role("radio", name=players, exact=True).check()
        expect(table).to_have_value("medium")
        expect(goal).to_have_value(fields)
        expect(page.get_by_role("radio", name=re.compile("^Standard"))).to_be_checked()
    length.check()
    expect(table).to_have_value("large")
    expect(goal).to_have_value("40")
    # What the player chose stays.
    goal.fill("33")
    goal.blur()
    expect(length).not_to_be_checked()
    page.get_by_role("radio", name="2", exact=True).check()
    expect(table).to_have_value("large")
    expect(goal).to_have_value("33")
    length.check()
    expect(goal).to_have_value("80")


@pytest.mark.parametrize("goal", [18, 60, 200])
def test_the_goal_is_the_last_field_and_past_it_one_goes_on_from_the_first(
    person: People, goal: int
) -> None:
    match = finished(goal)
    page = person()
    made = page.request.post(
        "/api/records", data=dumps(match.record()), headers={"content-type": "application/json"}
    )
    page.goto(f"/t/{made.json()['id']}")
    fields = page.locator("[data-field]")
    expect(fields).to_have_count(goal)
    expect(page.locator("[data-field]:has(.goal)")).to_have_count(1)
    expect(page.locator("text.goal")).to_have_text(str(goal))
    last = page.locator("[data-field]:has(.goal)")
    assert last.get_attribute("data-field") == str(goal)
    for seat, points in enumerate(match.state.points):
        field = page.locator(f"[data-field='{(points - 1) % goal + 1}']")
        marker = page.locator(f"[data-marker='{seat}']")
        assert math.dist(moved(field), moved(marker)) < 6


def finished(goal: int) -> Match:
    """A game in which somebody has passed the goal; nobody reaches 200."""
    for n in count():
        match = Match("conex", 2, {"table": "large", "goal": goal}, f"track {n}")
        while match.outcome() is None:
            arena.step(match, ["greedy"] * 2, "track")
        if goal == 200 or max(match.state.points) > goal:
            return match
    raise AssertionError


def moved(shape: Locator) -> tuple[float, float]:
    """Where it is drawn on the points board, in mm."""
    x, y, *_ = re.findall(r"-?[\d.]+", str(shape.get_attribute("transform")))
    return float(x), float(y)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl"])
def test_the_rules_fit_on_a_phone_in_every_language(person: People, language: str) -> None:
    page = person(viewport={"width": 360, "height": 780}, locale=language)
    texts = json.loads((CLIENT / f"src/games/conex/i18n/{language}.json").read_text())
    page.goto("/rules/conex")
    for figure in ("square", "corner", "edge", "covers-corner"):
        expect(page.get_by_role("figure", name=texts[f"conex.figure.{figure}"])).to_be_visible()
    assert page.evaluate(WIDER) == 0


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_a_shared_screen_is_passed_on_covered(
    person: People, viewport: ViewportSize | None
) -> None:
    page = person(viewport=viewport) if viewport else person()
    page.goto("/play/conex")
    page.get_by_role("button", name="On this screen").click()
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_text("Seat by seat").click()
    page.get_by_label("Seat 3").select_option("Bot: Greedy")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Bob")
    page.get_by_role("radio", name="Ann", exact=True).check()
    page.get_by_role("button", name="Start", exact=True).click()

    ann = page.get_by_role("button", name="I am Ann: show my hand")
    bob = page.get_by_role("button", name="I am Bob: show my hand")
    draw = page.get_by_role("button", name=re.compile("Draw two"))
    expect(page.get_by_role("heading", name="Pass the screen to Ann")).to_be_focused()
    expect(cards(page)).to_have_count(0)
    check_accessible(page)
    ann.click()
    expect(cards(page)).to_have_count(5)
    hands = {card.get_attribute("data-card") for card in cards(page).all()}
    page.reload()
    expect(ann).to_be_visible()
    expect(cards(page)).to_have_count(0)
    ann.click()
    draw.click()

    expect(page.get_by_role("heading", name="Pass the screen to Bob")).to_be_focused()
    expect(cards(page)).to_have_count(0)
    bob.click()
    expect(cards(page)).to_have_count(5)
    assert hands.isdisjoint(card.get_attribute("data-card") for card in cards(page).all())
    draw.click()

    # The bot lays a card meanwhile: that is all there is to see.
    expect(cards(page)).to_have_count(1)
    expect(ann).to_be_visible()
    expect(cards(page)).to_have_count(1)
    ann.click()
    expect(cards(page)).to_have_count(1 + 7)


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_the_coach_draws_the_better_lay(person: People, viewport: ViewportSize | None) -> None:
    page = person(viewport=viewport) if viewport else person()
    record = (GOLDEN / "conex-turns.json").read_text()
    made = page.request.post(
        "/api/records", data=record, headers={"content-type": "application/json"}
    )
    insights = inglenook.analyse(inglenook.loads(record))
    chosen = [told for told in insights if told.seat >= 0 and told.verdict != "forced"]
    n, told = next((n, told) for n, told in enumerate(chosen) if told.places)
    page.goto(f"/replay/{made.json()['id']}?coach")
    page.locator(".moves button").nth(n).click()
    hint = page.locator("[data-hint='1']")
    expect(hint).to_be_visible()
    at = told.places[0]
    assert moved(hint) == pytest.approx((at["x"] / 1000, -at["y"] / 1000), abs=0.01)
    felt, drawn = conex_play.felt(page).bounding_box(), hint.bounding_box()
    assert felt
    assert drawn
    assert felt["x"] <= drawn["x"]
    assert felt["y"] <= drawn["y"]
    assert drawn["x"] + drawn["width"] <= felt["x"] + felt["width"]
    assert drawn["y"] + drawn["height"] <= felt["y"] + felt["height"]
    page.get_by_role("button", name="Show what was played").click()
    expect(hint).to_be_hidden()


def test_hints_are_there_for_one_among_bots_and_go_with_the_position(person: People) -> None:
    page = person()
    start(page, "Play now", "Me")
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.click()
    expect(page.get_by_text(re.compile(r"Good moves: 1\. .* on the board"))).to_be_visible()
    expect(hint).to_be_hidden()
    page.get_by_role("button", name=re.compile("Draw two")).click()
    expect(hint).to_be_visible()

    start(page, "On this screen", "Draw lots")
    page.get_by_role("button", name=re.compile("^I am")).click()
    expect(page.get_by_role("button", name=re.compile("Draw two"))).to_be_visible()
    expect(hint).to_be_hidden()

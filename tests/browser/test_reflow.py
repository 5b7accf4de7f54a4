"""Narrow screens and large text (WCAG 2.2, 1.4.10): nothing has to be scrolled sideways.

The longer timers (2.2.1) are looked at in `test_pace.py`.
"""

import json
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.steps import Json, new_table, sit
from tests.browser.test_pages import CLIENT, GOLDEN, RECORDS
from tests.every_game import GAMES

People = Callable[..., Page]
NARROW: ViewportSize = {"width": 320, "height": 640}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
PAGES = (
    "/",
    "/day",
    "/me",
    "/link",
    "/no/such/page",
    *(f"/{what}/{game}" for what in ("play", "rules", "learn", "puzzles") for game in GAMES),
)
ANN: Json = {"kind": "me", "name": "Ann"}
BOB: Json = {"kind": "me", "name": "Bob"}
TOO_WIDE = """() => {
  const root = document.documentElement;
  const scrolled = [root, ...document.querySelectorAll("dialog[open]")];
  if (scrolled.every(it => it.scrollWidth <= it.clientWidth)) return [];
  // What sticks out, for whoever has to mend it.
  return [...document.querySelectorAll("body *")]
    .filter(it => it.getBoundingClientRect().right > root.clientWidth + 1)
    .map(it => `${it.tagName}.${it.className.baseVal ?? it.className}`.slice(0, 60))
    .slice(-8)
    .concat("the page or a dialog is too wide");
}"""
CUT_OFF = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const arrow = 16;
  const seen = [...document.querySelectorAll("body *")].filter(it => it.checkVisibility());
  const selects = seen.filter(it => it.matches("select")).filter(it => {
    const style = getComputedStyle(it);
    pen.font = style.font;
    const room = it.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(it.selectedOptions[0].text).width > room - arrow;
  }).map(it => it.selectedOptions[0].text);
  // Texts that are only for screen readers are a pixel wide.
  const buttons = seen.filter(it => it.matches("button, .button, summary, label, p, h1, h2, h3"))
    .filter(it => it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1)
    .map(it => `${it.tagName}.${it.className}: ${it.innerText.slice(0, 60)}`);
  return [...selects, ...buttons];
}"""
SOMETHING = "a:visible, button:visible, summary:visible"
GO = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"


def found(page: Page, wrong: str) -> list[str]:
    """What is wrong with a page, once it has been drawn: until then it may still be laid out for
    the size that its window had before."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    faults: list[str] = page.evaluate(wrong)
    return faults


def check_fits(page: Page) -> None:
    """Upright at the usual size of text and at twice that, and on its side."""
    assert found(page, CUT_OFF) == [], page.url
    for size in ("200%", "100%"):
        page.evaluate("size => document.documentElement.style.fontSize = size", size)
        assert found(page, TOO_WIDE) == [], f"{page.url}, text at {size}"
    page.set_viewport_size(ON_ITS_SIDE)
    assert found(page, TOO_WIDE) == [], f"{page.url}, on its side"
    assert found(page, CUT_OFF) == [], f"{page.url}, on its side"
    page.set_viewport_size(NARROW)


def check_at(page: Page, path: str) -> None:
    page.evaluate(GO, path)
    expect(page.locator("main > p[aria-hidden=true]")).to_have_count(0)
    expect(page.locator("main").locator(SOMETHING).first).to_be_visible()
    check_fits(page)


LANGUAGES = ("en", "de", "fr", "es", "nl")
LONGEST = ("de", "fr")
"""Those with the longest words and the longest sentences."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_fit(person: People, language: str) -> None:
    page = person(viewport=NARROW, locale=language)
    page.goto("/")
    for path in PAGES:
        check_at(page, path)
    page.locator("header button").last.click()
    check_settings(page)


def check_settings(page: Page) -> None:
    """They fit with any size of text that is chosen there."""
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    check_fits(page)
    # What was tried on the page itself counts for more than the setting.
    page.evaluate("document.documentElement.style.fontSize = ''")
    dialog.get_by_role("combobox").nth(2).select_option("200")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    for viewport in (NARROW, ON_ITS_SIDE):
        page.set_viewport_size(viewport)
        wide = (
            "d => [d, ...d.querySelectorAll('.row')].filter(it => it.scrollWidth > it.clientWidth)"
        )
        assert dialog.evaluate(f"{wide}.map(it => it.innerText)") == []


@pytest.mark.parametrize("language", LONGEST)
def test_tables_results_and_replays_fit(person: People, language: str) -> None:
    page = person(viewport=NARROW, locale=language)
    page.goto("/")
    replays = {}
    for game, record in RECORDS.items():
        alone = [ANN] if game == "prolix" else [ANN, BOB]
        check_at(page, f"/t/{new_table(page, game, *alone)}")
        made = page.request.post(
            "/api/records",
            data=(GOLDEN / f"{record}.json").read_bytes(),
            headers={"content-type": "application/json"},
        )
        over = made.json()["id"]
        page.evaluate(GO, f"/t/{over}")
        expect(page.get_by_role("dialog")).to_be_visible()
        check_fits(page)
        # Of the coaches that of Prolix is the quickest, and what they say stands in the same place.
        replay = f"/replay/{over}?at=4"
        check_at(page, f"{replay}&coach" if game == "prolix" else replay)
        replays[game] = replay
    # A study.
    page.evaluate(GO, replays["konexi"])
    texts = json.loads((CLIENT / f"src/features/learn/i18n/{language}.json").read_text())
    page.get_by_role("button", name=texts["try.it"]).click()
    expect(page.get_by_role("dialog").get_by_role("option", selected=True)).to_have_count(2)
    check_fits(page)
    page.get_by_role("button", name=texts["try.both"]).click()
    page.wait_for_url("**/t/*")
    page.locator(".layout > .bar button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_fits(page)


def test_replays_of_many_need_no_scrolling(person: People) -> None:
    page = person(viewport=NARROW)
    for record in ("conex-goal", "prolix-referee"):  # four players, and five
        over = page.request.post(
            "/api/records",
            data=(GOLDEN / f"{record}.json").read_bytes(),
            headers={"content-type": "application/json"},
        ).json()["id"]
        page.goto(f"/replay/{over}?at=12")
        expect(page.get_by_role("slider")).to_be_visible()
        expect(page.locator(".layout > .bar")).to_be_in_viewport(ratio=1)
        check_stacked(page, *(f".layout > .{part}" for part in ("others", "board", "mine", "bar")))


def test_what_a_duel_asks_lies_over_nothing(person: People) -> None:
    ann, bob = person(viewport=NARROW, locale="de"), person(viewport=NARROW)
    table = new_table(ann, "prolix", ANN, {"kind": "free"}, challenge_window_ms=60_000)
    sit(bob, "Bob", f"/t/{table}")
    ann.goto(f"/t/{table}")
    field = ann.locator("input.field")
    expect(field).to_be_visible()
    for seat, (page, word) in enumerate(((ann, "misunderstandings"), (bob, "strengths"))):
        write = {"id": word, "seat": seat, "move": {"type": "write", "word": word}}
        assert page.request.post(f"/api/tables/{table}/moves", data=write).ok
    expect(ann.locator(".prompt").get_by_text("strengths")).to_be_visible()
    check_stacked(ann, ".prompt", ".prolix form", ".prolix .strip:visible", ".layout > .mine")


def test_a_solo_round_lies_over_nothing(person: People) -> None:
    page = person(viewport=NARROW)
    page.goto(f"/t/{new_table(page, 'prolix', ANN, timer_ms=600_000)}")
    page.locator("input.field").fill("horse")
    page.get_by_role("button", name="Note it").click()
    expect(page.locator(".pad .button")).to_be_visible()
    check_stacked(page, ".rack", ".pad", ".prolix form", ".prolix .strip", ".layout > .mine")


def check_stacked(page: Page, *parts: str) -> None:
    """From top to bottom, none of these lies over the next."""
    found = [each.bounding_box() for part in parts for each in page.locator(part).all()]
    boxes = [box for box in found if box]
    assert len(boxes) > 2
    for above, below in pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"]

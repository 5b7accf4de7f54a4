"""Konexi beside its 3-D table: the box, the rules, and all that is played from the list."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from inglenook.games.konexi.rules import vocabulary
from tests.browser.conftest import PHONE
from tests.browser.konexi_play import (
    button,
    can_fall,
    careful,
    do,
    joins,
    known_tower,
    moved_on,
    open_table_with,
    panel,
    play_until,
    result,
    send,
)
from tests.browser.steps import Json, focus_is_kept, view_of
from tests.browser.test_pages import CLIENT, check_accessible
from tests.serving import Server

People = Callable[..., Page]
Due = Callable[[Json], bool]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FLAT = "HTMLCanvasElement.prototype.getContext = () => null"
ANN: Json = {"kind": "me", "name": "Ann"}
BOB: Json = {"kind": "me", "name": "Bob"}


def sit(page: Page, server: Server, *seats: Json, due: Due | None = None, **options: Any) -> str:
    """A table at which this person sits, without the 3-D view, played until that is true of its
    view; its id.
    """
    page.add_init_script(FLAT)
    table = known_tower(page, server, *seats, due=due, **options)
    page.goto(f"/t/{table}")
    expect(panel(page)).to_be_visible()
    return table


def in_phase(phase: str) -> Due:
    return lambda view: bool(view["phase"] == phase)


def to_join(view: Json) -> bool:
    return bool(view["phase"] == "place" and view["tower"])


def stands(view: Json) -> bool:
    return bool(view["tower"])


def test_box_and_rules_are_accessible(person: People) -> None:
    page = person(viewport=PHONE)
    page.goto("/rules/konexi")
    expect(page.get_by_role("figure")).to_have_count(13)
    check_accessible(page)
    page.goto("/play/konexi")
    page.get_by_text("More options").click()
    expect(page.get_by_label(re.compile("Points that win"))).to_have_value("20")
    check_accessible(page)


def test_a_figure_is_played_when_it_is_pressed(person: People) -> None:
    page = person(reduced_motion="no-preference")
    page.goto("/rules/konexi")
    spelt = page.get_by_role("figure").filter(has_text="RULE counts")
    show, pale, mark = (
        spelt.get_by_role("button", name="Show me"),
        spelt.locator(".pale"),
        spelt.locator(".mark"),
    )
    page.clock.install()
    # Nothing moves by itself: all of it is drawn, and C is not in the word.
    page.clock.pause_at(page.evaluate("Date.now() + 60_000"))
    for picture in (pale, mark):
        expect(picture).to_have_count(1)
    show.click()
    expect(pale).to_have_count(5)
    expect(mark).to_have_count(0)
    page.clock.run_for(700)
    expect(pale).to_have_count(4)
    page.clock.run_for(10_000)
    for picture in (pale, mark):
        expect(picture).to_have_count(1)
    # The token goes gap by gap.
    ring = page.get_by_role("figure").filter(has_text="five gaps clockwise")
    ring.get_by_role("button", name="Show me").click()
    for ms, between in ((0, "M and Q"), (700, "Q and W"), (10_000, "T and Y")):
        page.clock.run_for(ms)
        expect(ring.get_by_role("img")).to_have_accessible_name(re.compile(between))
    # With reduced motion there is only before and after.
    page.emulate_media(reduced_motion="reduce")
    show.click()
    expect(pale).to_have_count(5)
    page.clock.run_for(700)
    expect(pale).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl"])
def test_the_rules_fit_on_a_phone_in_every_language(person: People, language: str) -> None:
    page = person(viewport={"width": 360, "height": 780}, locale=language)
    texts = json.loads((CLIENT / f"src/games/konexi/i18n/{language}.json").read_text())
    page.goto("/rules/konexi")
    for figure in ("teeth", "ring", "needle", "rule", "clue", "came-off"):
        expect(page.get_by_role("figure", name=texts[f"konexi.figure.{figure}"])).to_be_visible()
    assert page.evaluate(WIDER) == 0


def test_a_word_is_tapped_and_what_is_wrong_with_it_is_told(person: People, server: Server) -> None:
    page = person()
    table = sit(page, server, ANN, BOB, due=to_join, steady=True)
    check_accessible(page)
    view = play_until(page, table, in_phase("claim"), careful())
    field = page.get_by_label("Your word, in English")
    expect(field).to_be_focused()
    below, new = (standing["letter"] for standing in view["tower"])
    letters = panel(page).get_by_role("group", name="Letters of the tower")
    letters.get_by_role("button", name=f"{new}, the new one").click()
    letters.get_by_role("button", name=below, exact=True).click()
    expect(field).to_have_value(f"{new}{below}".lower())
    letters.get_by_role("button", name=below, exact=True).click()
    expect(field).to_have_value(new.lower())
    check_accessible(page)
    other = next(word for word in ("fig", "map", "bud") if not {*word.upper()} & {below, new})
    field.fill(other)
    field.press("Enter")
    told = page.get_by_text(f"Not in the tower for “{other}”: {other.upper()}.")
    expect(told).to_be_visible()
    expect(field).to_have_value(other)


def test_the_tower_in_words_and_the_review(person: People, server: Server) -> None:
    page = person()
    table = sit(page, server, ANN, BOB, due=in_phase("claim"), steady=True, goal=2)
    view = view_of(page)
    below, new = (standing["letter"] for standing in view["tower"])
    panel(page).get_by_text("The tower in words").click()
    expect(panel(page).get_by_text(f"{below} is on the table")).to_be_visible()
    expect(
        panel(page).get_by_text(re.compile(f"^{new}, .*{below}’s (tooth|notch)"))
    ).to_be_visible()
    expect(panel(page).get_by_role("img", name="Drawing of the joins, letters: 2")).to_be_visible()
    play_until(page, table, in_phase("over"), careful())
    expect(result(page)).to_be_visible()
    result(page).get_by_text("The words there were to find").click()
    expect(result(page).get_by_text("Best:").first).to_be_visible()
    check_accessible(page)


def test_the_needle_makes_the_error_of_the_hand(person: People, server: Server) -> None:
    page = person()
    sit(page, server, ANN, BOB, due=in_phase("place"))
    view = view_of(page)
    panel(page).get_by_role("radio").first.check()
    button(page, "Place").click()
    go = button(page, "Let go!")
    expect(go).to_be_focused()
    page.keyboard.press("Escape")
    expect(button(page, "Place")).to_be_focused()
    page.keyboard.press("Enter")
    expect(go).to_be_focused()
    page.keyboard.press("Enter")
    release = moved_on(page, view)["release"]
    focus_is_kept(page)
    # With one letter a slip is at most an eighth of 80 cm/s, and along the table.
    x, y, z = release["error"]
    assert x * x + y * y <= 10.1**2
    assert z == 0


def two(person: People, server: Server, **options: Any) -> tuple[Page, Page]:
    """Ann, who begins, and Bob at a table, each with their own screen."""
    ann, bob = person(), person()
    bob.add_init_script(FLAT)
    table = sit(ann, server, ANN, {"kind": "free"}, steady=True, **options)
    bob.goto(f"/t/{table}")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").first.click()
    expect(panel(bob)).to_be_visible()
    return ann, bob


def first_letter(page: Page) -> Json:
    """Lay it, by the one who begins; the view."""
    return play_until(page, page.url.rsplit("/", 1)[1], stands, careful())


def test_whoever_bumps_the_tower_pays_and_a_new_round_begins(
    person: People, server: Server
) -> None:
    ann, bob = two(person, server, bumps=True)
    view = first_letter(ann)
    # Now it is Bob's turn, so Ann may touch the tower.
    expect(bump(bob)).to_have_count(0)
    # What it costs is said, and it is in sight where there is little room.
    ann.set_viewport_size({"width": 390, "height": 600})
    expect(bump(ann)).to_be_in_viewport(ratio=1)
    expect(bump(ann)).to_contain_text("−3 points")
    # Nobody bumps it by accident: a press is not enough, nor is one that is called off.
    bump(ann).evaluate(PRESS)
    ann.keyboard.down("Enter")
    ann.keyboard.press("Escape")
    ann.keyboard.up("Enter")
    bump(ann).hover()
    ann.mouse.down()
    expect(ann.get_by_text("Let go: bump!")).to_be_visible()
    ann.mouse.move(195, 20)
    ann.mouse.up()
    expect(bump(ann)).to_be_visible()
    assert moved_on(ann, {})["round"] == 1
    bump(ann).hover()
    ann.mouse.down()
    expect(ann.get_by_text("Let go: bump!")).to_be_visible()
    ann.mouse.up()
    after = moved_on(ann, view)
    assert (after["round"], after["tower"], after["active"]) == (2, [], 0)
    ann.set_viewport_size({"width": 1440, "height": 900})
    log = ann.get_by_role("list", name="Log")
    expect(log).to_contain_text(f"bumps {view['tower'][0]['letter']}")
    for page in (ann, bob):
        expect(panel(page).get_by_text(re.compile("^Ann bumped the tower"))).to_be_visible()
    ann.get_by_role("button", name="Settings").click()
    ann.get_by_label("Language").select_option("de")
    expect(ann.get_by_text(f"stößt {view['tower'][0]['letter']} an").first).to_be_attached()


def test_a_bump_by_a_screen_reader_is_asked_about_first(person: People, server: Server) -> None:
    ann, _ = two(person, server, bumps=True)
    view = first_letter(ann)
    # A click without a pointer, as they make it.
    bump(ann).dispatch_event("click")
    sure = ann.get_by_role("button", name=re.compile("Really"))
    expect(sure).to_be_visible()
    sure.dispatch_event("click")
    assert moved_on(ann, view)["round"] == 2
    check_accessible(ann)


def test_on_one_screen_everyone_may_bump_whose_turn_it_is_not(
    person: People, server: Server
) -> None:
    page = person()
    cleo: Json = {"kind": "me", "name": "Cleo"}
    sit(page, server, ANN, BOB, cleo, due=stands, bumps=True, steady=True)
    view = view_of(page)
    expect(bump(page)).to_have_count(2)
    mine = page.get_by_role("button", name=re.compile("^Cleo: .*bump the tower"))
    expect(mine).to_contain_text("Cleo")
    mine.hover()
    page.mouse.down()
    expect(page.get_by_text("Let go: bump!")).to_be_visible()
    page.mouse.up()
    assert moved_on(page, view)["fall"]["seat"] == 2


# Down and up in one go: between two messages to a slow page it would be held for long.
PRESS = """button => {
    for (const what of ["pointerdown", "pointerup"])
        button.dispatchEvent(new PointerEvent(what, { bubbles: true, button: 0 }));
}"""


def bump(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("bump the tower"))


def test_a_word_that_the_list_lacks_counts_if_the_others_recognise_it(
    person: People, server: Server
) -> None:
    # Without a limit: on a busy machine the time for the word could be over.
    people = two(person, server, word_ms=0)
    table = people[0].url.rsplit("/", 1)[1]
    view, word = moved_on(people[0], {}), None
    while word is None:
        move = {"type": "none"} if view["phase"] == "claim" else careful().next(view)
        send(people[view["active"]], table, view["active"], move)
        view = moved_on(people[0], view)
        if view["phase"] == "claim":
            pair = f"{view['new']}{view['tower'][-1]['parent']}".lower()
            word = next((w for w in (pair, pair[::-1]) if not vocabulary.known(w)), None)
    asker, other = people[view["active"]], people[1 - view["active"]]
    expect(button(asker, "Ask about")).to_have_count(0)
    do(asker, view, {"type": "claim", "word": word})
    expect(asker.get_by_text("not in our word list")).to_be_visible()
    button(asker, f"Ask about “{word}”").click()
    expect(panel(asker).get_by_text("Still to answer: ")).to_be_visible()
    check_accessible(other)
    button(other, "It is a word").click()
    after = moved_on(other, view)
    assert after["words"][view["active"]] == [{"word": word, "points": 2}]
    expect(asker.get_by_role("list", name="Log")).to_contain_text("recognises it")


def test_hints_stand_in_the_list(person: People, server: Server) -> None:
    page = person()
    sit(page, server, ANN, due=to_join, steady=True)
    page.get_by_role("button", name="Hint", exact=True).click()
    panel(page).get_by_role("button", name=re.compile(r"^1\. ")).click()
    expect(panel(page).get_by_role("radio", checked=True)).to_be_visible()
    expect(button(page, "Place")).to_be_enabled()


def test_hints_are_words_people_know(person: People, server: Server) -> None:
    page = person()
    sit(page, server, ANN, {"kind": "bot", "level": "fumble"}, steady=True)
    view = moved_on(page, {})
    if view["phase"] == "token":
        page.get_by_role("button", name="Hint", exact=True).click()
        expect(page.get_by_text("Good moves: 1. token between")).to_be_visible()
        do(page, view, careful().next(view))
        view = moved_on(page, view)
    page.get_by_role("button", name="Hint", exact=True).click()
    told = re.compile(rf"Good moves: 1\. take [{view['left']}{view['right']}] · 2\. take")
    expect(page.get_by_text(told)).to_be_visible()
    # Its number is beside what it is about, not part of it.
    for side in ("left", "right"):
        taken = panel(page).get_by_role(
            "button", name=re.compile(rf"^Take {view[side]} \(hint [12]\)$")
        )
        expect(taken).to_be_visible()


def test_a_small_phone_shows_what_to_do_at_every_step(person: People, server: Server) -> None:
    small: ViewportSize = {"width": 320, "height": 640}
    page = person(viewport=small, has_touch=True, is_mobile=True)
    # The 3-D table has its place, though it never comes.
    page.route(re.compile("/Scene-"), lambda _: None)
    open_table_with(page, server, ANN, BOB, steady=True)
    view, plan = moved_on(page, {}), careful()
    pictures: set[tuple[int, float]] = set()

    def look(at: ViewportSize) -> None:
        page.set_viewport_size(at)
        box = page.locator(".konexi:not(.flat) > .scene").bounding_box()
        assert box
        pictures.add((at["height"], box["height"]))

    while view["phase"] != "claim":
        for size in (PHONE, small):
            look(size)
        expect(prompt(page, view)).to_be_in_viewport(ratio=1)
        if view["phase"] == "take":
            for letter in (view["left"], view["right"]):
                expect(button(page, f"Take {letter}")).to_be_in_viewport(ratio=1)
        # People scroll down in one step, and the next begins at its beginning.
        page.evaluate(DOWN)
        do(page, view, plan.next(view))
        view = moved_on(page, view)
    expect(prompt(page, view)).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Your word, in English")).to_be_in_viewport(ratio=1)
    expect(button(page, "Claim it")).to_be_in_viewport(ratio=1)
    # The picture has one size on each phone, whatever stands below it.
    look(PHONE)
    assert len(pictures) == 2
    # On its side as well, where there is room for hardly more than that.
    page.set_viewport_size({"width": 844, "height": 390})
    expect(prompt(page, view)).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Your word, in English")).to_be_in_viewport(ratio=1)
    expect(button(page, "Claim it")).to_be_in_viewport(ratio=1)


def test_a_small_phone_shows_where_the_token_is_put_down(person: People, server: Server) -> None:
    page = person(viewport=PHONE, has_touch=True, is_mobile=True)
    page.route(re.compile("/Scene-"), lambda _: None)
    sit(page, server, ANN, BOB, due=in_phase("token"), steady=True, goal=200)
    for size in ((390, 844), (320, 640), (844, 390)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(prompt(page, view_of(page))).to_be_in_viewport(ratio=1)
        expect(button(page, "Put it here")).to_be_in_viewport(ratio=1)


DOWN = "document.querySelector('[aria-label=\"What you can do\"]').parentElement.scrollTop = 9999"


def prompt(page: Page, view: Json) -> Locator:
    """What is said first in the panel."""
    said = {"token": "Any letter", "take": "Take ", "place": "Join |Lay ", "claim": "It stands!"}
    return panel(page).get_by_text(re.compile(f"^({said[view['phase']]}).*[.?]$")).first


def test_what_falls_have_cost_is_listed_with_the_words(person: People, server: Server) -> None:
    page = person()

    def loses(view: Json) -> bool:
        return can_fall(view) and bool(view["scores"][view["active"]])

    table = sit(page, server, ANN, BOB, due=loses, steady=True)
    view = view_of(page)
    send(page, table, view["active"], joins(view)[0][1])
    after = moved_on(page, view)
    assert after["fall"]
    paid = view["scores"][view["active"]] - after["scores"][view["active"]]
    assert paid
    panel(page).get_by_text("Words and points").click()
    lost = panel(page).get_by_text(re.compile("^Lost to falls and bumps: −"))
    expect(lost).to_have_text(f"Lost to falls and bumps: −{paid}")
    # The table still fills the window.
    assert page.locator(".layout").evaluate("it => it.getBoundingClientRect().bottom") == 900

"""Whole games, played through the browser."""

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

import inglenook
from tests.browser.conftest import PHONE
from tests.browser.play import (
    cell,
    legal,
    open_box,
    place,
    place_somewhere,
    placed,
    quick,
    result,
)
from tests.browser.steps import focus_is_kept
from tests.serving import Server

People = Callable[..., Page]


def log(page: Page) -> Locator:
    return page.get_by_role("list", name="Log").get_by_role("listitem")


def number(written: str) -> int:
    """A score as the screen writes it."""
    return int(written.replace("−", "-"))


def table_for_two(ann: Page, bob: Page, *, even: bool = False) -> None:
    """Ann makes a quick game with friends and is Blue; Bob opens the link and sits down."""
    open_box(ann, "With friends", your_name="Ann")
    quick(ann, even=even)
    link = ann.get_by_label("Link to this table").input_value()
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit here").click()
    expect(legal(ann).first).to_be_visible()


def test_two_people_play_to_the_end_and_again(person: People) -> None:
    ann, bob = person(), person()
    table_for_two(ann, bob)
    for turn in count():
        mover, other = (ann, bob) if turn % 2 == 0 else (bob, ann)
        expect(legal(other)).to_have_count(0)
        if not place_somewhere(mover, turn):
            break
        if turn == 7:
            written = log(bob).all_inner_texts()
            bob.reload()
            expect(log(bob)).to_have_text([re.compile(re.escape(t.split()[-1])) for t in written])
    assert turn > 8
    for page in (ann, bob):
        expect(result(page)).to_be_visible()
        # The seats stand in order, and what they scored is told.
        scores = result(page).locator(".score").all_inner_texts()
        assert sorted(scores, key=number, reverse=True) == scores
        expect(result(page).get_by_text(re.compile(r"^Towers \(\d+\)")).first).to_be_visible()
    heading = result(ann).get_by_role("heading").inner_text()
    told = {"You won": "Ann won", "Bob won": "You won", "You share the win with Bob": "You share"}
    begins = next(other for own, other in told.items() if heading.startswith(own))
    expect(result(bob).get_by_role("heading")).to_have_text(re.compile(f"^{begins}"))

    first = ann.url
    result(ann).get_by_role("button", name="Again").click()
    ann.wait_for_url(lambda url: "/t/" in url and url != first)
    result(bob).get_by_role("link", name="Join").click()
    bob.wait_for_url(ann.url)
    # Seats have moved on: now Bob is Blue and begins.
    expect(legal(bob).first).to_be_visible()
    expect(legal(ann)).to_have_count(0)
    place(bob, "c3")
    expect(placed(ann, "c3")).to_be_visible()


def test_a_game_against_a_bot(person: People) -> None:
    page = person()
    open_box(page, "Play now", your_name="Ann")
    page.get_by_label("Opponent").select_option("pebble")
    quick(page)
    turns = 0
    while place_somewhere(page, turns):
        turns += 1
    assert turns > 4
    expect(result(page)).to_contain_text("Pebble")


def test_pass_and_play_on_a_phone_by_touch(person: People) -> None:
    page = person(viewport=PHONE, has_touch=True, is_mobile=True)
    open_box(page, "On this screen", name_of_player_1="Ann", name_of_player_2="Bob")
    quick(page, starts="Ann")
    cell(page, "c3").tap()
    # The first touch only shows what would happen.
    expect(page.get_by_role("button", name="Place on c3")).to_be_visible()
    expect(placed(page, "c3")).to_be_hidden()
    turn = 0
    while place_somewhere(page, turn):
        turn += 1
    assert turn > 8
    expect(result(page)).to_contain_text("Ann")
    expect(result(page)).to_contain_text("Bob")


def test_what_is_being_chosen_stays_when_somebody_comes(person: People) -> None:
    ann, bob, cid = person(has_touch=True), person(), person()
    table_for_two(ann, bob)
    cell(ann, "c3").tap()
    chosen = ann.get_by_role("button", name="Place on c3")
    expect(chosen).to_be_visible()
    cid.goto(ann.url)
    expect(ann.get_by_text("Watching: 1")).to_be_visible()
    expect(chosen).to_be_visible()


def test_a_whole_game_by_keyboard_alone(person: People) -> None:
    page = person()
    page.goto("/")
    keys = page.keyboard

    def tab_to(name: str) -> None:
        for _ in range(60):
            keys.press("Tab")
            said = page.evaluate(
                """() => {
                    const e = document.activeElement;
                    if (e === document.body) return "";
                    return e.ariaLabel || e.labels?.[0]?.innerText || e.innerText || "";
                }"""
            )
            if re.search(name, said):
                return
        raise AssertionError(f"nothing named {name!r} within reach of the Tab key")

    tab_to("Kewbz")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()
    tab_to("On this screen")
    keys.press("Enter")
    way = page.get_by_role("button", name="On this screen")
    expect(way).to_have_attribute("aria-pressed", "true")
    tab_to("Quick|Standard|Long")
    keys.press("ArrowUp")
    expect(page.get_by_role("radio", name="Quick")).to_be_checked()
    tab_to("^Start$")
    keys.press("Enter")
    expect(legal(page).first).to_be_visible()
    tab_to("^[a-f][1-6],")
    # The even game: the second player takes over the first cube.
    keys.type("c3")
    keys.press("Enter")
    expect(placed(page, "c3")).to_be_visible()
    focus_is_kept(page)
    take_over = page.get_by_role("button", name="Take over")
    expect(take_over).to_be_visible()
    tab_to("Take over")
    keys.press("Enter")
    expect(take_over).to_be_hidden()
    focus_is_kept(page)
    tab_to("^[a-f][1-6],")
    for turn in range(100):
        expect(legal(page).first.or_(result(page))).to_be_visible()
        if result(page).is_visible():
            break
        cells = legal(page)
        name = cells.nth(turn * 5 % cells.count()).get_attribute("data-cell")
        assert name
        keys.type(name)
        expect(cell(page, name)).to_be_focused()
        keys.press("Enter")
        picking = page.get_by_text("Pick corners for your last cubes")
        expect(placed(page, name).or_(picking)).to_be_visible()
        if picking.is_visible():
            pick_by_keys(page)
        expect(placed(page, name)).to_be_visible()
        focus_is_kept(page)
    expect(result(page)).to_be_visible()
    focus_is_kept(page)
    tab_to("Look back")
    keys.press("Enter")
    expect(page).to_have_url(re.compile("/replay/"))
    slider = page.get_by_role("slider", name="Position")
    expect(slider).to_be_visible()
    keys.press("Home")
    expect(slider).to_have_value("0")
    keys.press("ArrowRight")
    expect(slider).to_have_value("1")


def pick_by_keys(page: Page) -> None:
    """Spend the last cubes on the first corners there are, then confirm."""
    finish = page.get_by_role("button", name=re.compile("^Place on"))
    while not finish.is_enabled():
        corner = legal(page).first.get_attribute("data-cell")
        assert corner
        page.keyboard.type(corner)
        page.keyboard.press("Enter")
    finish.focus()
    page.keyboard.press("Enter")


def test_both_browsers_carry_on_after_kill_9(person: People, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ann, bob = person(server.url), person(server.url)
        table_for_two(ann, bob)
        place(ann, "c3")
        place(bob, "c4")
        place(ann, "d4")
        server.kill()
        for page in (ann, bob):
            expect(page.get_by_text("Connection lost")).to_be_visible()
        server.start()
        for page in (ann, bob):
            expect(page.get_by_text("Connection lost")).to_be_hidden()
            expect(placed(page, "d4")).to_be_visible()
        place(bob, "e5")
        expect(placed(ann, "e5")).to_be_visible()
        # A move made while the server is away is sent when it is back.
        server.kill()
        line = ann.get_by_text("Connection lost")
        expect(line).to_be_visible()
        # It cannot be missed, and nobody claims to know whose turn it is.
        height = ann.locator(".lost-line").evaluate("line => line.getBoundingClientRect().height")
        assert height > 40
        expect(ann.get_by_text("Your turn", exact=True)).to_be_hidden()
        expect(ann).to_have_title(re.compile("Connection lost"))
        cell(ann, "b2").click()
        expect(ann.get_by_text("Your move is kept")).to_be_visible()
        server.start()
        expect(placed(ann, "b2")).to_be_visible()
        expect(placed(bob, "b2")).to_be_visible()
        expect(legal(bob).first).to_be_visible()


def test_taking_back(person: People) -> None:
    ann, bob = person(), person()
    table_for_two(ann, bob)
    place(ann, "c3")
    ann.get_by_role("button", name="Take back").click()
    expect(bob.get_by_text("Ann would like to take back a move.")).to_be_visible()
    bob.get_by_role("button", name="Rather not").click()
    expect(ann.get_by_text("The others would rather play on.")).to_be_visible()
    ann.get_by_role("button", name="Take back").click()
    bob.get_by_role("button", name="All right").click()
    expect(placed(ann, "c3")).to_be_hidden()
    expect(placed(bob, "c3")).to_be_hidden()
    place(ann, "d4")
    # Bob sat down; then a move, its end, and another.
    expect(log(bob)).to_have_count(4)


def test_the_even_game(person: People) -> None:
    ann, bob = person(), person()
    table_for_two(ann, bob, even=True)
    # What it is about is said under the board, and why nobody starts at 0.
    expect(
        ann.get_by_text("You begin at −20: each cube you still hold costs a point")
    ).to_be_visible()
    expect(ann.get_by_role("row", name="Ann")).to_have_text(re.compile(r"0\s*−20\s*−20"))
    place(ann, "c3")
    # Placing is the usual thing: nothing else is filled, so that nobody takes it for what to press.
    expect(bob.get_by_text("or make the blue one yours if it lies well")).to_be_visible()
    expect(bob.locator(".kewbz .call")).to_have_count(0)
    bob.get_by_role("button", name="Take over the blue cube").click()
    expect(cell(ann, "c3")).to_have_accessible_name(re.compile("Amber"))
    expect(legal(ann).first).to_be_visible()
    expect(ann.get_by_text("Right angles grow into towers: be the one on top")).to_be_visible()


def test_leaving_coming_back_and_watching(person: People) -> None:
    ann, bob, cid = person(), person(), person()
    table_for_two(ann, bob)
    place(ann, "c3")
    table = bob.url
    # Bob's browser goes elsewhere: his seat stays his.
    bob.goto("/")
    expect(ann.get_by_text("away")).to_be_visible()
    bob.get_by_role("link", name="Continue").click()
    bob.wait_for_url(table)
    place(bob, "c4")
    cid.goto(table)
    expect(cid.get_by_text("You are watching.")).to_be_visible()
    expect(ann.get_by_text("Watching: 1")).to_be_visible()
    expect(legal(cid)).to_have_count(0)
    place(ann, "d5")
    expect(placed(cid, "d5")).to_be_visible()
    # Bob leaves for good, and the one who watched plays on for him.
    bob.get_by_role("button", name="Leave seat").click()
    bob.get_by_role("button", name="Yes, leave").click()
    cid.get_by_label("Your name").fill("Cid")
    cid.get_by_role("button", name="Sit here").click()
    place(cid, "b2")
    expect(placed(ann, "b2")).to_be_visible()


def test_resigning_looking_back_and_the_record(person: People, tmp_path: Path) -> None:
    ann, bob = person(), person()
    table_for_two(ann, bob)
    for page, name in ((ann, "c3"), (bob, "c4"), (ann, "d4")):
        place(page, name)
    bob.get_by_role("button", name="Resign").click()
    bob.get_by_role("button", name="Yes, resign").click()
    expect(result(ann).get_by_role("heading")).to_have_text("You won")
    expect(result(bob).get_by_role("heading")).to_have_text("Ann won")
    result(ann).get_by_role("link", name="Look back").click()
    slider = ann.get_by_role("slider", name="Position")
    expect(slider).to_have_value("4")
    ann.get_by_role("button", name="To the start").click()
    expect(placed(ann, "c3")).to_be_hidden()
    ann.get_by_role("button", name="Step forward").click()
    expect(placed(ann, "c3")).to_be_visible()
    expect(placed(ann, "c4")).to_be_hidden()
    expect(ann).to_have_url(re.compile(r"\?at=1$"))
    # The link leads anyone to the same position.
    cid = person()
    cid.goto(ann.url)
    expect(placed(cid, "c3")).to_be_visible()
    expect(placed(cid, "c4")).to_be_hidden()
    ann.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_value("4")
    with ann.expect_download() as download:
        ann.get_by_role("link", name="Download the record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    record = inglenook.loads(file.read_bytes())
    outcome = inglenook.replay(record).outcome()
    assert outcome
    assert outcome.reason == "resigned"
    # It knows who played, and so does whoever opens it.
    assert record.names == ("Ann", "Bob")
    cid.goto("/")
    cid.get_by_label("Open a saved game").set_input_files(file)
    expect(cid.get_by_role("heading", name=re.compile("Ann won"))).to_be_visible()

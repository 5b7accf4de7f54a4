"""Whom to play with: invitations, and finding someone."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.play import board
from tests.browser.test_pages import check_accessible
from tests.browser.test_reflow import check_fits

People = Callable[..., Page]


def test_an_invitation_is_sent_opened_and_gone_once_the_seats_are_full(person: People) -> None:
    ann, bob = person(), person(viewport=PHONE)
    ann.goto("/play/kewbz")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="With friends").click()
    ann.get_by_role("button", name="Start", exact=True).click()
    waiting = ann.get_by_role("region", name="Waiting for players")
    expect(waiting.get_by_text("1 of 2 are in:")).to_be_visible()
    # This server listens to its own machine only, and says so.
    expect(waiting.get_by_role("note")).to_contain_text("make play HOST=0.0.0.0")
    expect(waiting.get_by_role("img")).to_have_count(0)

    bob.goto(waiting.get_by_label("Link to this table").input_value())
    invited = bob.get_by_role("region", name="Ann invites you to Kewbz")
    expect(invited.get_by_text("Build towers and be on top")).to_be_visible()
    expect(invited.get_by_text("1 of 2 are in: Ann")).to_be_visible()
    invited.get_by_label("Your name").fill("Bob")
    invited.get_by_role("button", name="Sit here").click()
    expect(waiting).to_be_hidden()
    expect(invited).to_be_hidden()
    expect(board(ann)).to_be_visible()


def test_where_others_can_open_it_there_is_a_code_to_point_a_camera_at(person: People) -> None:
    ann = person()
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "free"}]
    made = ann.request.post("/api/tables", data={"game": "kewbz", "seats": seats}).json()["id"]
    url = f"http://192.168.1.7:8000/t/{made}"
    sent: dict[str, Any] = {"url": url, "more": [], "trouble": None, "inviter": "Ann"}
    ann.route("**/invitation", lambda route: route.fulfill(json=sent))
    ann.goto(f"/t/{made}")
    expect(ann.get_by_label("Link to this table")).to_have_value(url)
    code = ann.get_by_role("img", name="QR code")
    expect(code).to_be_visible()
    ann.wait_for_function("() => document.querySelector('img').naturalWidth > 0")
    expect(ann.get_by_role("note")).to_have_count(0)


def look_for(page: Page, game: str, name: str) -> None:
    page.goto(f"/find/{game}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Look for someone").click()
    expect(page.get_by_role("region", name="Looking for someone to play")).to_be_visible()


def test_two_find_each_other_and_one_of_them_was_playing_a_bot(person: People) -> None:
    ann, bob = person(), person(viewport=PHONE)
    ann.goto("/play/kewbz")
    ann.get_by_role("link", name="Find someone").click()
    expect(ann.get_by_text("Nobody is looking just now")).to_be_visible()
    look_for(ann, "kewbz", "Ann")
    expect(ann.get_by_text("Nobody else is looking just now")).to_be_visible()
    ann.get_by_role("button", name="Meanwhile, play a bot").click()
    expect(board(ann)).to_be_visible()
    practice = ann.url
    expect(ann.get_by_role("link", name="Looking: Kewbz")).to_be_visible()

    # Bob sees that somebody looks, and what for.
    bob.goto("/find/conex")
    line = bob.get_by_role("listitem").filter(has_text="Kewbz · 2 players · No clock")
    expect(line).to_contain_text("People: 1")
    bob.get_by_label("Your name").fill("Bob")
    line.get_by_role("button", name="Join in").click()
    expect(board(bob)).to_be_visible()
    found = bob.url

    # Ann is called, and goes when she likes; the game with the bot waits.
    called = ann.get_by_role("paragraph").filter(has_text="Someone is here to play Kewbz!")
    expect(called).to_be_visible()
    assert ann.url == practice
    ann.get_by_role("button", name="Go there").click()
    ann.wait_for_url(found)
    for page in (ann, bob):
        for name in ("Ann", "Bob"):
            expect(page.get_by_role("region", name=f": {name}")).to_be_visible()
    expect(called).to_be_hidden()


def test_a_seek_is_ended_and_the_page_has_no_faults(person: People) -> None:
    page = person(viewport={"width": 320, "height": 640})
    look_for(page, "prolix", "Ann")
    check_accessible(page)
    page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_role("button", name="Look for someone")).to_be_visible()
    # Real time has no clock to choose.
    expect(page.get_by_label("Clock")).to_have_count(0)
    check_accessible(page)
    check_fits(page)
    # The server hears of it a moment later.
    while page.request.get("/api/seeks").json() != {"sought": []}:
        page.wait_for_timeout(50)

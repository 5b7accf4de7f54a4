"""Whom to play with: invitations."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.play import board

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
    ann.wait_for_function("document.querySelector('img').naturalWidth > 0")
    expect(ann.get_by_role("note")).to_have_count(0)

"""What people at a table decide together: someone has left, is sent away, begins with fewer."""

import re
import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.play import place
from tests.browser.steps import Json, focus_is_kept, new_table, sit
from tests.browser.test_pages import check_accessible
from tests.serving import Server

People = Callable[..., Page]

ME: Json = {"kind": "me", "name": "Ann"}
FREE: Json = {"kind": "free"}
IMPATIENT = """
from inglenook.server.live import audience
audience.SEAT_MAY_BE_FREED_AFTER_S = 0.5
from inglenook.cli import main
main()
"""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house in which one need not wait two minutes for somebody who has left."""
    with Server(tmp_path_factory.mktemp("data"), sys.executable, "-c", IMPATIENT) as server:
        yield server


def test_someone_has_left_and_gets_the_seat_back(person: People, impatient: Server) -> None:
    ann, bob, cy = (person(impatient.url, viewport=how) for how in (PHONE, None, None))
    table = f"/t/{new_table(ann, 'conex', ME, FREE, FREE)}"
    ann.goto(table)
    sit(bob, "Bob", table)
    sit(cy, "Cy", table)
    bob.goto("/")
    offer = ann.get_by_text("Bob has been away for a while.")
    expect(offer).to_be_visible()
    check_accessible(ann)
    ann.get_by_role("button", name="Wait", exact=True).click()
    expect(offer).to_be_hidden()
    # Cy wants a bot, and Ann is asked after all.
    cy.get_by_role("button", name="Let a bot play on").click()
    expect(
        cy.get_by_role("button", name="Let a bot play on (1 of 2)", pressed=True)
    ).to_be_visible()
    ann.get_by_role("button", name="Let a bot play on (1 of 2)").click()
    expect(offer).to_be_hidden()
    focus_is_kept(ann)
    expect(cy.get_by_role("list", name="Log")).to_contain_text(re.compile("until Bob is back"))
    expect(cy.get_by_text("plays for Bob")).to_be_visible()
    # Back at home, the table is still among his; one press gives him the seat.
    bob.get_by_role("link", name="Continue").click()
    bob.get_by_role("button", name="Take my seat back").click()
    expect(bob.get_by_role("region", name=re.compile(": Bob$"))).to_be_visible()
    expect(cy.get_by_role("list", name="Log")).to_contain_text("Bob is back")
    # Nobody new sees the hand of one who gets up before the others agree.
    leave = {"type": "leave", "id": "gone", "seat": 2}
    assert cy.request.post(f"/api/tables/{table.removeprefix('/t/')}/asks", data=leave).ok
    ann.get_by_role("button", name="Let somebody new in").click()
    check_accessible(bob)
    bob.get_by_role("button", name="Agree").click()
    sit(person(impatient.url), "Dan", table)


def test_a_seat_that_was_freed_waits_for_its_owner_who_is_told_who_sat_there(
    person: People, impatient: Server
) -> None:
    ann, bob = person(impatient.url, viewport=PHONE), person(impatient.url)
    table = f"/t/{new_table(ann, 'conex', ME, FREE)}"
    ann.goto(table)
    sit(bob, "Bob", table)
    bob.get_by_role("button", name="Leave seat").click()
    expect(bob.get_by_text("You can come back until somebody new has sat there")).to_be_visible()
    bob.get_by_role("button", name="Keep playing").click()
    bob.goto("/")
    expect(ann.get_by_text("Bob has been away for a while.")).to_be_visible()
    free = {"type": "free", "id": "free", "seat": 1}
    assert ann.request.post(f"/api/tables/{table.removeprefix('/t/')}/asks", data=free).ok
    expect(ann.get_by_text("Whoever was away may come back to their hand")).to_be_visible()
    expect(ann.get_by_role("button", name="Let somebody new in")).to_be_hidden()
    check_accessible(ann)
    bot = {"type": "bot", "id": "bot", "seat": 1, "level": "hasty"}
    assert ann.request.post(f"/api/tables/{table.removeprefix('/t/')}/asks", data=bot).ok
    bob.goto(table)
    bob.get_by_role("button", name="Take my seat back").click()
    told = bob.get_by_text("Since you left, this seat was taken by: Hasty.")
    expect(told.first).to_be_visible()


def test_a_game_that_somebody_left_is_ended_and_nobody_wins(
    person: People, impatient: Server
) -> None:
    ann, bob = person(impatient.url), person(impatient.url)
    table = f"/t/{new_table(ann, 'kewbz', ME, FREE, size=6, cubes=10)}"
    ann.goto(table)
    sit(bob, "Bob", table)
    place(ann, "c3")
    bob.goto("/")
    ann.get_by_role("button", name="End the game").click()
    ann.get_by_role("button", name="Yes, end it").click()
    over = ann.get_by_role("dialog", name="Nobody wins")
    expect(over).to_contain_text("Someone had left")
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("list", name="Log")).to_contain_text("ends the game")


def test_most_of_the_others_send_somebody_away(person: People, impatient: Server) -> None:
    ann, bob, cy = (person(impatient.url) for _ in range(3))
    table = f"/t/{new_table(ann, 'conex', ME, FREE, FREE)}"
    ann.goto(table)
    sit(bob, "Bob", table)
    sit(cy, "Cy", table)
    ann.get_by_role("button", name="Vote to send Bob away").click()
    check_accessible(ann)
    ann.get_by_role("button", name="Yes, I am for it").click()
    expect(cy.get_by_text("Ann would like to send Bob away. (1 of 2)")).to_be_visible()
    expect(bob.get_by_text("would like to send")).to_be_hidden()
    check_accessible(cy)
    cy.get_by_role("button", name="Agree").click()
    for page in (ann, bob, cy):
        log = page.get_by_role("list", name="Log")
        expect(log).to_contain_text("Bob was sent away by the others")
    expect(bob.get_by_text("You are watching.")).to_be_visible()


def test_those_who_are_there_begin_and_every_screen_follows(
    person: People, impatient: Server
) -> None:
    ann, bob, eve = (person(impatient.url) for _ in range(3))
    table = f"/t/{new_table(ann, 'conex', ME, FREE, FREE, FREE)}"
    ann.goto(table)
    sit(bob, "Bob", table)
    eve.goto(table)
    expect(bob.get_by_text("Start with those who are here")).to_be_visible()
    check_accessible(bob)
    bob.get_by_role("button", name="Start with those who are here").click()
    bob.wait_for_url(lambda url: "/t/" in url and not url.endswith(table))
    for page in (ann, eve):
        page.wait_for_url(bob.url)
        expect(page.get_by_role("region", name=re.compile(": (Ann|Bob)$"))).to_have_count(2)


def test_a_race_begins_when_everyone_is_ready_after_a_countdown(
    person: People, impatient: Server
) -> None:
    ann, bob = person(impatient.url), person(impatient.url, viewport=PHONE)
    ann.goto("/play/prolix")
    ann.get_by_role("button", name="With friends").click()
    ann.get_by_role("radio", name="2", exact=True).check()
    ann.get_by_role("button", name="Start", exact=True).click()
    ann.wait_for_url(re.compile("/t/"))
    sit(bob, "Bob", ann.url)
    asked = [page.get_by_role("group", name="Ready?") for page in (ann, bob)]
    expect(asked[0]).to_contain_text("only its letters on the board score")
    check_accessible(bob)
    asked[1].get_by_role("button", name="I am ready").click()
    expect(asked[0]).to_contain_text("Bob is ready.")
    expect(asked[1]).to_contain_text("Still missing: ")
    focus_is_kept(bob)
    for page in (ann, bob):
        page.evaluate("""() => {
            window.counted = [];
            const look = () => {
                const [shown] = document.querySelectorAll("[role=timer]");
                if (/^[123]$/.test(shown?.textContent)) window.counted.push(shown.textContent);
            };
            const anything = { childList: true, characterData: true, subtree: true };
            new MutationObserver(look).observe(document.body, anything);
        }""")
    ann.keyboard.press("Enter")
    for page in (ann, bob):
        page.wait_for_function("() => window.counted.length > 0")
    for page in (ann, bob):
        expect(page.get_by_role("textbox", name=re.compile("word", re.IGNORECASE))).to_be_visible()


def test_pauses_weekends_and_a_vacation_in_a_game_over_days(
    person: People, impatient: Server
) -> None:
    ann, bob = person(impatient.url), person(impatient.url, viewport=PHONE)
    ann.goto("/play/kewbz")
    ann.get_by_role("button", name="With friends").click()
    expect(ann.get_by_role("checkbox", name="Weekends off")).to_be_hidden()
    ann.get_by_label("Clock").select_option("letters")
    expect(ann.get_by_role("checkbox", name="Weekends off")).to_be_checked()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="Start", exact=True).click()
    ann.wait_for_url(re.compile("/t/"))
    sit(bob, "Bob", ann.url)
    said = ann.request.get(f"/api/tables/{ann.url.rsplit('/', 1)[1]}").json()
    assert said["weekends_off"] is True
    ann.get_by_role("button", name="Ask for a pause").click()
    expect(ann.get_by_role("button", name="Not after all")).to_be_visible()
    expect(bob.get_by_text("Ann would like a pause. (1 of 2)")).to_be_visible()
    check_accessible(bob)
    bob.get_by_role("button", name="Agree").click()
    for page in (ann, bob):
        expect(page.get_by_text("Pause. No time runs.")).to_be_visible()
    focus_is_kept(bob)
    ann.get_by_role("button", name="Go on", exact=True).click()
    expect(bob.get_by_text("Pause. No time runs.")).to_be_hidden()
    ann.get_by_role("button", name="Vacation", exact=True).click()
    expect(ann.get_by_role("dialog")).to_contain_text("Days left this year: 20")
    check_accessible(ann)
    ann.get_by_role("button", name="Go on vacation").click()
    expect(bob.get_by_text("on vacation")).to_be_visible()
    ann.get_by_role("button", name="Vacation", exact=True).click()
    ann.get_by_role("button", name="I am back").click()
    expect(bob.get_by_text("on vacation")).to_be_hidden()
    # It can be had on one's own page as well.
    ann.goto("/me")
    ann.get_by_role("button", name="Vacation", exact=True).click()
    expect(ann.get_by_role("button", name="Go on vacation")).to_be_visible()

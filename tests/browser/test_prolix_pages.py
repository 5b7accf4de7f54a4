"""The screens of Prolix: accessible in every phase, and a daily result to pass on."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.steps import focus_is_kept, new_table, stop_clock, tab_to
from tests.browser.test_pages import People, check_accessible
from tests.browser.test_prolix import (
    PATIENT,
    accept,
    begin,
    best,
    field,
    gather,
    result,
    say,
    seated_by_turn,
    stakes,
)


def test_every_phase_is_accessible(person: People) -> None:
    people = {name: person(viewport=PHONE) for name in ("Ann", "Bob", "Cid")}
    gather(people, rounds=1, **{**PATIENT, "tie_window_ms": 0})
    active, second, third = seated_by_turn(list(people.values()))
    second.get_by_role("button", name="Flip", exact=True).click()
    expect(third.get_by_role("timer")).to_be_visible()
    field(active).fill("strengths")
    check_accessible(active)
    say(active, "strengths")
    expect(stakes(third)).to_contain_text("strengths")
    check_accessible(third)
    third.get_by_role("button", name=re.compile("^Challenge")).click()
    expect(second.get_by_text("Do you know it?")).to_be_visible()
    expect(active.get_by_text("Do you know it?")).to_be_hidden()
    check_accessible(second)
    second.get_by_role("button", name="Yes, I know it").click()
    for player, others, word in (
        (second, (active, third), "garden"),
        (third, (active, second), "window"),
    ):
        expect(player.get_by_text("Your turn: say a word.")).to_be_visible()
        say(player, word)
        expect(stakes(others[0])).to_contain_text(word)
        accept(*others)
    expect(result(third)).to_contain_text("Failed challenges: 1")
    check_accessible(third)


def test_box_rules_and_solo_are_accessible(person: People) -> None:
    page = person(viewport=PHONE)
    for path in ("/rules/prolix", "/play/prolix"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        check_accessible(page)
    page.get_by_role("radio", name="1", exact=True).check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("group", name="Ready?")).to_be_visible()
    check_accessible(page)
    begin(page)
    say(page, "horse")
    expect(page.get_by_role("group", name="Scratch pad")).to_contain_text("horse")
    check_accessible(page)


def test_the_daily_result_gives_no_word_away(person: People) -> None:
    page = person(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/play/prolix")
    page.get_by_role("button", name=re.compile("Today’s board")).click()
    address, said = "", []
    for target in (15, 32, 50, 68, 86, 105):
        begin(page)
        expect(page.get_by_text(f"Reach {target} points in all.")).to_be_visible()
        address = page.url
        said.append(best(page))
        field(page).fill(said[-1])
        page.get_by_role("button", name="Write it down").click()
    page.get_by_role("button", name="Copy the result").click()
    expect(page.get_by_text("Copied. It gives no word away.")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.count("▮▮▮▮▮") == 6
    assert not any(word in copied for word in said)
    # It is played once: asking again leads back to it.
    page.goto("/play/prolix")
    page.get_by_role("button", name=re.compile("Today’s board")).click()
    expect(page).to_have_url(address)


def test_focus_is_kept_through_every_phase(person: People) -> None:
    people = {name: person() for name in ("Ann", "Bob", "Cid")}
    # The others see for half a second that somebody has spoken.
    gather(people, rounds=1, ready=True, **{**PATIENT, "tie_window_ms": 500})
    # Once the first is ready the others have half a minute, so all find their way to it before.
    for page in people.values():
        tab_to(page, page.get_by_role("button", name="I am ready"))
    for page in people.values():
        page.keyboard.press("Enter")
    for page in people.values():
        focus_is_kept(page)
    active, second, third = everyone = seated_by_turn(list(people.values()))
    speak(active, "strengths")
    for page in everyone:
        expect(page.get_by_text("strengths").first).to_be_visible()
        focus_is_kept(page)
    press(third, "Challenge “strengths”")
    press(second, "Yes, I know it")
    for player, others, word in (
        (second, (active, third), "garden"),
        (third, (active, second), "window"),
    ):
        expect(player.get_by_text("Your turn: say a word.")).to_be_visible()
        for page in everyone:
            focus_is_kept(page)
        speak(player, word)
        for other in others:
            expect(stakes(other)).to_contain_text(word)
            press(other, "All fine")
    for page in everyone:
        expect(result(page)).to_be_visible()
        focus_is_kept(page)


def press(page: Page, name: str) -> None:
    tab_to(page, page.get_by_role("button", name=name))
    page.keyboard.press("Enter")
    focus_is_kept(page)


def speak(page: Page, word: str) -> None:
    tab_to(page, field(page))
    page.keyboard.type(word)
    page.keyboard.press("Enter")
    focus_is_kept(page)


def test_a_figure_is_played_when_it_is_pressed(person: People) -> None:
    page = person()
    page.goto("/rules/prolix")
    figure = page.get_by_role("figure").filter(has_text="Two t in the word flip both T tiles.")
    total = figure.locator("b")
    whole = total.inner_text()
    page.clock.install()
    stop_clock(page)
    figure.get_by_role("button", name="Show me").click()
    expect(total).to_have_text("0")
    expect(figure.locator(".flipped")).to_have_count(0)
    page.clock.run_for(10_000)
    expect(total).to_have_text(whole)
    # The tiles of another move on by a column.
    moved = page.get_by_role("figure").filter(has_text="Everything moves one column")
    moved.get_by_role("button", name="Show me").click()
    board = moved.get_by_role("img")
    before = board.get_attribute("aria-label")
    page.clock.run_for(2_000)
    expect(board).not_to_have_attribute("aria-label", before or "")


def test_the_coach_names_the_words_there_were(person: People) -> None:
    page = person()
    table = new_table(page, "prolix", {"kind": "me", "name": "Ann"})
    write = {"id": "write", "seat": 0, "move": {"type": "write", "word": "oi"}}
    assert page.request.post(f"/api/tables/{table}/moves", data=write).ok
    page.goto(f"/replay/{table}")
    page.get_by_role("button", name="What was best?").click()
    page.get_by_role("button", name=re.compile("“oi” made 0 points: 15 too few")).first.click()
    best = page.get_by_role("group", name="Best:").get_by_role("button")
    expect(best).to_have_count(3)
    # Pointing at a word shows the tiles that it flips.
    best.last.hover()
    flips = {letter.upper() for letter in best.last.locator(".whole").inner_text()}
    aimed = page.locator(".rack .aimed .front").all_inner_texts()
    assert aimed
    assert {text[0] for text in aimed} <= flips

"""People at a table say something to each other: in phrases, each in their own language."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.steps import focus_is_kept, new_table, press
from tests.browser.test_pages import check_accessible
from tests.browser.test_shell import FREE, ME, People


def speak(page: Page, opens: str, phrase: str) -> None:
    """Say something, by keyboard alone."""
    press(page.get_by_role("button", name=opens))
    press(page.get_by_role("button", name=phrase, exact=True))
    expect(page.get_by_role("dialog")).to_have_count(0)
    focus_is_kept(page)


def bubble(page: Page, name: str, phrase: str) -> Locator:
    card = page.get_by_role("region", name=re.compile(f": {name}$"))
    return card.locator(".bubble", has_text=phrase)


def test_three_people_and_one_who_is_muted(person: People) -> None:
    ann, bob, eve = person(), person(locale="de-DE"), person(viewport=PHONE)
    table = new_table(ann, "conex", ME, FREE, FREE)
    ann.goto(f"/t/{table}")
    # With nobody else there is nobody to talk to.
    expect(ann.get_by_role("heading", level=1)).to_be_attached()
    expect(ann.get_by_role("button", name="Say something")).to_have_count(0)
    for page, name in ((bob, "Bob"), (eve, "Eve")):
        page.request.post(
            f"/api/tables/{table}/asks",
            data={"id": name, "type": "sit", "seat": 1 if name == "Bob" else 2, "name": name},
        )
        page.goto(f"/t/{table}")

    speak(bob, "Etwas sagen", "Gut gespielt!")
    expect(bubble(bob, "Bob", "Gut gespielt!")).to_be_visible()
    for page in (ann, eve):
        expect(bubble(page, "Bob", "Well played!")).to_be_visible()
        expect(page.locator("[aria-live]", has_text="Bob: Well played!").first).to_be_attached()

    # Eve has heard enough of Bob; her browser remembers it.
    eve.get_by_role("button", name="Say something").click()
    check_accessible(eve)
    eve.get_by_role("checkbox", name="Bob").check()
    eve.keyboard.press("Escape")
    eve.reload()
    speak(bob, "Etwas sagen", "Ups!")
    expect(bubble(ann, "Bob", "Oops!")).to_be_visible()
    speak(ann, "Say something", "Thank you!")
    expect(bubble(eve, "Ann", "Thank you!")).to_be_visible()
    assert bubble(eve, "Bob", "Oops!").count() == 0

    eve.get_by_role("button", name="Say something").click()
    expect(eve.get_by_role("checkbox", name="Bob")).to_be_checked()
    eve.get_by_role("checkbox", name="Everyone").check()
    eve.keyboard.press("Escape")
    speak(ann, "Say something", "Ha!")
    expect(bubble(bob, "Ann", "Ha!")).to_be_visible()
    assert bubble(eve, "Ann", "Ha!").count() == 0

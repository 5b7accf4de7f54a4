"""People at a table say something to each other: in phrases, each in their own language."""

from playwright.sync_api import Page, expect

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


LISTEN = """
  window.heard = new Set();
  const look = () => {
    for (const bubble of document.querySelectorAll(".bubble"))
      heard.add(`${bubble.closest("section").ariaLabel}: ${bubble.textContent.trim()}`);
    for (const spot of document.querySelectorAll("[aria-live]")) heard.add(spot.textContent);
  };
  const anything = { childList: true, characterData: true, subtree: true };
  new MutationObserver(look).observe(document, anything);
"""
"""What was shown and read out is kept: a bubble is gone after some seconds."""


def is_there(page: Page) -> None:
    """Hears what is said from now on."""
    expect(page.get_by_role("button", name="Say something")).to_be_visible()


def hears(page: Page, said: str) -> None:
    """Wait until it was; before a colon stands who said it, and before that, in a bubble, where."""
    page.wait_for_function("(said) => heard.has(said)", arg=said)


def has_heard(page: Page, said: str) -> bool:
    return bool(page.evaluate("(said) => heard.has(said)", said))


def test_three_people_and_one_who_is_muted(person: People) -> None:
    ann, bob, eve = person(), person(locale="de-DE"), person(viewport=PHONE)
    for page in (ann, bob, eve):
        page.add_init_script(LISTEN)
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
    is_there(eve)

    speak(bob, "Etwas sagen", "Gut gespielt!")
    hears(bob, "Platz 2: Bob: Gut gespielt!")
    for page in (ann, eve):
        hears(page, "Seat 2: Bob: Well played!")
        hears(page, "Bob: Well played!")

    # Eve has heard enough of Bob; her browser remembers it.
    eve.get_by_role("button", name="Say something").click()
    check_accessible(eve)
    eve.get_by_role("checkbox", name="Bob").check()
    eve.keyboard.press("Escape")
    eve.reload()
    is_there(eve)
    speak(bob, "Etwas sagen", "Ups!")
    hears(ann, "Seat 2: Bob: Oops!")
    speak(ann, "Say something", "Thank you!")
    hears(eve, "Seat 1: Ann: Thank you!")
    assert not has_heard(eve, "Seat 2: Bob: Oops!")

    eve.get_by_role("button", name="Say something").click()
    expect(eve.get_by_role("checkbox", name="Bob")).to_be_checked()
    eve.get_by_role("checkbox", name="Everyone").check()
    eve.keyboard.press("Escape")
    speak(ann, "Say something", "Ha!")
    hears(bob, "Platz 1: Ann: Ha!")
    # The server tells everybody in the same order: what is said next has come after it.
    eve.get_by_role("button", name="Say something").click()
    eve.get_by_role("checkbox", name="Everyone").uncheck()
    eve.keyboard.press("Escape")
    speak(ann, "Say something", "Good game!")
    hears(eve, "Seat 1: Ann: Good game!")
    assert not has_heard(eve, "Seat 1: Ann: Ha!")

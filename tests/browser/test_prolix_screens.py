"""What a newcomer sees of Prolix: asked first, told the price, nothing cut off or broken."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.steps import focus_is_kept, new_table, view_of
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

People = Callable[..., Page]
SIZES: list[ViewportSize] = [
    {"width": 320, "height": 640},
    {"width": PHONE["width"], "height": PHONE["height"]},
    {"width": 844, "height": 390},
    {"width": DESKTOP["width"], "height": DESKTOP["height"]},
]
SENTENCE = "Any English word will do; only its letters on the board score."
LONG = "counterrevolutionaries"


def ready(page: Page) -> Locator:
    return page.get_by_role("group", name="Ready?")


def log(page: Page) -> Locator:
    return page.get_by_role("list", name="Log")


def turn(player: Page, others: list[Page], word: str) -> None:
    """A word that all believe."""
    say(player, word)
    expect(stakes(others[0])).to_contain_text(word)
    accept(*others)
    expect(stakes(player)).to_be_hidden()


def three(person: People, **how: Any) -> list[Page]:
    """Three people at their first board, from the active one on."""
    people = {name: person(**how) for name in ("Ann", "Bob", "Cid")}
    gather(people, **PATIENT)
    return seated_by_turn(list(people.values()))


def overlaps(page: Page, *selectors: str) -> list[tuple[str, str]]:
    """Which of these parts lie over each other, by a pixel or more."""
    found: list[tuple[str, str]] = page.evaluate(
        """selectors => {
            const boxes = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]
                .map((part) => [selector, part.getBoundingClientRect()])
                .filter(([, box]) => box.width && box.height));
            const hit = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) >= 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= 1;
            return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
                .filter(([, b]) => hit(a, b)).map(([two]) => [one, two]));
        }""",
        list(selectors),
    )
    return found


# --- ready ---------------------------------------------------------------------------------------


def test_todays_board_explains_itself_and_no_sand_runs_before_one_is_ready(person: People) -> None:
    page = person()
    page.goto("/play/prolix")
    page.get_by_role("button", name=re.compile("Today’s board")).click()
    expect(ready(page)).to_contain_text(SENTENCE)
    expect(ready(page)).to_contain_text("You have 45 seconds from the moment you are ready.")
    assert set(view_of(page)["tiles"]) == {None}
    assert view_of(page)["deadline"] is None
    # By the keyboard: the way to begin is where the focus is, and the field has it then.
    expect(ready(page).get_by_role("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("timer")).to_be_visible()
    expect(field(page)).to_be_focused()
    # It is asked again before each round.
    field(page).fill(best(page))
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_role("button", name="Next round")).to_be_focused()
    expect(page.get_by_role("timer")).to_be_hidden()
    # To miss the target is to miss it.
    page.keyboard.press("Enter")
    field(page).fill("oi")
    page.get_by_role("button", name="Write it down").click()
    expect(result(page).get_by_role("heading").first).to_have_text("Not this time")
    focus_is_kept(page)


def test_several_people_begin_when_all_are_ready(person: People) -> None:
    people = {name: person() for name in ("Ann", "Bob")}
    gather(people, ready=True)
    ann, bob = people.values()
    begin(ann)
    expect(ready(ann)).to_contain_text("You are ready. Still missing: Bob")
    expect(ready(bob)).to_contain_text("Ann is ready.")
    expect(field(ann)).to_be_hidden()
    begin(bob)
    for page in (ann, bob):
        expect(field(page)).to_be_visible()


def test_with_bots_they_wait_for_me_and_the_list_judges_at_once(person: People) -> None:
    page = person()
    page.goto("/play/prolix")
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(ready(page)).to_be_visible()
    assert view_of(page)["options"]["challenges"] == "referee"
    begin(page)
    expect(field(page)).to_be_visible()
    # A word that is not in the list costs nothing; one that is counts, and nobody is asked.
    refusal = page.get_by_text("That word is not in our word list.")
    say(page, "zzzqq")
    expect(refusal.or_(page.get_by_text("The last word")).first).to_be_visible()
    if not refusal.is_visible():
        say(page, "zzzqq")  # a bot was faster, and has had its turn
    expect(refusal).to_be_visible()
    expect(page.get_by_text("Does everybody believe that?")).to_have_count(0)


def test_among_friends_anyone_may_challenge(person: People) -> None:
    page = person()
    page.goto("/play/prolix")
    doubt = page.get_by_label("Words in doubt")
    expect(doubt).to_have_value("referee")
    page.get_by_role("button", name="With friends").click()
    expect(doubt).to_have_value("rulebook")


# --- told before and after -----------------------------------------------------------------------


def test_prices_doubts_and_verdicts(person: People) -> None:
    first, second, third = three(person)
    everyone = [first, second, third]
    expect(first.get_by_text(SENTENCE)).to_be_visible()
    # The lots: who drew what, and who begins.
    expect(second.get_by_text(re.compile("begins?\\."))).to_be_visible()
    expect(log(second)).to_contain_text(re.compile(r"Lots: ● [A-Z], ■ [A-Z], ▲ [A-Z]"))
    expect(second.get_by_text("An interrupt costs 2 points, and in the end one")).to_be_visible()
    turn(first, [second, third], "garden")
    expect(first.get_by_text("crosses out “garden” (", exact=False)).to_be_visible()
    # Every line of the log has the same marks: who, by their shape, then the word and its points.
    expect(log(second)).to_contain_text(re.compile(r"[●■▲] garden \d+\."))

    # An interrupt: what it crosses out is said to everyone, and stands in the sheet and the log.
    turn(first, [second, third], "kitchen")
    for page in everyone:
        expect(
            page.get_by_text(re.compile("For that, .* crosses out “garden”")).first
        ).to_be_visible()
    expect(log(third)).to_contain_text(re.compile("interrupts: kitchen .* crosses out “garden”"))
    expect(second.locator("s", has_text="garden")).to_be_visible()

    # A word that is not in the list is asked about before it is said.
    say(second, "zzzqq")
    expect(second.get_by_role("alert")).to_contain_text("“zzzqq” is not in the word list.")
    # On a phone on its side, too, it is all in sight.
    second.set_viewport_size({"width": 844, "height": 390})
    expect(second.get_by_role("button", name="Say it anyway")).to_be_in_viewport(ratio=1)
    expect(field(second)).to_be_in_viewport(ratio=1)
    second.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
    expect(stakes(third)).to_be_hidden()
    second.get_by_role("button", name="Say it anyway").click()
    expect(stakes(third)).to_contain_text("If the word stands, a challenge costs you 2 points.")
    third.get_by_role("button", name="Challenge “zzzqq”").click()
    first.get_by_role("button", name="Never heard it").click()
    for page in everyone:
        expect(page.locator(".verdict")).to_contain_text("“zzzqq”. It is struck")
    expect(second.get_by_text("Yours that were struck: zzzqq")).to_be_visible()
    # It stays while the next word is thought of and said, and until that is decided.
    say(second, "window")
    expect(stakes(third)).to_be_visible()
    accept(third)
    expect(third.locator(".verdict")).to_contain_text("It is struck")
    accept(first)
    expect(third.locator(".verdict")).to_be_hidden()


def test_after_resigning_there_is_nothing_to_type(person: People) -> None:
    # Alone: where several share a screen, nobody's field is left anyway.
    page = person(viewport=PHONE)
    page.goto(f"/t/{new_table(page, 'prolix', {'kind': 'me', 'name': 'Ann'})}")
    expect(field(page)).to_be_visible()
    page.get_by_role("button", name="Log").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name=re.compile("es, resign")).click()
    expect(result(page)).to_be_visible()
    expect(field(page)).to_have_count(0)


# --- at every size -------------------------------------------------------------------------------


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_nothing_collides_is_cut_off_or_broken(person: People, locale: str) -> None:
    page = person(locale=locale)
    names = ("Ann", "Bartholomew", "Cid")
    seats = [{"kind": "me", "name": name} for name in names]
    table = new_table(page, "prolix", *seats, challenges="referee", tie_window_ms=0)
    page.goto(f"/t/{table}")
    first = view_of(page)["active"]
    for seat, word in ((0, "strengths"), (1, LONG), (2, "garden"), (0, "misunderstanding")):
        move = {"type": "say", "word": word}
        seat = (first + seat) % 3
        answer = page.request.post(
            f"/api/tables/{table}/moves", data={"id": word, "seat": seat, "move": move}
        )
        assert answer.ok, answer.text()
        expect(page.get_by_text(word).first).to_be_visible()
    typed = page.locator("input.field")
    for size in SIZES:
        page.set_viewport_size(size)
        typed.fill("misunderstand")
        parts = [
            ".prolix .top",
            ".rack",
            ".middle > *",
            ".prolix form",
            ".prolix .strip",
            ".layout > .mine",
        ]
        assert overlaps(page, *parts) == [], size
        total = page.locator(".sheet .total:visible, .strip .total:visible, .now:visible").first
        expect(total).to_be_in_viewport(ratio=1)
        wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide, size
    # A long word stands in one line wherever it is written.
    lines = page.evaluate(
        """word => [...document.querySelectorAll(".whole")]
            .filter((each) => each.textContent === word && each.offsetHeight)
            .map((each) => each.getClientRects().length)""",
        LONG,
    )
    assert lines
    assert set(lines) == {1}


@pytest.mark.parametrize("hand", ["left", "right"])
def test_what_a_thumb_reaches_for_is_at_its_side(person: People, hand: str) -> None:
    page, other = person(viewport=PHONE), person()
    left_handed = "true" if hand == "left" else "false"
    page.add_init_script(
        f"""localStorage["inglenook.settings"] = '{{"pace":"brisk","leftHanded":{left_handed}}}'"""
    )
    people = {"Ann": page, "Bob": other, "Cid": person()}
    gather(people, **PATIENT)
    active = seated_by_turn(list(people.values()))[0]
    if active is page:
        turn(page, [other, people["Cid"]], "garden")
        active = other

    def left(part: Locator) -> float:
        box = part.bounding_box()
        assert box
        return box["x"]

    def sides(reached: Locator, beside: Locator) -> str:
        return "left" if left(reached) < left(beside) else "right"

    assert sides(page.get_by_role("button", name="Interrupt", exact=True), field(page)) == hand
    assert sides(page.get_by_role("button", name="Flip", exact=True), page.locator(".what")) == hand
    say(active, "kitchen")
    expect(stakes(page)).to_be_visible()
    challenge = page.get_by_role("button", name=re.compile("^Challenge"))
    assert sides(challenge, stakes(page).get_by_text("kitchen")) == hand

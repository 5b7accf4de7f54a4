"""Prolix through the browser: words, interrupts, ties, the timer, challenges and votes."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from inglenook import words
from tests.browser.steps import focus_is_kept, new_table, sit, view_of
from tests.serving import Server

People = Callable[..., Page]
# Long windows, so that a slow machine decides nothing.
PATIENT: dict[str, Any] = {
    "tie_window_ms": 0,  # nobody ties unless a test says so
    "challenge_window_ms": 60_000,
    "vote_window_ms": 60_000,
}


def open_table(host: Page, seats: int, **options: Any) -> str:
    """A table with free seats, made by the first of its people; its address."""
    free = [{"kind": "free"}] * seats
    return f"/t/{new_table(host, 'prolix', *free, **options)}"


def gather(people: dict[str, Page], **options: Any) -> None:
    """All sit down at one table, in the order in which they are named."""
    table = open_table(next(iter(people.values())), len(people), **options)
    for name, page in people.items():
        sit(page, name, table)


def begin(*pages: Page) -> None:
    """Everyone is ready; alone, for the next round."""
    for page in pages:
        page.get_by_role("button", name=re.compile("I am ready|Next round")).click()


def field(page: Page) -> Locator:
    return page.get_by_label("Your word, in English")


def say(page: Page, word: str) -> None:
    field(page).fill(word)
    field(page).press("Enter")


def stakes(page: Page) -> Locator:
    return page.get_by_role("group", name="Words at stake")


def accept(*pages: Page) -> None:
    for page in pages:
        page.get_by_role("button", name="All fine").click()


def best(page: Page) -> str:
    """The best word on the board that no used one bars: boards share tiles."""
    view = view_of(page)
    tiles: dict[str, list[int]] = {}
    for tile in view["tiles"]:
        tiles.setdefault(tile["letter"].lower(), []).append(tile["points"])
    values = {letter: tuple(sorted(points, reverse=True)) for letter, points in tiles.items()}
    found = (word for word, _ in words.best(values, limit=100))
    return next(w for w in found if not any(words.clash(w, used) for used in view["used"]))


def result(page: Page) -> Locator:
    return page.get_by_role("dialog")


def seated_by_turn(people: list[Page]) -> list[Page]:
    """The people from the active one on."""
    mine = "Your turn: say a word."
    for page in people:
        turn = page.get_by_role("paragraph").filter(has_text=re.compile(f"{mine}|’s turn"))
        expect(turn).to_be_visible()
    first = next(i for i, page in enumerate(people) if page.get_by_text(mine).is_visible())
    return people[first:] + people[:first]


def test_three_people_to_the_final_sheet(person: People) -> None:
    people = {"Ann": person(), "Bob": person(), "Cid": person()}
    gather(people, rounds=2, **{**PATIENT, "tie_window_ms": 2500})
    active, second, third = seated_by_turn(list(people.values()))
    expect(third.get_by_text("The lots: the letter nearest to A starts.")).to_be_visible()
    # The rules are those of this table.
    third.get_by_role("button", name="Rules", exact=True).click()
    expect(third.get_by_role("dialog")).to_contain_text("Three players play 2 rounds")
    third.keyboard.press("Escape")
    expect(third.get_by_role("dialog")).to_be_hidden()

    # An interrupt: the first word is not the active player's.
    say(second, "strengths")
    for page in (active, third):
        expect(page.get_by_role("group", name="Somebody has spoken")).to_be_visible()
        expect(page.get_by_text("strengths")).to_be_hidden()
    expect(stakes(active)).to_contain_text("strengths")
    # A challenge that fails: the one who was not asked knows the word.
    active.get_by_role("button", name="Challenge “strengths”").click()
    third.get_by_role("button", name="Yes, I know it").click()
    expect(active.get_by_text("Your second chance: say a word.")).to_be_visible()
    expect(active.locator(".verdict")).to_contain_text("It stands: 1 of 1 know it.")
    expect(active.get_by_role("list", name="Log")).to_contain_text("It stands: 1 of 1 know it.")

    # The timer, and a tie: both speak within the window, and the same counts for the active one.
    second.get_by_role("button", name="Flip", exact=True).click()
    expect(second.get_by_text("The timer stands before you: no interrupts.")).to_be_visible()
    for page in (active, third):
        field(page).fill("begrudging")
    for page in (active, third):
        field(page).press("Enter")
    expect(stakes(second)).to_contain_text("begrudging")
    # Whoever comes back in the middle of it finds the same question.
    second.reload()
    expect(stakes(second)).to_contain_text("begrudging")
    accept(second, third)

    # Barred by what was said, and the refusal says by which word.
    expect(second.get_by_text("Your turn: say a word.")).to_be_visible()
    say(second, "begrudged")
    expect(second.get_by_text("“begrudged” is barred by “begrudging”.")).to_be_visible()
    # A challenge that succeeds: nobody knows the word, nor does the reference.
    say(second, "blorgify")
    second.get_by_role("button", name="Say it anyway").click()
    expect(stakes(third)).to_contain_text("blorgify")
    third.get_by_role("button", name="Challenge “blorgify”").click()
    active.get_by_role("button", name="Never heard it").click()
    expect(second.get_by_text("Your turn: say a word.")).to_be_visible()
    expect(active.locator(".verdict")).to_contain_text("“blorgify”. It is struck")
    expect(second.get_by_text("Yours that were struck: blorgify")).to_be_visible()
    expect(second.get_by_text("Used: begrudging begrudging strengths")).to_be_visible()
    expect(third.get_by_role("row", name="Said at the same time")).to_have_count(2)
    say(second, "garden")
    expect(stakes(third)).to_contain_text("garden")
    accept(active, third)

    expect(third.get_by_text("Your turn: say a word.")).to_be_visible()
    say(third, "window")
    expect(stakes(active)).to_contain_text("window")
    accept(active, second)
    for page, word in ((active, "kitchen"), (second, "blanket"), (third, "thunder")):
        expect(page.get_by_text("Your turn: say a word.")).to_be_visible()
        say(page, word)
        others = [other for other in people.values() if other is not page]
        expect(stakes(others[0])).to_contain_text(word)
        # A nod by the keyboard: Enter with nothing typed.
        field(others[0]).press("Enter")
        accept(others[1])
    for page in people.values():
        expect(result(page)).to_contain_text(re.compile("won|win"))
    sheets = result(active).inner_text()
    for word in ("strengths", "begrudging", "garden", "window"):
        assert word in sheets


def test_a_duel(person: People) -> None:
    people = {"Ann": person(), "Bob": person()}
    gather(people, challenge_window_ms=60_000)
    ann, bob = people.values()
    for turn in range(9):
        # Not the field: it is there while the words are at stake, too.
        writes = ann.get_by_text("Write the best word you can find.")
        expect(writes.or_(result(ann))).to_be_visible()
        if result(ann).is_visible():
            break
        say(ann, best(ann))
        expect(bob.get_by_text("The other has written: hurry!")).to_be_visible()
        say(bob, ("cat", "dog", "fish", "bird", "horse", "mouse", "snake", "whale", "shark")[turn])
        expect(stakes(ann)).to_be_visible()
        for page in (ann, bob):
            focus_is_kept(page)
        accept(ann, bob)
    for page in (ann, bob):
        expect(result(page)).to_contain_text(re.compile("Ann won|You won"))
        focus_is_kept(page)


def test_alone_and_the_daily_board(person: People) -> None:
    page = person()
    page.goto("/")
    page.get_by_role("link", name=re.compile("Prolix")).first.click()
    page.get_by_role("button", name="Play now").click()
    page.get_by_role("radio", name="1", exact=True).check()
    page.get_by_role("button", name="Start", exact=True).click()
    begin(page)
    expect(field(page)).to_be_visible()
    word = best(page)
    say(page, "horse")
    expect(page.get_by_role("button", name=re.compile("Write down “horse”"))).to_be_visible()
    field(page).fill(word)
    page.get_by_role("button", name="Write it down").click()
    begin(page)
    expect(page.get_by_text("Round 2 of 6")).to_be_visible()
    field(page).fill("xyzzy")
    page.get_by_role("button", name="Write it down").click()
    expect(page.get_by_text("That word is not in our word list.")).to_be_visible()
    field(page).fill("oi")
    page.get_by_role("button", name="Write it down").click()
    expect(result(page)).to_contain_text("This round’s target was missed.")

    # The same tiles for everyone that day.
    boards = []
    for guest in (person(), person()):
        guest.goto("/play/prolix")
        guest.get_by_role("button", name=re.compile("Today’s board")).click()
        begin(guest)
        expect(field(guest)).to_be_visible()
        boards.append(view_of(guest)["tiles"])
    assert boards[0] == boards[1]


def test_kill_9_in_a_vote(person: People, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        people = {name: person(server.url) for name in ("Ann", "Bob", "Cid")}
        gather(people, rounds=1, **PATIENT)
        active, second, third = seated_by_turn(list(people.values()))
        say(active, "jewelers")
        second.get_by_role("button", name="Challenge “jewelers”").click()
        expect(third.get_by_role("button", name="Yes, I know it")).to_be_visible()
        server.kill()
        expect(third.get_by_text("Connection lost")).to_be_visible()
        server.start()
        expect(third.get_by_text("Connection lost")).to_be_hidden()
        third.get_by_role("button", name="Yes, I know it").click()
        expect(second.get_by_text("Your turn: say a word.")).to_be_visible()


def test_todays_board_is_shown_to_nobody_else(person: People) -> None:
    ann, bob = person(), person()
    new = {"game": "prolix", "seats": [{"kind": "me", "name": "Ann"}], "daily": True}
    table = ann.request.post("/api/tables", data=new).json()["id"]
    bob.goto(f"/t/{table}")
    expect(bob.get_by_role("heading", name="Not before tomorrow")).to_be_visible()
    ann.goto(f"/t/{table}")
    ann.get_by_role("button", name="Resign").click()
    ann.get_by_role("dialog").get_by_role("button").filter(has_text="esign").click()
    expect(result(ann)).to_be_visible()
    bob.goto(f"/replay/{table}")
    expect(bob.get_by_role("heading", name="Not before tomorrow")).to_be_visible()
    expect(bob.get_by_text("only its player may look at it")).to_be_visible()
    ann.goto(f"/replay/{table}")
    expect(ann.get_by_text("The record can be had when the day")).to_be_visible()

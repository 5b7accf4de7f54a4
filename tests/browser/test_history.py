"""Two people with profiles play a rated game, and see what came of it."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.konexi_play import careful, new_tower, play_until, send
from tests.browser.play import legal, open_box, place, quick, result
from tests.browser.steps import Json
from tests.browser.test_pages import check_accessible

Person = Callable[..., Page]


def with_profile(page: Page, name: str) -> None:
    """Give somebody a profile, as their page does."""
    me = {"name": name, "token": "star-teal", "languages": ["en"]}
    done = page.request.put("/api/me", data=me)
    assert done.ok, done.text()


def open_rated(page: Page) -> None:
    open_box(page, "With friends")
    clock = page.get_by_role("combobox", name=re.compile("^Clock"))
    expect(clock).to_have_value("none")
    page.get_by_role("checkbox", name="Rated").check()
    # A rated game has a clock: without a choice it is a calm one.
    expect(page.get_by_text("It takes a clock.")).to_be_visible()
    expect(clock).to_have_value("calm")
    expect(clock.get_by_role("option", name="No clock")).to_have_count(0)
    quick(page)


def two_moves_each(ada: Page, bob: Page) -> None:
    """As many as it takes for a rated game to count."""
    for page in (ada, bob, ada, bob):
        cell = legal(page).first
        expect(cell).to_be_visible()
        place(page, cell.get_attribute("data-cell") or "")


def resign(page: Page) -> None:
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def leave(page: Page) -> None:
    """Leave a rated game, which loses it."""
    page.get_by_role("button", name="Leave seat").click()
    asked = page.get_by_role("dialog", name="Leave your seat?")
    expect(asked).to_contain_text("In a rated game this is giving up: you lose it.")
    asked.get_by_role("button", name="Yes, leave").click()


def test_a_rated_game_and_what_came_of_it(person: Person) -> None:
    ada, bob, eve = person(), person(), person()
    # Whoever has no profile hears nothing of ratings.
    open_box(eve, "With friends")
    expect(eve.get_by_role("checkbox", name="Rated")).to_have_count(0)
    with_profile(ada, "Ada Rated")
    with_profile(bob, "Bob Rated")
    open_rated(ada)

    eve.goto(ada.url)
    expect(eve.get_by_text("you need a profile")).to_be_visible()
    expect(eve.get_by_role("link", name="Make a profile")).to_be_visible()
    bob.goto(ada.url)
    expect(bob.get_by_text("Rated.", exact=True)).to_be_visible()
    bob.get_by_role("button", name="Sit down (rated)").first.click()

    two_moves_each(ada, bob)
    expect(ada.get_by_role("button", name="Take back")).to_have_count(0)
    resign(bob)
    for page, better in ((ada, True), (bob, False)):
        told = result(page).get_by_text(re.compile(r"^1500 → \d+$"))
        expect(told).to_be_visible()
        assert (int(told.inner_text().split()[-1]) > 1500) == better
    result(ada).get_by_role("link", name="Next opponent").wait_for()

    open_rated(ada)
    bob.goto(ada.url)
    bob.get_by_role("button", name="Sit down (rated)").first.click()
    two_moves_each(ada, bob)
    leave(bob)
    expect(result(ada)).to_be_visible()

    # A third is given up at once: it does not count, and both are told why.
    open_rated(ada)
    bob.goto(ada.url)
    bob.get_by_role("button", name="Sit down (rated)").first.click()
    place(ada, "c3")
    resign(bob)
    for page in (ada, bob):
        expect(result(page).get_by_text("it ended after very few moves")).to_be_visible()

    ada.goto("/me")
    asked: list[str] = []
    ada.on("request", lambda request: asked.append(request.url))
    ada.get_by_role("link", name="My games").click()
    expect(ada.get_by_role("heading", name="Ada Rated", level=1)).to_be_focused()
    expect(ada.get_by_role("row", name="Kewbz 3 0 0")).to_be_visible()
    expect(ada.get_by_text("Games: 3; ahead: 3, behind: 0")).to_be_visible()
    expect(ada.get_by_role("img", name="2 rated games")).to_be_visible()
    games = ada.get_by_role("region", name="Games", exact=True)
    expect(games.get_by_role("link", name="Kewbz with Bob Rated")).to_have_count(3)
    expect(games.get_by_text("Rated, did not count: few moves")).to_have_count(1)
    games.get_by_label("Result").select_option("Lost")
    expect(games.get_by_text("No games like that.")).to_be_visible()
    games.get_by_label("Result").select_option("All")
    games.get_by_label("Look for a name").fill("bob")
    expect(games.get_by_role("link", name="Kewbz with Bob Rated")).to_have_count(3)
    check_accessible(ada)
    # They were asked for at first, and when something else was wanted: three times at most.
    assert len([url for url in asked if "/games?" in url]) <= 4

    # Others see what she lets them see.
    handle = ada.get_by_role("link", name="My page’s address").get_attribute("href")
    bob.goto(handle or "")
    expect(bob.get_by_text("Nothing more is shown here.")).to_be_visible()
    ada.get_by_role("radio", name="All of this page").check()
    expect(ada.get_by_role("radio", name="All of this page")).to_be_checked()
    bob.reload()
    expect(bob.get_by_role("link", name="Kewbz with Bob Rated")).to_have_count(3)

    bob.get_by_role("link", name="Leaders").click()
    expect(bob.get_by_role("heading", name="Leaders")).to_be_focused()
    bob.get_by_role("button", name="Kewbz").click()
    expect(bob.get_by_text("Keystone")).to_be_visible()
    expect(bob.get_by_text("Nobody yet")).to_be_visible()
    check_accessible(bob)
    bob.goto("/people/nobody-there")
    expect(bob.get_by_role("heading", name="Nobody there")).to_be_visible()


def test_my_page_has_my_words_and_the_tallest_tower(person: Person) -> None:
    ada = person()
    with_profile(ada, "Ada Builder")
    plan = careful()

    def said(view: Json) -> bool:
        return any(view["words"]) and "take" in view["may"]

    seats = [{"kind": "me", "name": name} for name in ("Ada", "Ben")]
    table = new_tower(ada, *seats, steady=True)
    view = play_until(ada, table, said, plan)
    send(ada, table, 0, {"type": "resign"})
    ada.goto("/me")
    ada.get_by_role("link", name="My games").click()
    expect(ada.get_by_text(f"Tallest tower, in letters: {len(view['tower'])}")).to_be_visible()
    words = ada.get_by_role("region", name="Favourite words")
    for word in (each["word"] for mine in view["words"] for each in mine):
        expect(words.get_by_text(word, exact=True)).to_be_visible()

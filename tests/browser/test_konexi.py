"""Konexi through the browser: a tower that stands and falls, words, only keys, a small phone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from inglenook.games.konexi.rules import vocabulary
from tests.browser.conftest import PHONE
from tests.browser.konexi_play import (
    BOT,
    YOU,
    Plan,
    button,
    do_by_keys,
    moved_on,
    open_table_with,
    panel,
    result,
)
from tests.browser.seeded import seeded
from tests.browser.steps import Json, focus_is_kept, press, sit, view_of
from tests.serving import Server

People = Callable[..., Page]
# With this seed `Plan` gets to a fall and then to words within some forty moves.
SEED = "letters 7"
# Nothing here looks at the 3-D table: the pages do without, as some phones must.
FLAT = "delete window.WebGL2RenderingContext"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = {"goal": 5, "steady": True, "first": 0, "suspense": False, "word_ms": 0}
    with seeded(tmp_path_factory.mktemp("tower"), "konexi", SEED, options) as server:
        yield server


def test_two_people_by_keys_alone_with_a_fall_words_and_a_vote(
    evening: Server, person: People
) -> None:
    """Through every phase; the focus is never lost."""
    people = ann, bob = person(evening.url), person(evening.url)
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.add_init_script(FLAT)
        sit(page, name, "/t/seeded")
    plan, fallen, phases = Plan(), False, set()
    view = moved_on(ann, {})
    for _ in range(80):
        phases.add(view["phase"])
        if view["phase"] == "over":
            break
        mover, other = people[view["active"]], people[1 - view["active"]]
        if view["phase"] == "vote":
            press(button(other, "It is a word"))
        elif view["phase"] == "claim" and "vote" not in phases and (word := unlisted(view)):
            do_by_keys(mover, view, {"type": "claim", "word": word})
            press(button(mover, f"Ask about “{word}”"))
        else:
            do_by_keys(mover, view, plan.next(view))
        view = moved_on(ann, view)
        for page in people:
            focus_is_kept(page)
        if view["phase"] != "over":
            # Whoever moves by keys stays in the panel.
            within = panel(mover).locator(":focus").or_(panel(mover).and_(mover.locator(":focus")))
            expect(within).to_have_count(1)
        if view["fall"] and not fallen:
            fallen = True
            for page in people:
                expect(
                    panel(page).get_by_text(re.compile("Points lost by|no points to lose"))
                ).to_be_visible()
    assert fallen
    assert "word" in plan.seen
    # In the others it is NATURE's move.
    assert phases == {"token", "take", "place", "claim", "vote", "over"}
    for page in people:
        expect(result(page)).to_be_visible()
        expect(result(page)).to_contain_text("The points are reached")
        focus_is_kept(page)


def unlisted(view: Json) -> str | None:
    """Two joined letters that are no word, with the new one."""
    pair = f"{view['new']}{view['tower'][-1]['parent']}".lower()
    return next((word for word in (pair, pair[::-1]) if not vocabulary.known(word)), None)


def test_without_webgl_on_a_phone(person: People, server: Server) -> None:
    page = person(viewport=PHONE, has_touch=True, is_mobile=True)
    page.add_init_script(FLAT)
    open_table_with(page, server, YOU, BOT)
    expect(page.get_by_text(re.compile("cannot draw"))).to_be_visible()
    view = view_of(page)
    if view["phase"] == "token":
        button(page, "Put it here").tap()
        view = moved_on(page, view)
    button(page, f"Take {view['left']}").tap()
    view = moved_on(page, view)
    panel(page).get_by_role("radio").first.check()
    button(page, "Place").tap()
    # Not steady by option: a needle swings until the hand lets go.
    button(page, "Let go!").tap()
    assert moved_on(page, view)["tower"]

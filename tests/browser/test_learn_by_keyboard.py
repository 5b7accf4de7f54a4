"""Every lesson and a puzzle of each game by keyboard alone, and what axe says of these pages."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from inglenook.coach.exercise_files import find_lesson, find_puzzles
from inglenook.coach.exercises import Exercise, Tried, answers, attempt
from tests.browser import keys
from tests.browser.newcomer import TITLES
from tests.browser.steps import Json, focus_is_kept, press
from tests.browser.test_pages import check_accessible

People = Callable[..., Page]


def now(exercise: Exercise, moves: list[Json]) -> tuple[Json, Any]:
    """The seat's view after these moves, and the match."""
    match = attempt(exercise, tuple(Tried(move) for move in moves)).match
    view = match.game.view(match.state, exercise.seat)
    return msgspec.json.decode(msgspec.json.encode(view)), match


def solve(page: Page, game: str, exercise: Exercise) -> None:
    """Do all that is asked, as it is asked."""
    moves: list[Json] = []
    for ask in exercise.asks:
        view, match = now(exercise, moves)
        moves.append(answers(match, exercise.seat, ask)[0])
        keys.do(page, game, view, moves[-1])
        focus_is_kept(page)


@pytest.mark.parametrize("game", TITLES)
def test_a_lesson_by_keyboard(person: People, game: str) -> None:
    page, lesson = person(), find_lesson(game)
    assert lesson
    page.goto(f"/learn/{game}")
    for step in lesson.steps:
        solve(page, game, step)
        onward = page.get_by_role("button", name="Next", exact=True)
        expect(onward).to_be_focused()
        if step is lesson.steps[0]:
            check_accessible(page)
        page.keyboard.press("Enter")
        focus_is_kept(page)
    start = page.get_by_role("button", name="Play", exact=True)
    expect(start).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/t/"))
    focus_is_kept(page)


def wrong(exercise: Exercise) -> Json:
    """A move that is not what is asked for first."""
    _, match = now(exercise, [])
    if match.game.name == "prolix":
        # It scores nothing, whatever lies there.
        return {"type": "say", "word": "a"}
    for move in map(msgspec.to_builtins, match.legal(exercise.seat)):
        reply = attempt(exercise, (Tried(move),)).reply
        if reply and not reply.right:
            found: Json = move
            return found
    raise AssertionError("everything is right")


@pytest.mark.parametrize("game", TITLES)
def test_a_puzzle_by_keyboard(person: People, game: str) -> None:
    page = person()
    with page.expect_response(re.compile(f"/api/puzzles/{game}$")) as answer:
        page.goto(f"/puzzles/{game}")
    puzzle = find_puzzles(game)[answer.value.json()["puzzle"]["name"]]
    begin, shown = (
        page.get_by_role("button", name="Begin"),
        page.get_by_role("button", name="Show me"),
    )
    expect(begin.or_(shown)).to_be_visible()
    if game == "kewbz":
        check_accessible(page)
    if begin.is_visible():
        begin.press("Enter")
    move = wrong(puzzle)
    keys.do(page, game, now(puzzle, [])[0], move)
    onward = page.get_by_role("button", name="Next puzzle")
    expect(onward).to_be_focused()
    check_accessible(page)
    press(page.get_by_role("button", name="Try again"))
    focus_is_kept(page)
    solve(page, game, puzzle)
    expect(onward).to_be_focused()
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    if game == "kewbz":
        check_accessible(page)
    page.keyboard.press("Enter")
    focus_is_kept(page)

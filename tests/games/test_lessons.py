"""Every lesson is in order: what is asked can be done, and every text is there to say it."""

import json
from pathlib import Path

import msgspec
import pytest

from inglenook.coach import exercise_checks
from inglenook.coach.exercise_checks import lesson_faults
from inglenook.coach.exercise_files import find_lesson
from inglenook.coach.exercise_page import solution
from inglenook.coach.exercises import Tried, attempt
from inglenook.core.registry import data_file
from tests.every_game import games_with

GAMES = games_with("lessons.json")
CLIENT = Path(__file__).parents[2] / "client/src/games"
LANGUAGES = ("en", "de", "fr", "es", "nl")
LONGEST = 100
"""Characters that make two lines on a phone."""


def text_keys(game: str) -> set[str]:
    """The keys of all texts that a game's lesson needs."""
    lesson = find_lesson(game)
    assert lesson
    keys = set()
    for step in lesson.steps:
        begin = f"{game}.lesson.{step.name}"
        keys |= {begin, *(f"{begin}.{ask.name}" for ask in step.asks)}
        keys |= {f"{begin}.{reply.say}" for ask in step.asks for reply in ask.replies}
    return keys


@pytest.mark.parametrize("game", GAMES)
def test_every_step_can_be_done_and_says_what_it_should(game: str) -> None:
    text = data_file(game, "lessons.json")
    assert text
    assert list(map(str, lesson_faults(game, text))) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_as_best_is_right(game: str) -> None:
    lesson = find_lesson(game)
    assert lesson
    for step in lesson.steps:
        shown = [msgspec.json.decode(move) for move in solution(game, "lesson", step.name, ()).best]
        assert shown, step.name
        for move in shown:
            reply = attempt(step, (Tried(move),)).reply
            assert reply, step.name
            assert reply.right, (step.name, move)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_it_says_has_a_text_of_two_lines_at_most(game: str, language: str) -> None:
    texts = json.loads((CLIENT / game / f"i18n/{language}.json").read_text())
    keys = text_keys(game)
    assert keys - set(texts) == set()
    assert {key: texts[key] for key in keys if len(texts[key]) > LONGEST} == {}
    # And no text is left over from a step that is no more.
    assert {key for key in texts if key.startswith(f"{game}.lesson.")} - keys == set()


LINES = (data_file("lanterns", "lessons.json") or b"").decode().splitlines()
"""A lesson in order, but for having two steps."""


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('"name":"goal"', '"name":"Goal!"', 2, "Goal!: 'Goal!' is no name"),
        ('"name":"twice"', '"name":"goal"', 3, "goal: there is another one of that name"),
        ('"seed":"twice"', '"seeds":"twice"', 3, "twice: Object missing required field `seed`"),
        ('"type":"deal"', '"type":"meal"', 2, "goal: Invalid value 'meal'"),
        ("[1,0,0,", "[1,0,1,", 3, "twice: not-your-turn at entry 1"),
        ('"seat":0,"asks":[{"name":"throw"', '"seat":1,"asks":[{"name":"throw"', 2, "seat 1 is"),
        ('{"type":"throw"},"say":"thrown"', '{"type":"rolled","face":1},"say":"x"', 2, "bad-face"),
        ('{"move":{"type":"throw"},', '{"move":{"face":7},', 2, "goal: bad-move: no move with"),
        (',"right":true', "", 2, "goal: throw has no right answer"),
        (',{"say":"nothing-gained"}', "", 2, "goal: throw has no last reply"),
        ('[1,{"type":"throw"}]', '[0,{"type":"throw"}]', 3, "twice: not-your-turn"),
        ('"level":"wick"', '"level":"sun"', 1, "game: unknown-level"),
        ('"seats":2,"level"', '"seats":9,"level"', 1, "game: bad-seats"),
        ('"steps"', '"stairs"', 1, "the lesson: Object contains unknown field `stairs`"),
    ],
)
def test_what_breaks_a_rule_is_told_by_name_and_line(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, line: int, said: str
) -> None:
    monkeypatch.setattr(exercise_checks, "STEPS", range(2, 11))
    text = "\n".join(LINES)
    assert list(lesson_faults("lanterns", text.encode())) == []
    assert old in text
    (fault, *_) = map(str, lesson_faults("lanterns", text.replace(old, new, 1).encode()))
    assert fault.startswith(f"lessons.json, line {line}, ")
    assert said in fault


def test_a_lesson_is_neither_short_nor_long() -> None:
    (fault,) = lesson_faults("lanterns", "\n".join(LINES).encode())
    assert fault.why == "2 steps, and not 6 to 10"

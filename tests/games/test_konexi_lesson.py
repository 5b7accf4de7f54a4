"""The lesson and the puzzles of Konexi: what is said to what somebody might do."""

import json
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest

import inglenook.games.konexi
from inglenook.coach.exercises import Attempt, Exercise, Lesson, Puzzle, Tried, attempt, begin
from inglenook.games.konexi.rules import Konexi
from inglenook.words import is_coarse

FOLDER = Path(inglenook.games.konexi.__file__).parent
ROOT = Path(__file__).parents[2]
TEXTS = ROOT / "client/src/games/konexi/i18n"
LESSON = msgspec.json.decode((FOLDER / "lessons.json").read_bytes(), type=Lesson)
STEPS = {step.name: step for step in LESSON.steps}
PUZZLES = msgspec.json.decode((FOLDER / "puzzles.json").read_bytes(), type=list[Puzzle])
LONGEST = 92
"""Letters of two lines on a phone."""


def tries(step: Exercise, *moves: dict[str, Any]) -> Attempt:
    return attempt(step, tuple(map(Tried, moves)))


def said(step: Exercise, *moves: dict[str, Any]) -> str:
    reply = tries(step, *moves).reply
    assert reply
    return reply.say


def test_the_lesson_is_what_its_script_writes() -> None:
    written = runpy.run_path(str(ROOT / "tools/lesson_konexi.py"))["LESSON"]
    assert msgspec.json.encode(LESSON) == msgspec.json.encode(written)


def test_words_and_letters_get_the_answer_that_fits() -> None:
    assert said(STEPS["take"], {"type": "take", "side": "left"}) == "taken"
    assert said(STEPS["take"], {"type": "take", "side": "right"}) == "other"
    assert begin(STEPS["take"]).view().left == "T"
    for step, word, say in (
        ("word", "act", "said"),
        ("word", "at", "short"),
        ("order", "seat", "said"),
        ("order", "eat", "short"),
    ):
        assert (word, said(STEPS[step], {"type": "claim", "word": word})) == (word, say)
        assert said(STEPS[step], {"type": "none"}) == "none"
    ring = begin(STEPS["any"]).state.ring
    assert said(STEPS["any"], {"type": "move", "gap": ring.index("H")}) == "there"
    assert said(STEPS["any"], {"type": "move", "gap": ring.index("H") + 1}) == "elsewhere"


def test_green_places_stand_and_red_ones_fall() -> None:
    step = STEPS["safe"]
    view = begin(step).view()
    ways = sorted(
        ((way.gauge, place, way) for place in view.places for way in place.ways),
        key=lambda each: each[0],
    )
    for gauge, place, way in (ways[0], ways[-1]):
        move = {"type": "join", "to": place.to, "at": place.at, "own": way.own, "roll": way.roll}
        stands = gauge >= view.safe
        assert stands or gauge < 0
        assert said(step, move) == ("stood" if stands else "fell")
        fall = tries(STEPS["fall"], move)
        assert fall.reply
        assert fall.reply.right is not stands
        assert fall.match.scores()[step.seat] == view.scores[step.seat] - (
            0 if stands else min(3, view.scores[step.seat])
        )


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl"])
def test_all_that_is_said_has_a_text_and_fits_on_a_phone(language: str) -> None:
    texts = json.loads((TEXTS / f"{language}.json").read_text())
    for step in LESSON.steps:
        keys = {f"konexi.lesson.{step.name}"}
        for ask in step.asks:
            keys |= {f"konexi.lesson.{step.name}.{ask.name}"}
            keys |= {f"konexi.lesson.{step.name}.{reply.say}" for reply in ask.replies}
        for key in keys:
            assert len(texts[key]) <= LONGEST, (key, len(texts[key]))
    for puzzle in PUZZLES:
        for ask in puzzle.asks:
            for code in (ask.name, *(reply.say for reply in ask.replies)):
                assert f"konexi.puzzle.{code}" in texts


def test_no_two_puzzles_are_alike_and_none_is_coarse() -> None:
    assert len(PUZZLES) >= 100
    words = [str(puzzle.asks[1].replies[0].move["word"]) for puzzle in PUZZLES]
    seen = set()
    for puzzle, word in zip(PUZZLES, words, strict=True):
        match = begin(puzzle)
        assert match.game.rules_version == Konexi.rules_version
        assert not is_coarse(word)
        seen.add((word, match.state.hand, frozenset(each.letter for each in match.state.tower)))
    assert len(seen) == len(PUZZLES)


@pytest.mark.parametrize("puzzle", PUZZLES[::25], ids=lambda puzzle: puzzle.name)
def test_a_sample_of_puzzles_is_solved_again(puzzle: Puzzle) -> None:
    join, word = (ask.replies[0].move for ask in puzzle.asks)
    done = tries(puzzle, join, word)
    assert (done.ask, done.reply and done.reply.right) == (2, True)
    assert said(puzzle, join, {"type": "none"}) == "none"
    # Joined to a letter that the word does not need, it is another answer.
    match = begin(puzzle)
    right = {reply.move.get("to") for reply in puzzle.asks[0].replies if reply.right}
    others = [move for move in match.legal() if move.to not in right]
    for move in others[:1]:
        assert said(puzzle, msgspec.to_builtins(move)) in ("shorter", "falls")

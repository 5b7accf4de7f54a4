"""The lessons and puzzles of each game, from the files beside its rules."""

from functools import cache
from typing import Literal

import msgspec

from inglenook.coach.exercises import Exercise, Lesson, Puzzle
from inglenook.core.game import Refused
from inglenook.core.known_types import known
from inglenook.core.registry import data_file

LESSONS = "lessons.json"
PUZZLES = "puzzles.json"
Kind = Literal["lesson", "puzzle"]


@cache
def find_lesson(game: str) -> Lesson | None:
    """A game's lesson; None if it has none. Refused `unknown-game`."""
    text = data_file(game, LESSONS)
    return None if text is None else msgspec.json.decode(text, type=known(Lesson))


@cache
def find_puzzles(game: str) -> dict[str, Puzzle]:
    """A game's puzzles by name, in the order of the file. Refused `unknown-game`."""
    text = data_file(game, PUZZLES)
    if text is None:
        return {}
    puzzles = msgspec.json.decode(text, type=known(tuple[Puzzle, ...]))
    return {puzzle.name: puzzle for puzzle in puzzles}


def find_exercise(game: str, kind: Kind, name: str) -> Exercise:
    """A step of a game's lesson, or a puzzle; Refused `unknown-exercise` if there is none."""
    found: Exercise | None
    if kind == "puzzle":
        found = find_puzzles(game).get(name)
    else:
        lesson = find_lesson(game)
        found = next((step for step in lesson.steps if step.name == name), None) if lesson else None
    if found is None:
        raise Refused("unknown-exercise", detail=f"{game} has no {kind} {name!r}")
    return found

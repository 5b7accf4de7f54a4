"""Are the lessons and puzzles of a game in order? Each fault is told with its name and line."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from inglenook.coach.exercise_files import LESSONS, PUZZLES
from inglenook.coach.exercises import (
    Ask,
    Exercise,
    FirstGame,
    Puzzle,
    Tried,
    attempt,
    begin,
    fitting,
    meant,
)
from inglenook.core.game import Refused
from inglenook.core.match import Match
from inglenook.core.record_io import BadRecord
from inglenook.core.registry import data_file, find_game, find_level
from inglenook.core.units import Seat

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")
"""What exercises, asks and what is said are called: it can stand in an address and in a text's key.
"""
STEPS = range(6, 11)
"""How many steps a lesson has."""


class Fault(NamedTuple):
    """What is wrong with an exercise."""

    file: str
    line: int
    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}, {self.name}: {self.why}"


class _RawLesson(Struct, forbid_unknown_fields=True):
    steps: tuple[Raw, ...]
    game: Raw


class _Named(Struct):
    name: str = "?"


def faults(game: str) -> Iterator[Fault]:
    """All that is wrong with the lesson and the puzzles of a game. Refused `unknown-game`."""
    if (text := data_file(game, LESSONS)) is not None:
        yield from lesson_faults(game, text)
    if (text := data_file(game, PUZZLES)) is not None:
        yield from puzzle_faults(game, text)


def lesson_faults(game: str, text: bytes) -> Iterator[Fault]:
    """What is wrong with the text of a `lessons.json`."""
    try:
        raw = msgspec.json.decode(text, type=_RawLesson)
    except msgspec.DecodeError as e:
        yield Fault(LESSONS, 1, "the lesson", str(e))
        return
    if len(raw.steps) not in STEPS:
        why = f"{len(raw.steps)} steps, and not {STEPS[0]} to {STEPS[-1]}"
        yield Fault(LESSONS, 1, "the lesson", why)
    yield from _exercise_faults(game, LESSONS, text, raw.steps, Exercise)
    try:
        last = msgspec.json.decode(raw.game, type=FirstGame)
        find_level(game, last.level)
        Match(find_game(game), last.seats, last.options)
    except (msgspec.DecodeError, Refused) as e:
        line = 1 + text.count(b"\n", 0, text.index(bytes(raw.game)))
        yield Fault(LESSONS, line, "game", str(e))


def puzzle_faults(game: str, text: bytes) -> Iterator[Fault]:
    """What is wrong with the text of a `puzzles.json`."""
    try:
        raw = msgspec.json.decode(text, type=tuple[Raw, ...])
    except msgspec.DecodeError as e:
        yield Fault(PUZZLES, 1, "the puzzles", str(e))
        return
    yield from _exercise_faults(game, PUZZLES, text, raw, Puzzle)


def _exercise_faults(
    game: str, file: str, text: bytes, raws: tuple[Raw, ...], kind: type[Exercise]
) -> Iterator[Fault]:
    names: set[str] = set()
    positions: set[str] = set()
    at = 0
    for raw in raws:
        at = text.index(bytes(raw), at)
        line, name = 1 + text.count(b"\n", 0, at), msgspec.json.decode(raw, type=_Named).name
        try:
            exercise = msgspec.json.decode(raw, type=kind)
            if name in names:
                raise _Wrong("there is another one of that name")
            position = _check(game, exercise)
            if kind is Puzzle and position in positions:
                raise _Wrong("there is another one with that position")
        except (msgspec.DecodeError, BadRecord, _Wrong) as e:
            yield Fault(file, line, name, str(e))
        except Refused as e:
            where = "" if e.seq is None else f" at entry {e.seq}"
            yield Fault(file, line, name, f"{e}{where}")
        else:
            positions.add(position)
        names.add(name)
        at += len(bytes(raw))


class _Wrong(Exception):
    """What is wrong with an exercise."""


def _check(game: str, exercise: Exercise) -> str:
    """The digest of the position, if all is well."""
    said = [reply.say for ask in exercise.asks for reply in ask.replies]
    for name in (exercise.name, *(ask.name for ask in exercise.asks), *said):
        _require(NAME.fullmatch(name) is not None, f"{name!r} is no name")
    match = begin(exercise)
    _require(match.game.name == game, f"its record is one of {match.game.name}")
    today = find_game(game).rules_version
    _require(match.game.rules_version == today, "its record is by rules of the past")
    _require(not match.outcome(), "its game is over")
    _require(exercise.seat in match.to_move(), f"seat {exercise.seat} is not to move")
    _require(bool(exercise.asks), "nothing is asked")
    if isinstance(exercise, Puzzle) and match.game.slow_moves:
        # Solving hundreds takes minutes: the tests solve some of them.
        return match.record().digest
    done: tuple[Tried, ...] = ()
    at = match
    for number, ask in enumerate(exercise.asks):
        done = (*done, Tried(_answer(at, exercise.seat, ask)))
        tried = attempt(exercise, done)
        _require(tried.ask == number + 1, f"{ask.name} is not done")
        at = tried.match
    return match.record().digest


def _answer(match: Match, seat: Seat, ask: Ask) -> dict[str, Any]:
    """A move that is right; the others that a reply is to are there, too."""
    anything = ask.replies and not ask.replies[-1].move and ask.replies[-1].gains is None
    _require(bool(anything), f"{ask.name} has no last reply for whatever else is played")
    right = None
    for reply in ask.replies:
        if reply.right and right is None:
            right = meant(match, seat, ask, reply)
        elif reply.move:
            some = next(fitting(match, seat, reply), None)
            _require(some is not None, f"no legal move has {reply.move}")
    if right is None:
        raise _Wrong(f"{ask.name} has no right answer that says which move it is")
    return right


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise _Wrong(why)

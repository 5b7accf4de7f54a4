"""What travels beside the tables: the coach, lessons and puzzles, the boards of the day.

As in `messages`, `client/src/net/wire.ts` is generated from these structs.
"""

from typing import Any

from msgspec import Struct

from inglenook.coach import exercise_page as pages
from inglenook.coach.exercises import FirstGame, Tried
from inglenook.coach.report import Report
from inglenook.core import units
from inglenook.core.insight import Insight
from inglenook.server.wire.table_messages import PlainMove, Refusal, Said, SeenEntry

# --- the coach -----------------------------------------------------------------------------------


class Progress(Said, frozen=True):
    """How far an analysis is."""

    done: int
    of: int


class Analysis(Said, frozen=True):
    """What a coach has to say about a finished game."""

    report: Report
    insights: tuple[Insight, ...]
    line: tuple[units.Seq, ...]
    """The entry that led to each step, from step 1 on: what was taken back is not analysed."""


AnyAnalysis = Progress | Analysis | Refusal
"""A line of `GET /api/tables/{id}/analysis`: progress, any number of times, then the analysis."""


# --- lessons and puzzles -------------------------------------------------------------------------


class ExerciseListing(Struct, frozen=True):
    name: str
    asks: tuple[str, ...]
    """The codes of what is asked, one after the other."""


class LessonListing(Struct, frozen=True):
    """Body of `GET /api/lessons/{game}`."""

    steps: tuple[ExerciseListing, ...]
    game: FirstGame


class Trial(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of a `POST` to an exercise: all that was tried so far, since it began."""

    moves: tuple[Tried, ...] = ()
    place: dict[str, Any] | None = None
    """And what is wrong with this place where I would put something."""


class Line(pages.Line, frozen=True):
    """Entries that would follow, and what the seat would see after each."""

    entries: tuple[SeenEntry, ...]


class ExercisePage(pages.Page, frozen=True):
    """Where an exercise stands after what was tried."""

    entries: tuple[SeenEntry, ...]
    """Those since the exercise began, as the seat may see them."""


class Solution(pages.Solution, frozen=True):
    """Answer to a `POST` to an exercise's `solution`."""

    best: tuple[PlainMove, ...]
    """What is asked for after the moves, or was where the last of them was wrong."""
    refutation: Line | None
    """How the others would go on after a wrong last move."""


class PuzzleRecord(Struct, frozen=True):
    """How good somebody is at the puzzles of a game."""

    rating: int
    tried: int
    solved: int
    streak: int
    """Solved one after the other, up to now."""
    best_streak: int


class PuzzleListing(ExerciseListing, frozen=True):
    rating: int
    """How hard it is."""


class NextPuzzle(Struct, frozen=True):
    """Body of `GET /api/puzzles/{game}`: one near my rating that I did not try lately."""

    puzzle: PuzzleListing
    me: PuzzleRecord


class PuzzleRun(Struct, frozen=True):
    """Body of `GET /api/runs/{game}`: puzzles that become harder and harder."""

    puzzles: tuple[PuzzleListing, ...]


class PuzzleResult(Struct, frozen=True):
    """Answer to `POST /api/puzzles/{game}/{name}`: what a final answer comes to."""

    solved: bool
    counted: bool
    """Whether it counts: the first answer to a puzzle on a day does."""
    gained: int
    """What it did to my rating."""
    me: PuzzleRecord


# --- the day -------------------------------------------------------------------------------------


class DayGame(Struct, frozen=True):
    """The board of the day in one game, and how I did there."""

    game: str
    table: str | None
    """My table, once I have opened it."""
    score: int | None
    """My points once I have finished it; against bots, by how many I was ahead of them."""
    finished: int
    """How many have finished it."""
    place: int | None
    """Where I stand among them, from 1; only where at least ten have."""
    streak: int
    """Days in a row, up to today or yesterday, on which I finished a board of this game."""


class DayDone(Struct, frozen=True):
    """A day on which I finished a board while it was the day's."""

    date: str
    number: int
    games: tuple[str, ...]


class Days(Struct, frozen=True):
    """Body of `GET /api/days`."""

    date: str
    """Today, by UTC."""
    number: int
    """The first day was 2026-01-01."""
    next_ms: int
    """ms until the next day."""
    games: tuple[DayGame, ...]
    streak: int
    """Days in a row, up to today or yesterday, on which I finished any board."""
    calendar: tuple[DayDone, ...]
    """The latest first; at most a year."""

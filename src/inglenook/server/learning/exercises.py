"""Lessons and puzzles: how they stand follows from the moves that are sent.

Nothing of that is stored but the final answers to puzzles, from which ratings follow.
"""

import asyncio
import secrets
from collections.abc import Iterable

from msgspec.structs import asdict

from inglenook.coach import exercise_page as pages
from inglenook.coach.exercise_files import Kind, find_exercise, find_lesson, find_puzzles
from inglenook.coach.exercises import Exercise, Puzzle
from inglenook.core.game import Refused, Rng
from inglenook.core.registry import find_game
from inglenook.server.compute.job_queue import Asker, Urgency
from inglenook.server.compute.pool import Pool
from inglenook.server.learning.choosing import next_puzzle, run
from inglenook.server.learning.puzzle_rating import Strength, strength
from inglenook.server.store import AttemptRow, Store, wall_ms
from inglenook.server.table.daily import today
from inglenook.server.wire import learn_messages as lm

MOST_MOVES = 50
"""Moves that may be tried in one exercise."""
LATELY = 100
"""Attempts after which a puzzle may come again."""


class Teacher:
    def __init__(self, store: Store, pool: Pool) -> None:
        self._store = store
        self._pool = pool

    def lesson(self, game: str) -> lm.LessonListing:
        """What a game's lesson consists of; Refused `unknown-game`, `unknown-exercise`."""
        found = find_lesson(game)
        if found is None:
            raise Refused("unknown-exercise", detail=f"{game} has no lesson")
        return lm.LessonListing(tuple(map(_listing, found.steps)), found.game)

    async def attempt(
        self, asker: Asker, game: str, kind: Kind, name: str, trial: lm.Trial
    ) -> lm.ExercisePage:
        """Where an exercise stands after what was tried, and what is said to it.

        Refused as the rules refuse a move, `unknown-exercise`, `bad-attempt` and `bots-busy`.
        """
        return lm.ExercisePage(**asdict(await self._page(asker, game, kind, name, trial)))

    async def solution(
        self, asker: Asker, game: str, kind: Kind, name: str, trial: lm.Trial
    ) -> lm.Solution:
        """What is best there, and how a wrong last move is refuted; Refused as `attempt` refuses.

        Somebody has to think about that, so it is not part of the answer to an attempt.
        """
        _require_exercise(game, kind, name, trial)
        job = pages.solution, game, kind, name, trial.moves
        told = await self._pool.exercise(asker, Urgency.ADVISE, *job)
        line = lm.Line(**asdict(told.refutation)) if told.refutation else None
        return lm.Solution(told.best, line)

    async def puzzle(self, guest: str, game: str) -> lm.NextPuzzle:
        """A puzzle near a guest's rating that they did not try lately.

        Refused `unknown-exercise` if the game has none.
        """
        puzzles = _puzzles(game)
        attempts = await self._store.attempts(guest, game)
        strength = _strength(attempts)
        many = min(LATELY, len(puzzles) - 1)
        lately = {row.puzzle for row in attempts[::-1][:many]}
        # The same until it was tried, however often somebody looks.
        rng = Rng(f"{guest}\0{game}", len(attempts))
        chosen = next_puzzle(puzzles, strength.rating, lately, rng)
        return lm.NextPuzzle(_puzzle_listing(chosen), _record(strength))

    def run(self, game: str) -> lm.PuzzleRun:
        """Puzzles for a run against the clock; Refused `unknown-exercise`."""
        chosen = run(_puzzles(game), Rng(secrets.token_hex(8), 0))
        return lm.PuzzleRun(tuple(map(_puzzle_listing, chosen)))

    async def answer(self, asker: Asker, game: str, name: str, trial: lm.Trial) -> lm.PuzzleResult:
        """What a guest's final answer to a puzzle comes to; the first on a day counts.

        Refused as `attempt` refuses. Whoever tries nothing gives it up.
        """
        guest = asker.person
        page = await self._page(asker, game, "puzzle", name, trial)
        solved = page.ask == len(page.asks)
        before = await self._store.attempts(guest, game)
        rating = _puzzles(game)[name].rating
        row = AttemptRow(guest, game, name, today(), wall_ms(), rating, int(solved))
        counted = await self._store.add_attempt(row)
        was = _strength(before)
        now = was.after(rating, solved) if counted else was
        gained = round(now.rating) - round(was.rating)
        return lm.PuzzleResult(solved, counted, gained, _record(now))

    async def _page(
        self, asker: Asker, game: str, kind: Kind, name: str, trial: lm.Trial
    ) -> pages.Page:
        _require_exercise(game, kind, name, trial)
        job = game, kind, name, trial.moves, trial.place
        # Where a tower has to settle it takes long, and a thread would hold up the event loop.
        if find_game(game).slow_moves:
            return await self._pool.exercise(asker, Urgency.CHOOSE, pages.page, *job)
        return await asyncio.to_thread(pages.page, *job)


def _require_exercise(game: str, kind: Kind, name: str, trial: lm.Trial) -> None:
    """Refused `unknown-exercise`, or `bad-attempt` where that is too much to fold."""
    find_exercise(game, kind, name)
    if len(trial.moves) > MOST_MOVES:
        raise Refused("bad-attempt", detail=f"at most {MOST_MOVES} moves")


def _puzzles(game: str) -> dict[str, Puzzle]:
    found = find_puzzles(game)
    if not found:
        raise Refused("unknown-exercise", detail=f"{game} has no puzzles")
    return found


def _strength(attempts: Iterable[AttemptRow]) -> Strength:
    return strength((row.rating, bool(row.solved)) for row in attempts)


def _record(strength: Strength) -> lm.PuzzleRecord:
    return lm.PuzzleRecord(
        rating=round(strength.rating),
        tried=strength.tried,
        solved=strength.solved,
        streak=strength.streak,
        best_streak=strength.best_streak,
    )


def _puzzle_listing(puzzle: Puzzle) -> lm.PuzzleListing:
    return lm.PuzzleListing(puzzle.name, tuple(ask.name for ask in puzzle.asks), puzzle.rating)


def _listing(exercise: Exercise) -> lm.ExerciseListing:
    return lm.ExerciseListing(exercise.name, tuple(ask.name for ask in exercise.asks))

"""Lessons and puzzles: nothing of them is stored, and all follows from the moves that are sent."""

import asyncio

from msgspec import Raw
from msgspec.structs import asdict, astuple

from inglenook.exercises import Exercise
from inglenook.game import Refused
from inglenook.learn import page as pages
from inglenook.learn.shelf import Kind, find_exercise, find_lesson
from inglenook.registry import find_game
from inglenook.tables import messages as m
from inglenook.tables.fair_queue import Urgency
from inglenook.tables.pool import Pool

MOST_MOVES = 50
"""Moves that may be tried in one exercise."""


class Teacher:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def lesson(self, game: str) -> m.LessonListing:
        """What a game's lesson consists of; Refused `unknown-game`, `unknown-exercise`."""
        found = find_lesson(game)
        if found is None:
            raise Refused("unknown-exercise", detail=f"{game} has no lesson")
        return m.LessonListing(tuple(map(_listing, found.steps)), found.game)

    async def attempt(
        self, guest: str, game: str, kind: Kind, name: str, trial: m.Trial
    ) -> m.ExercisePage:
        """Where an exercise stands after what was tried, and what is said to it.

        Refused as the rules refuse a move, `unknown-exercise`, `bad-attempt` and `bots-busy`.
        """
        find_exercise(game, kind, name)
        if len(trial.moves) > MOST_MOVES:
            raise Refused("bad-attempt", detail=f"at most {MOST_MOVES} moves")
        what = game, kind, name, trial.moves
        page = await self._page(guest, *what, trial.place)
        wrong = kind == "puzzle" and page.reply is not None and not page.reply.right
        advice, answer = Urgency.ADVISE, None
        best: tuple[Raw, ...] = ()
        if wrong or trial.show:
            best = await self._pool.exercise(guest, advice, pages.best, *what)
        if wrong:
            answer = await self._pool.exercise(guest, advice, pages.refutation, *what)
        told = asdict(page)
        told["reply"] = page.reply and m.Feedback(page.reply.say, page.reply.right)
        refutation = m.Line(*astuple(answer)) if answer else None
        return m.ExercisePage(**told, best=best, refutation=refutation)

    async def _page(self, guest: str, game: str, *job: object) -> pages.Page:
        # Where a tower has to settle it takes long, and a thread would hold up the event loop.
        if find_game(game).slow_moves:
            return await self._pool.exercise(guest, Urgency.CHOOSE, pages.page, game, *job)
        return await asyncio.to_thread(pages.page, game, *job)  # type: ignore[arg-type]


def _listing(exercise: Exercise) -> m.ExerciseListing:
    return m.ExerciseListing(exercise.name, tuple(ask.name for ask in exercise.asks))

"""What somebody answered stays theirs when the puzzles of a game are found anew."""

import asyncio
from pathlib import Path

import pytest

from inglenook.coach.exercise_files import find_puzzles
from inglenook.core.game import Refused
from inglenook.server.compute.job_queue import Asker
from inglenook.server.compute.pool import Pool
from inglenook.server.learning.exercises import LATELY, Teacher
from inglenook.server.store import AttemptRow, SqliteStore
from inglenook.server.wire.learn_messages import Trial


def test_answers_to_puzzles_that_are_gone_still_count(tmp_path: Path) -> None:
    async def learn() -> None:
        store = SqliteStore(tmp_path / "house.db")
        teacher, ada = Teacher(store, Pool(1)), Asker("here", "ada")
        for n in range(LATELY + 10):
            gone = AttemptRow("ada", "conex", f"gone-{n}", "2026-11-15", n, 1500, int(n != 7))
            assert await store.add_attempt(gone)
        offered = await teacher.puzzle("ada", "conex")
        assert offered.puzzle.name in find_puzzles("conex")
        me = offered.me
        assert (me.tried, me.solved, me.streak) == (LATELY + 10, LATELY + 9, LATELY + 2)
        assert me.rating > 1500
        # A page that was open all the while asks for one that is gone, and then for another.
        with pytest.raises(Refused) as refused:
            await teacher.answer(ada, "conex", "gone-1", Trial(()))
        assert refused.value.code == "unknown-exercise"
        given_up = await teacher.answer(ada, "conex", offered.puzzle.name, Trial(()))
        assert (given_up.counted, given_up.me.tried, given_up.me.streak) == (True, LATELY + 11, 0)
        assert given_up.me.best_streak == LATELY + 2
        await store.close()

    asyncio.run(learn())

"""The bots' queue: tables take turns, and nobody's place is lost."""

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from inglenook.core.bot import Advice
from inglenook.core.game import Move, Refused, Resign
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.server.compute import pool
from inglenook.server.compute.job_queue import Asker, FairQueue, Lane, Urgency
from inglenook.server.compute.pool import Pool
from inglenook.server.house import House
from inglenook.server.store import SqliteStore
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import ME, played

VIEW = Match("kewbz").view(0)
CARDS = Match("conex", options={"first": 0}).view(0)


async def asked(*jobs: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
    """The jobs, each under way or waiting before the next one is asked for."""
    tasks = []
    for job in jobs:
        tasks.append(asyncio.create_task(job))
        await asyncio.sleep(0)
    return tasks


def at(table: str) -> Asker:
    """One of many tables of one person."""
    return Asker("here", "ada", table)


def test_who_asks_for_more_gets_no_more_turns() -> None:
    served: list[str] = []

    async def run() -> None:
        turns = FairQueue(1)
        await turns.take(at("a"), Urgency.CHOOSE)

        async def job(*asker: str) -> None:
            await turns.take(Asker(*asker), Urgency.CHOOSE)
            served.append(" ".join(asker))
            turns.give()

        # A stranger with many tables, one who is somebody new for each, and two who live together.
        many = [job("there", "eve", str(n)) for n in range(3)]
        new = [job("elsewhere", f"guest {n}", "x") for n in range(3)]
        two = [job("home", "ada", "a"), job("home", "ada", "b"), job("home", "bob", "c")]
        tasks = await asked(*many, *new, *two)
        assert [turns.waiting("home"), turns.waiting("home", "ada")] == [3, 2]
        turns.give()
        await asyncio.gather(*tasks)

    asyncio.run(run())
    assert served == [
        *("there eve 0", "elsewhere guest 0 x", "home ada a"),
        *("there eve 1", "elsewhere guest 1 x", "home bob c"),
        *("there eve 2", "elsewhere guest 2 x", "home ada b"),
    ]


def test_a_quick_thought_never_waits_for_slow_ones() -> None:
    async def run() -> None:
        turns = FairQueue(2)
        slow = [turns.take(Asker(f"{n}", "eve"), Urgency.CHOOSE, Lane.SLOW) for n in range(30)]
        tasks = await asked(*slow)
        for _ in range(3):
            await asyncio.wait_for(turns.take(at("a"), Urgency.CHOOSE), 5)
            turns.give()
        assert [task.done() for task in tasks[:2]] == [True, False]
        # Nor do quick ones keep slow ones waiting for ever.
        quick = await asked(*(turns.take(at("a"), Urgency.CHOOSE) for _ in range(3)))
        turns.give(Lane.SLOW)
        await asyncio.wait_for(tasks[1], 5)
        assert not quick[1].done()
        for task in (*tasks, *quick):
            task.cancel()

    asyncio.run(run())


def test_tables_take_turns_and_urgent_jobs_come_first() -> None:
    served: list[str] = []

    async def run() -> None:
        turns = FairQueue(1)
        await turns.take(at("a"), Urgency.CHOOSE)

        async def job(name: str, urgency: Urgency) -> None:
            await turns.take(at(name[0]), urgency)
            served.append(name)
            turns.give()

        bot, hint, nature = Urgency.CHOOSE, Urgency.ADVISE, Urgency.NATURE
        tasks = await asked(
            job("a1", hint), job("a2", bot), job("a3", nature), job("a4", bot),
            job("b1", bot), job("c1", hint), job("b2", bot),
        )  # fmt: skip
        assert (len(turns), turns.waiting(*at("a")), turns.waiting(*at("c"))) == (7, 4, 1)
        turns.give()
        await asyncio.gather(*tasks)
        assert (len(turns), turns.waiting(*at("a"))) == (0, 0)

    asyncio.run(run())
    assert served == ["a3", "b1", "c1", "a2", "b2", "a4", "a1"]


def test_analyses_wait_until_nobody_else_does() -> None:
    served: list[str] = []

    async def run() -> None:
        turns = FairQueue(1)
        await turns.take(at("a"), Urgency.CHOOSE)

        async def job(name: str, urgency: Urgency) -> None:
            lane = Lane.IDLE if urgency is part else Lane.QUICK
            await turns.take(at(name[0]), urgency, lane)
            served.append(name)
            turns.give(lane)

        bot, part = Urgency.CHOOSE, Urgency.ANALYSE
        tasks = await asked(
            job("a1", part), job("a2", part), job("b1", part), job("c1", part),
            job("a3", bot), job("d1", bot),
        )  # fmt: skip
        # They keep nobody from getting hints, or a table with bots.
        assert (len(turns), turns.waiting(*at("b"))) == (2, 0)
        tasks[3].cancel()
        turns.give()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.wait_for(turns.take(at("e"), part, Lane.IDLE), 5)

    asyncio.run(run())
    assert served == ["a3", "d1", "a1", "b1", "a2"]


def test_who_stops_waiting_keeps_nobody_waiting() -> None:
    async def run() -> None:
        turns = FairQueue(1)
        await turns.take(at("a"), Urgency.CHOOSE)
        waiting = await asked(*(turns.take(at(table), Urgency.CHOOSE) for table in "abcb"))
        waiting[1].cancel()
        await asyncio.gather(waiting[1], return_exceptions=True)
        assert (len(turns), turns.waiting(*at("b"))) == (3, 1)
        turns.give()
        # Its turn has come, and at the same moment it is cancelled.
        waiting[0].cancel()
        await asyncio.wait_for(waiting[3], 5)
        turns.give()
        await asyncio.wait_for(waiting[2], 5)
        turns.give()
        await asyncio.wait_for(turns.take(at("d"), Urgency.CHOOSE), 5)
        # It is cancelled, and its turn comes before it hears of that.
        (late,) = await asked(turns.take(at("e"), Urgency.CHOOSE))
        late.cancel()
        turns.give()
        await asyncio.gather(late, return_exceptions=True)
        await asyncio.wait_for(turns.take(at("f"), Urgency.CHOOSE), 5)
        assert len(turns) == 0

    asyncio.run(run())


def thought(play: Callable[[Pool], Awaitable[None]]) -> None:
    async def run() -> None:
        thinker = Pool(1)
        try:
            await play(thinker)
        finally:
            thinker.close()

    asyncio.run(run())


def choose(thinker: Pool, table: str, seed: str = "") -> Coroutine[Any, Any, Any]:
    return thinker.choose(at(table), "kewbz", "pebble", VIEW, 0, seed, 0)


def advise(thinker: Pool, table: str) -> Coroutine[Any, Any, tuple[Advice, ...]]:
    return thinker.advise(at(table), "conex", CARDS, 0, "", 0)


def test_a_busy_table_does_not_starve_the_others() -> None:
    done: list[str] = []
    dealing = Match("prolix", 2, seed="seed", started=False)

    async def play(thinker: Pool) -> None:
        async def told(name: str, job: Coroutine[Any, Any, Any]) -> None:
            assert isinstance(await job, Move)
            done.append(name)

        busy = [told("busy", choose(thinker, "busy", str(n))) for n in range(30)]
        deal = thinker.nature(
            at("other"), "prolix", dealing.game.rules_version, dealing.state, "seed", 0
        )
        jobs = await asked(*busy, told("bot", choose(thinker, "other")), told("nature", deal))
        await asyncio.gather(*jobs)

    thought(play)
    assert done[:5] == ["busy", "busy", "nature", "busy", "bot"]
    assert len(done) == 32


def test_hints_are_refused_where_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(thinker: Pool) -> None:
        jobs = await asked(*(choose(thinker, "a") for _ in range(9)))
        with pytest.raises(Refused, match="bots-busy"):
            await advise(thinker, "a")
        full = [thinker.full]
        monkeypatch.setattr(pool, "MAX_JOBS", 9)
        jobs += await asked(choose(thinker, "b"))
        full.append(thinker.full)
        with pytest.raises(Refused, match="bots-busy"):
            await advise(thinker, "c")
        # Those of bots are never refused.
        assert all(isinstance(move, Move) for move in await asyncio.gather(*jobs))
        assert [*full, thinker.full] == [False, True, False]
        assert await advise(thinker, "c")

    thought(play)


def test_who_has_enough_to_think_about_gets_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(thinker: Pool) -> None:
        jobs = await asked(*(choose(thinker, f"{n}") for n in range(5)))
        monkeypatch.setattr(pool, "MOST_OF_A_PERSON", 4)
        with pytest.raises(Refused, match="bots-busy"):
            thinker.require_room(Asker("here", "ada"))
        thinker.require_room(Asker("here", "bob"))
        monkeypatch.setattr(pool, "MOST_OF_AN_ADDRESS", 4)
        with pytest.raises(Refused, match="bots-busy"):
            thinker.require_room(Asker("here", "bob"))
        thinker.require_room(Asker("there", "bob"))
        await asyncio.gather(*jobs)

    thought(play)


def test_no_new_bots_while_the_others_cannot_keep_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        monkeypatch.setattr(pool, "MAX_JOBS", 0)
        with pytest.raises(Refused, match="bots-busy"):
            await here.open("ada", m.NewTable("kewbz", (ME, m.SeatChoice("bot", level="pebble"))))
        assert await here.open("ada", m.NewTable("kewbz", (ME, ME)))

    played(tmp_path, play)


def test_a_place_comes_back_whatever_became_of_the_job() -> None:
    async def play(thinker: Pool) -> None:
        with pytest.raises(Refused) as refused:
            await thinker.choose(at("a"), "kewbz", "boulder", VIEW, 0, "", 0)
        assert refused.value.code == "unknown-level"
        given_up = await asked(advise(thinker, "a"), advise(thinker, "b"))
        await asyncio.sleep(0.05)
        for job in given_up:
            job.cancel()
        assert isinstance(await choose(thinker, "c"), Move)
        # What it was thinking about dies with the process, and is thought about again.
        (job,) = await asked(choose(thinker, "a"))
        for process in multiprocessing.active_children():
            process.kill()
        assert isinstance(await job, Move)

    thought(play)


def test_a_bot_does_not_think_about_what_is_past() -> None:
    async def run() -> None:
        thinker = Pool(1)
        past = thinker.choose(at("a"), "kewbz", "pebble", VIEW, 0, "", 0, lambda: False)
        first, dropped, last = await asked(choose(thinker, "a"), past, choose(thinker, "a"))
        assert isinstance(await first, Move)
        assert await dropped is None
        assert isinstance(await last, Move)
        thinker.close()

    asyncio.run(run())


COUNTED = "sum(range(n))"


def test_what_takes_long_now_and_then_is_never_in_the_way_of_what_is_quick() -> None:
    async def play(thinker: Pool) -> None:
        def lane() -> Lane:
            return thinker._lane(Urgency.CHOOSE, ("choose", "exercise", COUNTED))

        async def count_to(n: int) -> None:
            await thinker.exercise(at("a"), Urgency.CHOOSE, eval, COUNTED, {"n": n})

        assert lane() is Lane.SLOW  # as nobody knows
        await count_to(1)
        assert lane() is Lane.QUICK
        await count_to(50_000_000)
        for _ in range(6):
            assert lane() is Lane.SLOW
            await count_to(1)
        for _ in range(100):
            await count_to(1)
        assert lane() is Lane.QUICK

    thought(play)


LOADED = "sorted(name for name in __import__('sys').modules if name.startswith('inglenook.'))"
SERVER = (
    "inglenook.server.house",
    "inglenook.server.store",
    "inglenook.server.app",
    "inglenook.server.metrics",
)


def test_a_process_loads_nothing_of_the_server() -> None:
    over = Match("kewbz")
    over.submit(0, Resign(), 0)

    async def play(pool: Pool) -> None:
        assert isinstance(await choose(pool, "a"), Move)
        assert await pool.brought(Asker("", "ada"), dumps(over.record()).encode()) == (
            over.record(),
            True,
        )
        # `eval` itself runs there: a function of this module would bring its imports along.
        modules, _ = await pool._run(eval, LOADED)
        assert "inglenook.core.match" in modules
        assert [name for name in modules if name.startswith(SERVER)] == []

    thought(play)

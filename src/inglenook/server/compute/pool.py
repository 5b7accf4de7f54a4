"""Where bots think and NATURE's slow moves are computed, so that the event loop never computes."""

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from inglenook.bots.find_player import advice, answer
from inglenook.coach.parts import part
from inglenook.core.bot import Advice, Answer
from inglenook.core.game import Move, Refused
from inglenook.core.insight import Insight
from inglenook.core.units import Seat, Seq
from inglenook.server.compute import pool_process as process
from inglenook.server.compute.job_queue import Asker, FairQueue, Lane, Urgency
from inglenook.server.compute.record_upload import Brought, brought
from inglenook.server.metrics import BOT_QUEUE, BOT_SECONDS

MOST_OF_A_TABLE, MOST_OF_A_PERSON, MOST_OF_AN_ADDRESS = 8, 40, 100
"""Jobs that may wait before there are no more hints, and no new tables with bots."""
MAX_JOBS = 1000
"""The same for everyone together."""
QUICK = 0.1
"""Seconds of processor time that a quick job takes at most."""
FORGOTTEN = 0.05
"""How much of the longest of a kind is forgotten with each job of that kind."""
log = logging.getLogger(__name__)
T = TypeVar("T")


class Pool:
    """A pool of processes for all tables, which take turns."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._executor: ProcessPoolExecutor | None = None
        self._warm = False
        # The pool never holds more jobs than processes: in its own queue they could not take turns.
        self._queue = FairQueue(processes)
        self._longest: dict[tuple[str, ...], float] = {}
        """Seconds that jobs of a kind lately took, at the most."""

    @property
    def full(self) -> bool:
        """Whether so many jobs wait that nobody should ask for more."""
        return len(self._queue) >= MAX_JOBS

    def warm(self) -> None:
        """Have the bots loaded and compiled in the background before anyone waits for them."""
        if not self._warm:
            self._warm = True
            loop = asyncio.get_running_loop()
            for _ in range(self._processes):
                loop.run_in_executor(None, self._running().submit, process.warm_up)

    async def choose(
        self,
        asker: Asker,
        name: str,
        level: str,
        view: Any,
        seat: Seat,
        seed: str,
        seq: Seq,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Answer:
        """A bot's answer; None also if it is no longer wanted when its turn comes."""
        job = name, level, view, seat, seed, seq
        kind = "choose", name, level
        lane = await self._turn(asker, Urgency.CHOOSE, kind)
        if not wanted():
            self._queue.give(lane)
            return None
        return await self._in_turn(lane, kind, answer, *job)

    async def advise(
        self, asker: Asker, name: str, view: Any, seat: Seat, seed: str, seq: Seq
    ) -> tuple[Advice, ...]:
        """The moves a bot would consider.

        Refused `no-hints` where there are none, `bots-busy` where too many jobs wait already:
        bots and NATURE always get their turn, for a game must go on.
        """
        self.require_room(asker)
        job = name, view, seat, seed, seq
        return await self._do(asker, Urgency.ADVISE, ("advise", name), advice, *job)

    async def nature(
        self, asker: Asker, name: str, rules: int, state: Any, seed: str, draw: int
    ) -> Move:
        """NATURE's move in a state of a game by those rules, its draw of that number."""
        job = name, rules, state, seed, draw
        return await self._do(asker, Urgency.NATURE, ("nature", name), process.nature, *job)

    async def brought(self, asker: Asker, text: bytes) -> Brought:
        """The record that a guest brings along, replayed: see `uploads.brought`."""
        self.require_room(asker)
        return await self._do(asker, Urgency.RECORD, ("record",), brought, text)

    async def analyse(
        self, asker: Asker, record: str, first: int
    ) -> tuple[tuple[Insight, ...], int | None]:
        """A part of an analysis, when nobody else waits: see `analysis.parts.part`."""
        return await self._do(asker, Urgency.ANALYSE, ("analyse",), part, record, first)

    async def exercise(
        self, asker: Asker, urgency: Urgency, function: Callable[..., T], *job: Any
    ) -> T:
        """A function about an exercise of a game that a guest tries: the game is named first.

        Refused `bots-busy`, and as the function refuses.
        """
        self.require_room(asker)
        kind = urgency.name.lower(), "exercise", str(job[0])
        return await self._do(asker, urgency, kind, function, *job)

    def require_room(self, asker: Asker) -> None:
        """Refused `bots-busy` where too many jobs wait: of that table, person, address, or all."""
        address, person, table = asker
        waiting = self._queue.waiting
        if (
            self.full
            or waiting(address) >= MOST_OF_AN_ADDRESS
            or waiting(address, person) >= MOST_OF_A_PERSON
            or waiting(address, person, table) >= MOST_OF_A_TABLE
        ):
            raise Refused("bots-busy", detail="the bots have too much to think about just now")

    async def _turn(self, asker: Asker, urgency: Urgency, kind: tuple[str, ...]) -> Lane:
        """Wait for a turn; the lane in which it came."""
        lane = self._lane(urgency, kind)
        with BOT_QUEUE.track_inprogress():
            await self._queue.take(asker, urgency, lane)
        return lane

    def _lane(self, urgency: Urgency, kind: tuple[str, ...]) -> Lane:
        if urgency is Urgency.ANALYSE:
            return Lane.IDLE
        # How long a record takes depends on who wrote it. What nobody has asked for yet may take
        # long, and would be in the way of what is quick as often as it is asked for by then.
        known = urgency is not Urgency.RECORD and kind in self._longest
        return Lane.QUICK if known and self._longest[kind] <= QUICK else Lane.SLOW

    async def _do(
        self,
        asker: Asker,
        urgency: Urgency,
        kind: tuple[str, ...],
        function: Callable[..., T],
        *job: Any,
    ) -> T:
        """Do it when it is the asker's turn."""
        lane = await self._turn(asker, urgency, kind)
        return await self._in_turn(lane, kind, function, *job)

    async def _in_turn(
        self, lane: Lane, kind: tuple[str, ...], function: Callable[..., T], *job: Any
    ) -> T:
        work = asyncio.create_task(self._work(kind, function, *job))
        # The process is busy to the end of the job, even if nobody waits for the answer any more.
        work.add_done_callback(lambda _: self._queue.give(lane))
        return await asyncio.shield(work)

    async def _work(self, kind: tuple[str, ...], function: Callable[..., T], *job: Any) -> T:
        with BOT_SECONDS.labels(kind[0]).time():
            done, took = await self._run(function, *job)
        # Many thoughts of a strong bot take no time; what counts is that others do.
        self._longest[kind] = max(took, self._longest.get(kind, took) * (1 - FORGOTTEN))
        return done

    async def _run(self, function: Callable[..., T], *job: Any) -> tuple[T, float]:
        """Do it in one of the processes. If they died, new ones are started, once."""
        pool = self._running()
        try:
            return await _submit(pool, process.timed, function, *job)
        except BrokenProcessPool:
            if self._executor is pool:
                log.warning("the bots' processes died; starting new ones")
                self._executor = None
            return await _submit(self._running(), process.timed, function, *job)

    def _running(self) -> ProcessPoolExecutor:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self._processes, _context(), initializer=process.start
            )
        return self._executor

    def close(self) -> None:
        if self._executor:
            self._executor.shutdown(wait=False, cancel_futures=True)


def _context() -> multiprocessing.context.BaseContext:
    """How processes are started: not as forks of the server, whose sockets and threads they would
    take along, but of a process that has loaded what bots need. So it is loaded, and lies in the
    memory, only once."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "inglenook.server.compute.pool_preload"])
    return context


def processes_for(workers: int) -> int:
    """How many of a pool, if so many servers share the cores of this machine.

    There are two at least, so that a weak bot need not wait until a strong one has thought.
    """
    return max(2, min(4, ((os.cpu_count() or 1) - 1) // workers))


async def _submit(pool: ProcessPoolExecutor, function: Callable[..., T], *job: Any) -> T:
    # From a thread: the first jobs start processes, which takes some ms each.
    return await asyncio.wrap_future(await asyncio.to_thread(pool.submit, function, *job))

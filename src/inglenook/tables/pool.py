"""Where bots think and NATURE's slow moves are computed, so that the event loop never computes."""

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from inglenook import pool_process as process
from inglenook.analysis.parts import part
from inglenook.bot import Advice, Answer
from inglenook.game import Move, Refused
from inglenook.insight import Insight
from inglenook.metrics import BOT_QUEUE, BOT_SECONDS
from inglenook.players import advice, answer
from inglenook.tables.fair_queue import FairQueue, Urgency
from inglenook.units import Seat, Seq
from inglenook.uploads import Brought, brought

MOST_OF_A_TABLE = 8
"""Jobs of one table that may wait before it gets no more hints."""
MOST = 1000
"""Jobs that may wait in all before there are no more hints, and no new tables with bots."""
log = logging.getLogger(__name__)
T = TypeVar("T")


class Pool:
    """A pool of processes for all tables, which take turns."""

    def __init__(self, workers: int = 1) -> None:
        """`workers` is how many servers share the cores of this machine."""
        self._processes = max(1, min(4, ((os.cpu_count() or 1) - 1) // workers))
        self._executor: ProcessPoolExecutor | None = None
        self._warm = False
        # The pool never holds more jobs than processes: in its own queue they could not take turns.
        self._queue = FairQueue(self._processes)

    @property
    def full(self) -> bool:
        """Whether so many jobs wait that nobody should ask for more."""
        return len(self._queue) >= MOST

    def warm(self) -> None:
        """Have the bots loaded and compiled in the background before anyone waits for them."""
        if not self._warm:
            self._warm = True
            loop = asyncio.get_running_loop()
            for _ in range(self._processes):
                loop.run_in_executor(None, self._running().submit, process.warm_up)

    async def choose(
        self,
        table: str,
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
        with BOT_QUEUE.track_inprogress():
            await self._queue.take(table, Urgency.CHOOSE)
        if not wanted():
            self._queue.give()
            return None
        return await self._in_turn(Urgency.CHOOSE, answer, *job)

    async def advise(
        self, table: str, name: str, view: Any, seat: Seat, seed: str, seq: Seq
    ) -> tuple[Advice, ...]:
        """The moves a bot would consider.

        Refused `no-hints` where there are none, `bots-busy` where too many jobs wait already:
        bots and NATURE always get their turn, for a game must go on.
        """
        self.require_room(table)
        return await self._do(table, Urgency.ADVISE, advice, name, view, seat, seed, seq)

    async def nature(
        self, table: str, name: str, rules: int, state: Any, seed: str, draw: int
    ) -> Move:
        """NATURE's move in a state of a game by those rules, its draw of that number."""
        return await self._do(table, Urgency.NATURE, process.nature, name, rules, state, seed, draw)

    async def brought(self, guest: str, text: bytes) -> Brought:
        """The record that a guest brings along, replayed: see `uploads.brought`.

        A guest takes turns as a table does.
        """
        self.require_room(guest)
        return await self._do(guest, Urgency.RECORD, brought, text)

    async def analyse(
        self, table: str, record: str, first: int
    ) -> tuple[tuple[Insight, ...], int | None]:
        """A part of an analysis, when nobody else waits: see `analysis.parts.part`."""
        return await self._do(table, Urgency.ANALYSE, part, record, first)

    async def exercise(
        self, guest: str, urgency: Urgency, function: Callable[..., T], *job: Any
    ) -> T:
        """A function about an exercise that a guest tries; guests take turns as tables do.

        Refused `bots-busy`, and as the function refuses.
        """
        self.require_room(guest)
        return await self._do(guest, urgency, function, *job)

    def require_room(self, table: str = "") -> None:
        """Refused `bots-busy` where too many jobs wait, of that table or in all."""
        if self.full or self._queue.waiting(table) >= MOST_OF_A_TABLE:
            raise Refused("bots-busy", detail="the bots have too much to think about just now")

    async def _do(self, table: str, urgency: Urgency, function: Callable[..., T], *job: Any) -> T:
        """Do it when it is the table's turn."""
        with BOT_QUEUE.track_inprogress():
            await self._queue.take(table, urgency)
        return await self._in_turn(urgency, function, *job)

    async def _in_turn(self, urgency: Urgency, function: Callable[..., T], *job: Any) -> T:
        work = asyncio.create_task(self._work(urgency, function, *job))
        # The process is busy to the end of the job, even if nobody waits for the answer any more.
        work.add_done_callback(lambda _: self._queue.give())
        return await asyncio.shield(work)

    async def _work(self, urgency: Urgency, function: Callable[..., T], *job: Any) -> T:
        with BOT_SECONDS.labels(urgency.name.lower()).time():
            return await self._run(function, *job)

    async def _run(self, function: Callable[..., T], *job: Any) -> T:
        """Do it in one of the processes. If they died, new ones are started, once."""
        pool = self._running()
        try:
            return await _submit(pool, function, *job)
        except BrokenProcessPool:
            if self._executor is pool:
                log.warning("the bots' processes died; starting new ones")
                self._executor = None
            return await _submit(self._running(), function, *job)

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
    context.set_forkserver_preload(["__main__", "inglenook.pool_preload"])
    return context


async def _submit(pool: ProcessPoolExecutor, function: Callable[..., T], *job: Any) -> T:
    # From a thread: the first jobs start processes, which takes some ms each.
    return await asyncio.wrap_future(await asyncio.to_thread(pool.submit, function, *job))

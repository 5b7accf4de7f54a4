"""The analysis of a table's finished game: computed once, in parts, for all who wait for it."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from functools import cache
from importlib.metadata import version

from inglenook.coach import played
from inglenook.coach.report import report
from inglenook.core.insight import Insight
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.server.compute.background import Background
from inglenook.server.compute.job_queue import Asker
from inglenook.server.compute.pool import Pool
from inglenook.server.store import Store, StoreFailed
from inglenook.server.table.state import TableState
from inglenook.server.wire import learn_messages as lm
from inglenook.server.wire import table_messages as m

FORM = 2
"""Of an analysis as it is kept; what was kept in another form is analysed again."""
HOLD = 1.0
"""Seconds after which to look whether the worker that analyses has done so, or is gone."""
SILENCE = 2.0
"""Seconds after which those who wait are told again how far it is: that finds out who has gone."""

log = logging.getLogger(__name__)


@cache
def _version() -> str:
    """What an analysis is kept by: what another version found may be worth less."""
    return f"{version('inglenook')}, form {FORM}"  # half a ms, as a file is read for it


class Coach:
    """The coach of one table at this worker."""

    def __init__(self, store: Store, pool: Pool, background: Background) -> None:
        self._store = store
        self._pool = pool
        self._background = background
        self._work: _Work | None = None

    async def follow(self, state: TableState, asker: Asker) -> AsyncGenerator[bytes]:
        """Messages on the way to the analysis of a finished game, which is the last of them."""
        # A study may go on meanwhile.
        table, match, version = state.row.id, state.match.copy(), _version()
        if state.seating.study:
            version = f"{version}, entry {state.seq}"
        kept = await self._store.analysis(table, version)
        if kept is not None:
            yield kept.encode()
            return
        if self._work is None or self._work.version != version:
            self._work = _Work(asker, table, match, version)
            self._work.task = self._background.keep(asyncio.create_task(self._compute(self._work)))
        work = self._work
        work.waiting += 1
        try:
            while not work.task.done():
                yield m.encode(lm.Progress(work.done, work.of))
                await work.news()
            yield self._result(work)
        finally:
            work.waiting -= 1
            if not work.waiting:
                work.task.cancel()
                if self._work is work:
                    self._work = None

    def _result(self, work: "_Work") -> bytes:
        try:
            return work.task.result()
        except StoreFailed as e:
            return m.encode(m.Refusal(None, "store-failed", str(e)))
        except Exception:  # a game's own fault, in a process of the pool: those who wait are told
            log.exception("an analysis failed")
            return m.encode(m.Refusal(None, "no-analysis"))

    async def _compute(self, work: "_Work") -> bytes:
        name = f"{work.table} analysis"
        while not await self._store.hold(name):
            await asyncio.sleep(HOLD)
        try:
            # Another worker may have been at it until now.
            kept = await self._store.analysis(work.table, work.version)
            if kept is not None:
                return kept.encode()
            found = await self._analyse(work)
            await self._store.keep_analysis(work.table, work.version, found.decode())
            return found
        finally:
            await self._store.let_go(name)

    async def _analyse(self, work: "_Work") -> bytes:
        record = dumps(work.match.record())
        insights: list[Insight] = []
        first: int | None = 1
        while first is not None:
            some, first = await self._pool.analyse(work.asker, record, first)
            insights += some
            work.advance(work.of if first is None else first - 1)
        return m.encode(
            lm.Analysis(
                report=report(work.match.seats, insights),
                insights=tuple(insights),
                line=work.line,
            )
        )


class _Work:
    """An analysis under way.

    asker     who was the first to ask for it
    version   what its result is kept by
    line      the entries that led to each step
    done, of  the steps that are analysed, and how many there are
    waiting   how many wait for it
    """

    task: asyncio.Task[bytes]

    def __init__(self, asker: Asker, table: str, match: Match, version: str) -> None:
        self.asker = asker
        self.table = table
        self.match = match
        self.version = version
        self.line = played(match).line
        self.done = 0
        self.of = len(self.line)
        self.waiting = 0
        self._advanced = asyncio.Event()

    def advance(self, done: int) -> None:
        self.done = done
        self._advanced.set()
        self._advanced = asyncio.Event()

    async def news(self) -> None:
        """Wait until there is something to tell, at most for a while."""
        step = asyncio.create_task(self._advanced.wait())
        try:
            await asyncio.wait(
                (step, self.task), timeout=SILENCE, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            step.cancel()

"""What workers that share a store know of each other: who is alive, what they did, what is due."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from inglenook.core.game import Refused
from inglenook.core.units import WallMs
from inglenook.server import metrics
from inglenook.server.house.guest_feed import FOLLOWED
from inglenook.server.live.origins import SPREAD
from inglenook.server.live.table import Table
from inglenook.server.store import GRACE, NEVER, Change, Store, StoreFailed, wall_ms
from inglenook.server.table.clock import OpeningHours

BEAT = 1.0
"""Seconds between two beats, the signs of life."""
COMING_BACK = 3_000
"""ms after an outage in which clocks stand still, for people to come back to their tables."""
POLL = 5.0
"""Seconds after which a table is looked at again, should a notification have been lost."""
UNSERVED = 3_000
"""ms after which what was due is taken from whoever should have done it."""
CLAIMED = 30_000
"""ms for which a table is left to the worker that took it."""
CLAIMS = 20

log = logging.getLogger(__name__)


class Cluster:
    """This worker among those that serve the same house; it may be the only one."""

    def __init__(
        self,
        store: Store,
        tables: Mapping[str, Table],
        find: Callable[[str], Awaitable[Table]],
        hear_of: Callable[[str, str], None],
    ) -> None:
        """`tables` are those in memory, `find` brings another there.

        `hear_of` is told of a guest who has to do with a table that others changed.
        """
        self._hear_of = hear_of
        self.hours = OpeningHours(self.beat)
        self._store = store
        self._tables = tables
        self._find = find
        self._beaten: WallMs = 0
        self._begun = self._answered = 0
        """The number of the last beat that was begun, and of the last that was answered."""
        self._changed: set[str] = set()
        """Tables that other workers have said they changed."""
        self._news = asyncio.Event()
        self._started = False
        store.heard = self._hear
        store.overheard = self._overhear

    async def start(self) -> None:
        try:
            # Where nobody else can have served, all the time since the last beat was an outage.
            await self.beat(GRACE if self._store.shared else 0, COMING_BACK)
        except StoreFailed as e:
            log.error("the store does not answer: %s", e)
        self._started = True

    # --- beats and outages -----------------------------------------------------------------------

    async def beat(self, grace: int = GRACE, more: int = 0) -> None:
        """Say that this worker is alive, and learn of all outages."""
        beaten = wall_ms()
        self._begun += 1
        this = self._begun
        outages = await self._store.beat(grace, more)
        if this < self._answered:
            return  # one that began later was answered sooner, and says more
        self._answered = this
        away = beaten - self._beaten > GRACE
        self._beaten = beaten
        # Deadlines have moved; and a worker long silent is no longer believed to have guests.
        if self.hours.learn(outages, beaten) or away:
            for table in self._tables.values():
                table.presence.tell_again()

    async def beat_while_used(self) -> None:
        # While nobody plays there is no clock that could be wrong: let the disk rest.
        if self._tables:
            await self.beat()

    async def wake(self) -> None:
        """Before the first table after a quiet time, say that the house is open again."""
        if self._started and not self._tables and wall_ms() - self._beaten > BEAT * 1000:
            with suppress(StoreFailed):  # then no clock is believed until it is known
                await self.beat()

    # --- what other workers did ------------------------------------------------------------------

    def _hear(self, tables: list[str] | None) -> None:
        self._changed.update(self._tables if tables is None else tables)
        self._news.set()

    def _overhear(self, table: str, said: str) -> None:
        if table.startswith(FOLLOWED):
            self._hear_of(table.removeprefix(FOLLOWED), said)
        elif table.startswith(SPREAD):
            if here := self._tables.get(table.removeprefix(SPREAD)):
                here.hear_origin(said)
        elif here := self._tables.get(table):
            here.overhear(said)

    async def follow(self) -> None:
        """Bring tables up to date that others have changed: all that wait, in one query."""
        while True:
            await self._news.wait()
            self._news.clear()
            changed, self._changed = self._changed, set()
            heard = time.monotonic()
            # Whoever uses another one later learns then what happened.
            tables = [t for name in changed if (t := self._tables.get(name)) and t.busy]
            known = {table.id: table.state.known for table in tables if table.state}
            if not known:
                continue
            try:
                tails = await self._store.tails(known)
            except StoreFailed:
                continue  # once it is back, all tables are looked at
            for table in tables:
                if tail := tails.get(table.id):
                    table.hear(tail)
            metrics.TOLD_SECONDS.observe(time.monotonic() - heard)

    async def poll(self) -> None:
        """Ask for all tables in memory, should a notification have been lost."""
        if self._store.shared:
            self._hear(None)
            for table in self._tables.values():
                table.presence.check()

    # --- what is due -----------------------------------------------------------------------------

    async def claim(self) -> None:
        """Go on with tables where something is due and nobody saw to it: the worker may be gone."""
        if self.hours.held:
            return
        now = wall_ms()
        for table_id in await self._store.claim(now - UNSERVED, now + CLAIMED, CLAIMS):
            try:
                await self._find(table_id)
            except Refused:  # of old rules
                await self._store.commit(Change(table_id, now, due=NEVER))

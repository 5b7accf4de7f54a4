"""Who is here: everyone at the table is told, and through the store the other workers."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress

from inglenook.server.compute.background import Background
from inglenook.server.live.audience import Audience
from inglenook.server.live.publish import tell_table
from inglenook.server.store import Change, Store, StoreFailed, wall_ms
from inglenook.server.table.state import TableState

PAUSE = 0.05
"""Seconds in which arrivals and departures are gathered before everyone is told of them."""


class Presence:
    def __init__(
        self,
        audience: Audience,
        store: Store,
        background: Background,
        locked: Callable[[], AbstractAsyncContextManager[TableState]],
        resume: Callable[[TableState], None],
    ) -> None:
        """`locked` gives the table's state, and keeps everyone else from it meanwhile.

        `resume` lets play go on, which may depend on who is here.
        """
        self._resume = resume
        self._audience = audience
        self._store = store
        self._background = background
        self._locked = locked
        self._stored: frozenset[str] = frozenset()
        """Who is here, as the store was told."""
        self._timer: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Have everyone told in a moment."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(
                PAUSE, lambda: self._background.start(self._tell)
            )

    async def _tell(self) -> None:
        self._timer = None
        async with self._locked() as state:
            tell_table(self._audience, state)
            self._resume(state)
            here = frozenset(self._audience.guests())
            if self._store.shared and here != self._stored:
                # Anyone who could not be told learns it a little later: see `check`.
                with suppress(StoreFailed):
                    await self._store.commit(Change(state.row.id, wall_ms(), here=tuple(here)))
                    self._stored = here

    def check(self) -> None:
        """Make sure other workers know who is here."""
        if self._store.shared and self._stored != self._audience.guests():
            self.changed()

    def tell_again(self) -> None:
        """After an outage, have everyone told who is here, and what the clock shows: other workers
        too."""
        self._audience.forgive()
        self._stored = frozenset()
        self.changed()

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()

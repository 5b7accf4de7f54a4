"""What this worker has in memory of a table, and how it keeps up with the store."""

import asyncio
from collections.abc import Callable

from inglenook.core.game import Refused
from inglenook.server import metrics
from inglenook.server.live.offload import beside_the_loop
from inglenook.server.store import Store, Tail
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.events import Forgotten, decode
from inglenook.server.table.fold import fold, restore
from inglenook.server.table.state import TableState


class InDoubt:
    """Calls `forget` when what is done in it fails, or is cancelled."""

    __slots__ = ("_forget",)

    def __init__(self, forget: Callable[[], None]) -> None:
        self._forget = forget

    def __enter__(self) -> None:
        pass

    def __exit__(self, failure: object, *_: object) -> None:
        if failure:
            self._forget()


class Replica:
    """A table's state, loaded when first needed, and again after a failure.

    Other workers may have the same table. Each appends with the next seq, and whoever was too late
    learns from the store what the others have done.
    """

    __slots__ = ("_hours", "_publish", "_state", "_store", "_table_id", "in_doubt")

    def __init__(
        self,
        table_id: str,
        store: Store,
        hours: OpeningHours,
        publish: Callable[[TableState], None],
        state: TableState | None = None,
    ) -> None:
        """`publish` is called whenever more is known than before."""
        self._table_id = table_id
        self._store = store
        self._hours = hours
        self._publish = publish
        self._state = state
        self.in_doubt = InDoubt(self.forget)
        """For what changes the state: if that fails, only the store knows what is true."""

    @property
    def state(self) -> TableState | None:
        """None before it is loaded, and after a failure."""
        return self._state

    async def load(self) -> TableState:
        """The state; Refused `unknown-table` if there is no such table."""
        if self._state is None:
            stored = await self._store.load(self._table_id)
            if stored is None:
                raise Refused("unknown-table", detail=f"there is no table {self._table_id!r}")
            # A long game takes a while to fold.
            self._state = await asyncio.to_thread(restore, stored, self._hours)
            self._publish(self._state)
        return self._state

    def forget(self) -> None:
        """Have it loaded again."""
        self._state = None

    async def tail(self) -> Tail | None:
        """What other workers have done that is not known here; None if there are none."""
        if not self._store.shared or self._state is None:
            return None
        return (await self._store.tails({self._table_id: self._state.known}))[self._table_id]

    async def follow(self, tail: Tail) -> bool:
        """Take what other workers have done; whether something of it was not known here."""
        state = self._state
        if state is None:
            return False
        entries = [row for row in tail.entries if row.seq >= len(state.match.log)]
        events = [row for row in tail.events if row.seq >= state.events]
        if not entries and not events:
            return False
        metrics.CATCH_UPS.inc()
        if any(isinstance(decode(row.event), Forgotten) for row in events):
            self.forget()
            await self.load()
            return True
        with self.in_doubt:
            await beside_the_loop(state, fold, state, entries, events)
        state.due = state.called = None
        self._publish(state)
        return True

"""The game so far with every position as a spectator sees it.

A long game takes a while to look back on, has some MB to tell, and many may want to see it: what is
the same for all of them is made once, and kept for a while.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inglenook.core.game import Entry, Game
from inglenook.core.units import Seq
from inglenook.server.live.publish import as_seen, changes_as_seen, seats_as_seen
from inglenook.server.live.results import is_own_study
from inglenook.server.table.daily import is_secret, require_may_look
from inglenook.server.table.state import TableState
from inglenook.server.wire import table_messages as m

CACHED_REPLAY_BYTES = 32 * 1024 * 1024
"""Bytes of replays that a worker keeps. One that is larger is made again for each who asks."""
PIECE = 32 * 1024
"""Bytes that are sent at once: more are not copied for anybody before they are read."""
_SHARED = b'"entries":[],"views":[],"dwells":[]'
"""Where the shared part of a replay belongs. No text in JSON can hold these quotation marks."""


class StoredReplay(NamedTuple):
    """A replay for one guest."""

    about: m.Replay
    """Without entries, views and dwells."""
    shared: bytes
    """These, as JSON."""

    def pieces(self) -> Iterator[bytes]:
        """All of it as JSON, bit by bit."""
        before, after = m.encode(self.about).split(_SHARED)
        yield before
        for at in range(0, len(self.shared), PIECE):
            yield self.shared[at : at + PIECE]
        yield after


class Replays:
    """The replays of all tables at this worker."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[Seq, bytes]] = OrderedDict()
        self._size = 0

    async def replay(self, state: TableState, guest: str, everyone: set[str]) -> StoredReplay:
        """Refused `day-not-over` where the board of the day is somebody else's."""
        require_may_look(state.seating, guest)
        about = m.Replay(
            id=state.row.id,
            game=state.row.game,
            options=state.row.options,
            seats=seats_as_seen(state.seating, guest, everyone),
            changes=changes_as_seen(state, guest, everyone),
            entries=(),
            views=(),
            dwells=(),
            outcome=state.match.outcome(),
            record=(state.status == "over" or is_own_study(state, guest))
            and not is_secret(state.seating),
        )
        return StoredReplay(about, await self._shared(state))

    async def _shared(self, state: TableState) -> bytes:
        table, match = state.row.id, state.match
        seq, kept = self._kept.get(table, (None, b""))
        if seq != state.seq:
            self._drop(table)
            seen = as_seen(state, match.log, None)
            kept = await asyncio.to_thread(_told, match.game, seen, match.log, match.history())
            self._keep(table, state.seq, kept)
        elif table in self._kept:
            self._kept.move_to_end(table)
        return kept

    def _keep(self, table: str, seq: Seq, shared: bytes) -> None:
        self._kept[table] = seq, shared
        self._size += len(shared)
        while self._size > CACHED_REPLAY_BYTES:
            self._drop(next(iter(self._kept)))

    def _drop(self, table: str) -> None:
        _, shared = self._kept.pop(table, (None, b""))
        self._size -= len(shared)


def _told(
    game: Game, seen: tuple[Entry, ...], log: Sequence[Entry], history: Sequence[object]
) -> bytes:
    views = [m.encode(game.view(past, None)) for past in history]
    dwells = ",".join(str(game.dwell(entry)) for entry in log).encode()
    return (
        b'"entries":['
        + b",".join(map(m.encode, seen))
        + b'],"views":['
        + b",".join(views)
        + b'],"dwells":['
        + dwells
        + b"]"
    )

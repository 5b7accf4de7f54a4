"""Commit: all that came of one ask in one change, in the store before anyone is told of it."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from inglenook.core.game import Refused
from inglenook.core.units import WallMs
from inglenook.server import metrics
from inglenook.server.ratings.finished_rows import finishing
from inglenook.server.ratings.result_rows import finished_game
from inglenook.server.store import (
    Change,
    Conflict,
    Statement,
    Status,
    Store,
    StoreFailed,
    StoreLost,
    patiently,
)
from inglenook.server.store.retry import AGAIN
from inglenook.server.table.daily import result
from inglenook.server.table.events import Invited, Sat, decode
from inglenook.server.table.execute import Played
from inglenook.server.table.state import TableState
from inglenook.server.table.turn_outbox import outbox
from inglenook.server.table.wakeups import next_due

PATIENCE_FOR_NEW = 5.0
"""Seconds for which a new table waits for a store that is being restarted."""
TOUCH_EVERY = 3_600_000
"""ms after which a table in use is written into the lobby's index again."""

T = TypeVar("T")


def commit(
    store: Store,
    state: TableState,
    played: Played,
    at: WallMs,
    was: Status,
    looking: Collection[str] = (),
) -> asyncio.Future[None]:
    """Write what was played and folded, and what the index should know; `was` is the old status.

    `looking` are the guests before whose eyes this happens: they need not be told.

    Conflict, StoreFailed or StoreLost: the state is then not what the store holds.
    """
    opened = (played.opened,) if played.opened else ()
    return store.commit(_change(state, played, at, was, looking), *opened)


def _change(
    state: TableState, played: Played, at: WallMs, was: Status, looking: Collection[str]
) -> Change:
    touched = state.status != was or at - state.touched > TOUCH_EVERY
    if touched:
        state.touched = at
    return Change(
        table=state.row.id,
        at=at,
        entries=played.entries,
        events=played.events,
        status=state.status if touched else None,
        guests=newcomers(played) if played.events else (),
        finished=result(state) if state.status == "over" != was else None,
        due=next_due(state, at),
        turns=outbox(state, at, [row.guest for row in played.entries if row.guest], looking),
        also=_history(state, at) if state.status == "over" != was else (),
    )


def newcomers(played: Played) -> tuple[str, ...]:
    """Who sits or is invited at the table from now on."""
    events = (decode(row.event) for row in played.events)
    return tuple(event.guest for event in events if isinstance(event, Sat | Invited))


def _history(state: TableState, at: WallMs) -> tuple[Statement, ...]:
    """What is to be remembered of a game that has just ended."""
    game = finished_game(state, at)
    return finishing(game) if game else ()


async def persist(
    attempt: Callable[[], Awaitable[T]], catch_up: Callable[[], Awaitable[bool]], seconds: float
) -> T:
    """Try until it is done or refused, whatever other workers and the store do meanwhile.

    `catch_up` learns what other workers have done, and says whether that is news.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            try:
                return await attempt()
            except Refused:
                # What others have done since may allow it, or be the very same ask.
                if not await catch_up():
                    raise
        except Conflict:
            metrics.CONFLICTS.inc()
            if time.monotonic() > until:
                raise StoreFailed("another writer was first, again and again") from None
        except StoreLost:
            # It may have been written nevertheless: the next attempt finds out.
            if time.monotonic() > until:
                raise
            await asyncio.sleep(AGAIN)


async def commit_new(store: Store, change: Change) -> None:
    """Commit a new table; Conflict if there already was one with its id.

    Nobody else can have its id: if it is there after an attempt, that one was written.
    """
    attempts = 0

    async def attempt() -> None:
        nonlocal attempts
        attempts += 1
        try:
            await store.commit(change)
        except Conflict:
            if attempts == 1:
                raise

    await patiently(attempt, PATIENCE_FOR_NEW)


async def touch(store: Store, state: TableState, at: WallMs) -> None:
    """Write a table at which someone sits and waits into the lobby's index again, now and then."""
    if at - state.touched > TOUCH_EVERY:
        state.touched = at
        await store.commit(Change(state.row.id, at, status=state.status))

"""Whether a house is as it should be: what `inglenook check` looks at. Nothing is written."""

import asyncio
from collections.abc import AsyncIterator, Callable

import msgspec
from msgspec import Struct

from inglenook.core.game import Outcome, Refused
from inglenook.core.record_io import rerun
from inglenook.server.ratings.result_rows import finished_game
from inglenook.server.store import (
    Location,
    Statement,
    Store,
    Stored,
    StoreFailed,
    StoreLost,
    open_to_read,
)
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.fold import fault_of, unseen
from inglenook.server.table.state import TableState

PAGE = 500
"""Tables whose ids are asked for at once."""
ALL_FOR = "`inglenook restore` brings a backup back"
HISTORY = "`inglenook recompute` makes history anew"
_STATUS = "SELECT status FROM tables WHERE id = $1"
_OUTCOME = "SELECT outcome FROM finished WHERE table_id = $1"


class Checked(Struct, frozen=True):
    tables: int
    old: int
    """How many were played by rules that are not here: they cannot be looked at."""
    faults: int


def check_all(location: Location, say: Callable[[str], None]) -> Checked:
    """Fold every game of a house; `say` is told of each fault, in one line.

    CannotOpen if the store itself cannot be read; StoreFailed.
    """
    with open_to_read(location) as store:

        async def run() -> Checked:
            await store.start()
            try:
                return await check(store, say)
            finally:
                await store.close()

        return asyncio.run(run())


async def check(store: Store, say: Callable[[str], None]) -> Checked:
    tables = old = faults = 0
    async for table in _ids(store):
        # Before its logs are read, and what history has of it afterwards: it may end meanwhile.
        (told,) = await store.run(Statement(_STATUS, (table,)))
        if not told:
            continue  # it was deleted meanwhile
        tables += 1
        fault: str | None
        try:
            stored = await store.load(table)
            if stored is None:
                tables -= 1
                continue
            state = unseen(stored, OpeningHours())
            fault = await _fault(store, stored, state, told[0][0])
        except StoreLost:
            raise
        except Refused as e:
            if e.code == "old-rules":
                old += 1
                continue
            fault = _said(e)
        except StoreFailed as e:
            fault = f"a row cannot be read ({e}); {ALL_FOR}"
        except Exception as e:  # what damage makes of a row may be anything
            fault = f"a row cannot be what was written ({fault_of(e)}); {ALL_FOR}"
        if fault:
            faults += 1
            say(f"table {table}: {fault}")
    return Checked(tables, old, faults)


async def _fault(store: Store, stored: Stored, state: TableState, status: str) -> str | None:
    """What is wrong with a table of this status whose logs can be folded."""
    if gap := _gap(stored):
        return f"{gap}; {ALL_FOR}"
    # Whoever opened it last may not have been there when time ran out.
    if status == "over" and state.status != "over":
        return f"it is called over, and its log says {state.status}; {ALL_FOR}"
    game = finished_game(state, state.last_at) if state.status == "over" else None
    if game:
        (rows,) = await store.run(Statement(_OUTCOME, (stored.row.id,)))
        if [msgspec.json.decode(row[0], type=Outcome) for row in rows] != [game.outcome]:
            return f"history does not have what its log came to; {HISTORY}"
    if state.status == "over" and not state.match.game.slow_moves and not state.seating.study:
        return _other_luck(state)
    return None


def _gap(stored: Stored) -> str | None:
    entries, events = [row.seq for row in stored.entries], [row.seq for row in stored.events]
    for name, found in (("entry", entries), ("seating event", events)):
        for n, seq in enumerate(found):
            if seq != n:
                return f"{name} {n} is missing"
    return None


def _other_luck(state: TableState) -> str | None:
    """Whether NATURE's moves, made again from the seed, lead somewhere else."""
    record = state.match.record()
    try:
        digest = rerun(record).record().digest
    except Refused as e:
        return _said(e)
    return None if digest == record.digest else f"played again it ends otherwise; {ALL_FOR}"


def _said(e: Refused) -> str:
    return f"{fault_of(e)}; {ALL_FOR}"


async def _ids(store: Store) -> AsyncIterator[str]:
    last = ""
    while ids := await store.ids(last, PAGE):
        for last in ids:
            yield last

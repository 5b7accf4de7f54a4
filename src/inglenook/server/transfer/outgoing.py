"""What leaves a house: its tables, and how its guests did at puzzles."""

from collections.abc import AsyncIterator, Container

from msgspec import Raw
from msgspec.json import decode
from msgspec.structs import astuple, replace

from inglenook.core.game import Refused
from inglenook.core.units import WallMs
from inglenook.server.ratings.finished_rows import numbers
from inglenook.server.store import Store, Stored, StoreFailed
from inglenook.server.table.events import DailyOpened
from inglenook.server.table.fold import fault_of
from inglenook.server.transfer.format import (
    Analysed,
    Attempted,
    DayCounted,
    ExportedGuest,
    ExportedTable,
    exported,
)

PAGE = 500
"""Tables, or guests, whose ids are asked for at once."""


async def outgoing(store: Store) -> AsyncIterator[tuple[str, ExportedTable | Refused]]:
    """Every table's id and export; or why it has none: it was played by other rules.

    Finished games come last, in the order in which they ended: so they will be numbered there.
    """
    ended = await numbers(store)
    async for table in _others(store, ended):
        if found := await _export(store, table, None):
            yield table, found
    for table, (_, at) in sorted(ended.items(), key=lambda each: each[1]):
        if found := await _export(store, table, at):
            yield table, found


async def _others(store: Store, ended: Container[str]) -> AsyncIterator[str]:
    last = ""
    while ids := await store.ids(last, PAGE):
        for last in ids:
            if last not in ended:
                yield last


async def _export(store: Store, table: str, ended: WallMs | None) -> ExportedTable | Refused | None:
    """None if it was deleted meanwhile."""
    try:
        stored = await store.load(table)
        if stored is None:
            return None
        line = exported(stored)
        line = replace(line, table=replace(line.table, ended=ended))
        return await _with_what_followed(store, stored, line)
    except Refused as e:
        return e
    except StoreFailed:
        raise
    except Exception as e:  # what damage makes of a row may be anything
        return Refused("bad-record", detail=f"a row is not as it was: {fault_of(e)}")


async def learners(store: Store) -> AsyncIterator[ExportedGuest]:
    """Everyone who has tried a puzzle."""
    last = ""
    while guests := await store.learners(last, PAGE):
        for last in guests:
            rows = await store.all_attempts(last)
            yield ExportedGuest(last, tuple(Attempted(*astuple(row)[1:]) for row in rows))


async def _with_what_followed(store: Store, stored: Stored, table: ExportedTable) -> ExportedTable:
    """With what was written down when the game was over, and what a coach said of it."""
    row, day = stored.row, None
    dates = [each.event.date for each in table.events if isinstance(each.event, DailyOpened)]
    if dates:
        counted = await store.days(row.creator, dates[0])
        scores = (found.score for found in counted if found.table == row.id)
        day = next((DayCounted(row.creator, dates[0], score) for score in scores), None)
    analyses = await store.analyses(row.id)
    return replace(
        table,
        day=day,
        analyses=tuple(Analysed(version, decode(text, type=Raw)) for version, text in analyses),
    )

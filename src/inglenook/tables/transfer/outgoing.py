"""What leaves a house: its tables, and how its guests did at puzzles."""

from collections.abc import AsyncIterator

from msgspec import Raw
from msgspec.structs import astuple, replace

from inglenook.game import Refused
from inglenook.store import Store, Stored
from inglenook.tables.seating import DailyOpened
from inglenook.tables.transfer.format import (
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
    """Every table's id and export; or why it has none: it was played by other rules."""
    last = ""
    while ids := await store.ids(last, PAGE):
        for last in ids:
            stored = await store.load(last)
            assert stored  # nothing is ever taken away
            try:
                yield last, await _with_what_followed(store, stored, exported(stored))
            except Refused as e:
                yield last, e


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
        analyses=tuple(Analysed(version, Raw(text.encode())) for version, text in analyses),
    )

"""Tables that leave a house."""

from collections.abc import AsyncIterator

from inglenook.game import Refused
from inglenook.store import Store
from inglenook.tables.transfer.format import ExportedTable, exported

PAGE = 500
"""Tables whose ids are asked for at once."""


async def outgoing(store: Store) -> AsyncIterator[tuple[str, ExportedTable | Refused]]:
    """Every table's id and export; or why it has none: it was played by other rules."""
    last = ""
    while ids := await store.ids(last, PAGE):
        for last in ids:
            stored = await store.load(last)
            assert stored  # nothing is ever taken away
            try:
                yield last, exported(stored)
            except Refused as e:
                yield last, e

"""What happened at a table, as rows for the store."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from inglenook.game import Entry
from inglenook.store import EntryRow, SeatingRow
from inglenook.tables.messages import encode
from inglenook.tables.seating import SeatingEvent
from inglenook.tables.state import TableState
from inglenook.units import Seq, WallMs


class By(NamedTuple):
    """Whose ask it was, and the ask's id. Bots have asks too, but no guest has the name ""."""

    guest: str | None = None
    ask: str | None = None


NOBODY = By()


def entry_rows(
    state: TableState,
    entries: Iterable[Entry],
    now: WallMs | None = None,
    asked: Seq | None = None,
    by: By = NOBODY,
) -> tuple[EntryRow, ...]:
    """Entries as they are stored; the one with seq `asked` is what was asked for.

    Each with the time at which the clock showed its `t`: that lets other workers set theirs.
    """
    return tuple(
        [
            EntryRow(
                state.row.id,
                entry.seq,
                entry.t,
                entry.seat,
                encode(entry.move).decode(),
                entry.lag,
                state.in_order(state.clock.when(entry.t, now)),
                *(by if entry.seq == asked else NOBODY),
            )
            for entry in entries
        ]
    )


def event_rows(
    state: TableState, events: Collection[SeatingEvent], at: WallMs, by: By = NOBODY
) -> tuple[SeatingRow, ...]:
    if not events:
        return ()
    return tuple(
        SeatingRow(state.row.id, state.events + n, encode(event).decode(), state.in_order(at), *by)
        for n, event in enumerate(events)
    )

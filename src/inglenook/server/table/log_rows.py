"""What happened at a table, as rows for the store."""

from collections.abc import Collection, Iterable

from msgspec import Struct

from inglenook.core.game import Entry
from inglenook.core.units import Seq, WallMs
from inglenook.server.store import EntryRow, SeatingRow
from inglenook.server.table.events import SeatingEvent
from inglenook.server.table.state import TableState
from inglenook.server.wire.table_messages import encode


class By(Struct, frozen=True):
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
    rows = []
    for entry in entries:
        at = state.in_order(state.clock.when(entry.t, now))
        move = encode(entry.move).decode()
        whose = by if entry.seq == asked else NOBODY
        row = state.row.id, entry.seq, entry.t, entry.seat, move, entry.lag, at
        rows.append(EntryRow(*row, whose.guest, whose.ask))
    return tuple(rows)


def event_rows(
    state: TableState, events: Collection[SeatingEvent], at: WallMs, by: By = NOBODY
) -> tuple[SeatingRow, ...]:
    if not events:
        return ()
    at = state.in_order(at)
    if at < state.last_at:
        # By a clock that is a little ahead. What was known here came before it.
        at = state.last_at + 1
    return tuple(
        SeatingRow(
            state.row.id,
            state.events + n,
            encode(event).decode(),
            at,
            by.guest,
            by.ask,
        )
        for n, event in enumerate(events)
    )

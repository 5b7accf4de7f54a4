"""A study: a table at which people try out how a finished game could have gone on.

Its log begins with that game's, and its chance is the same. As an undo may go back to any entry,
from the end of the game as well, the log of a study is the tree of what was tried. A study may also
begin with no game, from a position that somebody set up.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from inglenook.core.game import Entry, Flag, Refused
from inglenook.core.record import Record
from inglenook.core.units import Seat, Seq
from inglenook.server.accounts.names import clean_name
from inglenook.server.store import Change, TableRow
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.daily import require_day_over
from inglenook.server.table.events import Sat, SeatingEvent, StudyOpened
from inglenook.server.table.opening import open_table
from inglenook.server.table.rights import require_over
from inglenook.server.table.state import TableState
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.account_messages import LONGEST_NAME


class Branch(NamedTuple):
    """Where a study begins: a table, and its log up to there."""

    row: TableRow
    entries: tuple[Entry, ...]


def branch(state: TableState, seq: Seq) -> Branch:
    """A position of a finished game, or of a study, to play on from.

    Refused `not-over`, `day-not-over`, and `bad-study` if there is no such entry.
    """
    if not state.seating.study:
        require_over(state)
        require_day_over(state.seating)
    if seq > state.seq:
        raise Refused("bad-study", detail=f"that game has the entries 0 to {state.seq}")
    return Branch(state.row, tuple(state.match.log[: seq + 1]))


def open_study(
    guest: str,
    new: m.NewTable,
    company: Sequence[SeatingEvent],
    start: Branch,
    hours: OpeningHours,
) -> tuple[TableState, Change]:
    """A table that begins there. Refused `bad-study` if it is to be another game.

    And `game-over` where that position is the end.
    """
    row = start.row
    if new.game != row.game or len(new.seats) != row.seats or new.options or new.time_control:
        raise Refused("bad-study", detail="the same game, with its seats, and its options")
    _require_no_flag(start.entries)
    state, change = open_table(
        row.game,
        row.options,
        row.seats,
        [StudyOpened(row.id, len(start.entries) - 1), *company],
        guest,
        seed=row.seed,
        hours=hours,
        rules=row.rules,
        begun=start.entries,
    )
    if state.status == "over":
        raise Refused("game-over", detail="there is nothing left to play")
    return state, change


def open_blank_study(
    guest: str, new: m.NewTable, company: Sequence[SeatingEvent], hours: OpeningHours
) -> tuple[TableState, Change]:
    """A study of no game before: it begins as its options say. Refused as any table is."""
    if new.study and new.study.seq != -1:
        raise Refused("bad-study", detail="without a game there are no entries")
    if new.time_control:
        raise Refused("bad-study", detail="a study has no clock")
    events = [StudyOpened(None, -1), *company]
    return open_table(new.game, new.options, len(new.seats), events, guest, hours=hours)


def resume_study(guest: str, record: Record, hours: OpeningHours) -> tuple[TableState, Change]:
    """A study from the record of one: all seats are the guest's, and its tree is as it was.

    Refused `bad-study` where a flag fell in it.
    """
    _require_no_flag(record.log)
    seated = [Sat(seat, guest, _name(record, seat)) for seat in range(record.seats)]
    return open_table(
        record.game,
        record.options,
        record.seats,
        [StudyOpened(None, -1), *seated],
        guest,
        seed=record.seed,
        hours=hours,
        rules=record.rules,
        begun=record.log,
    )


def _require_no_flag(entries: Sequence[Entry]) -> None:
    if any(isinstance(entry.move, Flag) for entry in entries):
        raise Refused("bad-study", detail="a study has no clock, so no flag can fall in it")


def _name(record: Record, seat: Seat) -> str:
    """The name of who sat there; a number where it has none that can be shown."""
    with suppress(Refused, IndexError):
        return clean_name(record.names[seat])[:LONGEST_NAME]
    return str(seat + 1)

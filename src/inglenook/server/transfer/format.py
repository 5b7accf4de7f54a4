"""A table as a line of text: what leaves a house, and is brought into another."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec
from msgspec import Raw, Struct

from inglenook.core.game import Refused
from inglenook.core.record import Record
from inglenook.core.record_io import dumps
from inglenook.core.units import WallMs
from inglenook.server.accounts.names import clean_name
from inglenook.server.compute.record_upload import bad_record, read_record
from inglenook.server.store import Status, Stored, wall_ms
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.events import NOBODY, AnySeatingEvent, Sat, decode, shifted
from inglenook.server.table.fold import restore
from inglenook.server.transfer.person_rows import PersonRows
from inglenook.server.wire.account_messages import LONGEST_NAME


class Made(Struct, frozen=True):
    """What a table is besides its game."""

    id: str
    creator: str
    created: WallMs
    updated: WallMs
    """The last sign of life."""
    status: Status = "waiting"
    """For human readers: it follows from all the rest."""
    listed: bool = True
    """Whether everybody in the house is told of the table."""
    ended: WallMs | None = None
    """When a finished game ended that counts for history."""


class Sent(Struct, frozen=True, array_like=True):
    """When an entry was made; and by whose ask, and which, so that it is not played again."""

    at: int
    """ms since the first thing that happened at the table."""
    guest: str | None = None
    ask: str | None = None


class Happened(Struct, frozen=True, rename={"event": "what"}):
    """A seating event, with when it was and whose ask it was, as for an entry."""

    event: AnySeatingEvent
    at: int
    guest: str | None = None
    ask: str | None = None


class Analysed(Struct, frozen=True):
    """What the coach of some version of Inglenook said about the game."""

    version: str
    analysis: Raw


class DayCounted(Struct, frozen=True):
    """What the board of a day came to, where it was finished on its day."""

    guest: str
    date: str
    score: int


class ExportedTable(Struct, frozen=True, rename={"events": "happenings"}):
    """A table as it leaves a house.

    Times are kept relative to each other, not as times of day: in the new house a clock goes
    on from where it stood. The names in the file are those of the store.
    """

    record: Record
    table: Made
    sent: tuple[Sent, ...] = ()
    """One for each entry of the record."""
    events: tuple[Happened, ...] = ()
    day: DayCounted | None = None
    analyses: tuple[Analysed, ...] = ()

    @property
    def all(self) -> tuple[Sent | Happened, ...]:
        return *self.sent, *self.events


class _RawExportedTable(Struct, frozen=True, rename={"events": "happenings"}):
    record: Raw
    table: Made
    sent: tuple[Sent, ...] = ()
    events: tuple[Happened, ...] = ()
    day: DayCounted | None = None
    analyses: tuple[Analysed, ...] = ()


class Attempted(Struct, frozen=True, array_like=True):
    """A final answer to a puzzle: `AttemptRow` has what these are."""

    game: str
    puzzle: str
    day: str
    at: WallMs
    rating: int
    solved: int


class ExportedGuest(Struct, frozen=True):
    """What is known of a guest besides their tables: how they did at puzzles."""

    guest: str
    attempts: tuple[Attempted, ...]


def exported(stored: Stored) -> ExportedTable:
    """A table as it leaves; Refused if its log does not obey the rules of this version."""
    row, state = stored.row, restore(stored, OpeningHours())
    times = *(e.at for e in stored.entries), *(e.at for e in stored.events)
    first = min(times, default=0)
    return ExportedTable(
        record=state.match.record(),
        table=Made(row.id, row.creator, row.created, stored.updated, state.status, row.listed),
        sent=tuple(Sent(e.at - first, e.guest, e.ask) for e in stored.entries),
        events=tuple(
            Happened(shifted(decode(e.event), -first), e.at - first, e.guest, e.ask)
            for e in stored.events
        ),
    )


def read(text: bytes) -> ExportedTable | ExportedGuest | PersonRows:
    """A line of a file, or a record as a table at which nobody sits; Refused `bad-record`."""
    try:
        fields = msgspec.json.decode(text, type=dict[str, Raw])
        if "attempts" in fields:
            return msgspec.json.decode(text, type=ExportedGuest)
        if "person" in fields:
            return msgspec.json.decode(text, type=PersonRows)
        if "record" not in fields:
            record = read_record(text)
            # Named after what is in it: the same record comes in once, however often it is brought.
            return of_record(record, hashlib.sha256(dumps(record).encode()).digest()[:9], "")
        raw = msgspec.json.decode(text, type=_RawExportedTable)
        record = read_record(bytes(raw.record))
        return ExportedTable(record, raw.table, raw.sent, raw.events, raw.day, raw.analyses)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as e:
        raise bad_record(str(e)) from None


def of_record(record: Record, name: bytes, creator: str) -> ExportedTable:
    """A single record: a table at which nobody sits, with an id made from `name`.

    Those who played keep their names, but the seats are nobody's.
    """
    now = wall_ms()
    made = Made(urlsafe_b64encode(name).decode(), creator, now, now)
    sent = tuple(Sent(entry.t) for entry in record.log)
    return ExportedTable(record, made, sent, tuple(_seated(record.names)))


def _seated(names: Iterable[str]) -> Iterator[Happened]:
    for seat, name in enumerate(names):
        # A name that cannot be shown is none.
        with suppress(Refused):
            yield Happened(Sat(seat, NOBODY, clean_name(name)[:LONGEST_NAME]), 0)


def is_same(new: ExportedTable, there: Stored) -> bool:
    """Whether a table in the store has just these logs."""
    try:
        old = exported(there)
    except Refused:
        return False
    return msgspec.structs.replace(old, table=new.table) == new

"""Games on their way from one house to another: a table as a line of text, or a record alone."""

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from inglenook.game import Refused
from inglenook.match import Record
from inglenook.records import BadRecord, dumps, loads
from inglenook.registry import find_level
from inglenook.store import (
    NEVER,
    Change,
    Conflict,
    EntryRow,
    HappeningRow,
    Status,
    Store,
    Stored,
    TableRow,
)
from inglenook.tables import seating as h
from inglenook.tables.clock import Hours, wall_ms
from inglenook.tables.state import restore

MOST_ENTRIES = 2000
"""Entries of a record that a guest may bring along: long games have some hundreds. To replay so
many takes under a second, and all their positions can still be shown."""
LARGEST = 1 << 53
"""The whole numbers that every program and every store can hold end here."""
PAGE = 500
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)
encode = msgspec.json.Encoder().encode


class Made(Struct, frozen=True):
    """What a table is beside its game."""

    id: str
    creator: str
    created: int
    """ms since 1970, as is `updated`: the last sign of life."""
    updated: int
    status: Status = "waiting"
    """For who reads it: it follows from all the rest."""


class Sent(Struct, frozen=True, array_like=True):
    """When an entry was made; and by which ask of whose, so that it is not played again."""

    at: int
    """ms since the first thing that happened at the table."""
    guest: str | None = None
    ask: str | None = None


class Happened(Struct, frozen=True):
    what: h.AnyHappening
    at: int
    guest: str | None = None
    ask: str | None = None


class Line(Struct, frozen=True):
    """A table as it leaves a house.

    Times are kept as they lie to each other, and not the time of day: in the new house a clock goes
    on from where it stood.
    """

    record: Record
    table: Made
    sent: tuple[Sent, ...] = ()
    """One for each entry of the record."""
    happenings: tuple[Happened, ...] = ()

    @property
    def all(self) -> tuple[Sent | Happened, ...]:
        return *self.sent, *self.happenings


class _RawLine(Struct, frozen=True):
    record: Raw
    table: Made
    sent: tuple[Sent, ...] = ()
    happenings: tuple[Happened, ...] = ()


# --- out -----------------------------------------------------------------------------------------


async def outgoing(store: Store) -> AsyncIterator[tuple[str, Line | Refused]]:
    """Every table's id and line; or why it has none: it was played by rules of another version."""
    last = ""
    while ids := await store.ids(last, PAGE):
        for last in ids:
            stored = await store.load(last)
            assert stored  # nothing is ever taken away
            try:
                yield last, line(stored)
            except Refused as e:
                yield last, e


def line(stored: Stored) -> Line:
    """A table as a line; Refused if its log does not obey the rules of this version."""
    row, state = stored.row, restore(stored, Hours())
    times = *(e.at for e in stored.entries), *(e.at for e in stored.happenings)
    first = min(times, default=0)
    return Line(
        record=state.match.record(),
        table=Made(row.id, row.creator, row.created, stored.updated, state.status),
        sent=tuple(Sent(e.at - first, e.guest, e.ask) for e in stored.entries),
        happenings=tuple(
            Happened(h.decode(e.what), e.at - first, e.guest, e.ask) for e in stored.happenings
        ),
    )


# --- in ------------------------------------------------------------------------------------------


async def bring_in(store: Store, text: bytes) -> bool:
    """Add the table of a line, or of a record alone; False if just that table is there already.

    Refused `bad-record`, or `table-differs` if there is a table of that id with another log.
    """
    new, change = _checked(_read(text))
    there = await store.load(change.table)
    if there is None:
        try:
            await store.commit(change)
        except Conflict:
            there = await store.load(change.table)
    if there and not _is_same(new, there):
        raise Refused("table-differs", detail=f"{change.table} is here already, with another log")
    return there is None


def uploaded(guest: str, text: bytes) -> Change:
    """A new table for a finished game that a guest brings along: all may look, nobody can play.

    Refused `bad-record`, `too-large`, or `not-over`.
    """
    record = _loaded(text)
    if len(record.log) > MOST_ENTRIES:
        raise Refused("too-large", detail=f"at most {MOST_ENTRIES} entries")
    new, change = _checked(_alone(record, secrets.token_bytes(9), guest))
    if new.table.status != "over":
        raise Refused("not-over", detail="only a finished game can be brought along")
    return change


def _read(text: bytes) -> Line:
    """A line, or a record alone as the line of a table where nobody sits."""
    try:
        is_line = "record" in msgspec.json.decode(text, type=dict[str, Raw])
        if not is_line:
            record = _loaded(text)
            # Named after what is in it: the same record comes in once, however often it is brought.
            return _alone(record, hashlib.sha256(dumps(record).encode()).digest()[:9], "")
        raw = msgspec.json.decode(text, type=_RawLine)
        return Line(_loaded(bytes(raw.record)), raw.table, raw.sent, raw.happenings)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as e:
        raise _bad(str(e)) from None


def _loaded(text: bytes) -> Record:
    try:
        return loads(text)
    except BadRecord as e:
        raise _bad(str(e)) from None


def _alone(record: Record, name: bytes, creator: str) -> Line:
    now = wall_ms()
    made = Made(urlsafe_b64encode(name).decode(), creator, now, now)
    return Line(record, made, tuple(Sent(entry.t) for entry in record.log))


def _checked(new: Line) -> tuple[Line, Change]:
    """The line as it would leave this house again, and what is to be stored of it."""
    stored = _stored(new)
    try:
        seen = line(stored)
    except Refused as e:
        raise _bad(str(e) if e.seq is None else f"{e} at entry {e.seq}") from None
    if new.record.digest not in ("", seen.record.digest):
        raise _bad(f"bad-digest at entry {len(new.record.log) - 1}")
    status = seen.table.status
    return seen, Change(
        table=stored.row.id,
        at=stored.updated,
        opened=replace(stored.row, options=seen.record.options),
        entries=stored.entries,
        happenings=stored.happenings,
        status=status,
        guests=tuple({e.what.guest for e in new.happenings if isinstance(e.what, h.Sat)}),
        # A bot may be to move, or a deadline near: whoever serves this house looks after it.
        due=wall_ms() if status == "playing" else NEVER,
    )


def _stored(new: Line) -> Stored:
    """The line as rows, the last of them of this moment."""
    made, record = new.table, new.record
    if len(new.sent) != len(record.log):
        raise _bad("each entry needs its line in `sent`")
    if not _ID.fullmatch(made.id):
        raise _bad("no table has such an id")
    _require_storable(new)
    for each in new.happenings:
        _require_possible(record, each.what)
    first = wall_ms() - max((each.at for each in new.all), default=0)
    return Stored(
        row=TableRow(
            id=made.id,
            game=record.game,
            rules=record.rules,
            seats=record.seats,
            options=record.options,
            seed=record.seed,
            creator=made.creator,
            created=made.created,
        ),
        entries=tuple(
            EntryRow(
                table=made.id,
                seq=entry.seq,
                t=entry.t,
                seat=entry.seat,
                move=encode(entry.move).decode(),
                lag=entry.lag,
                at=first + by.at,
                guest=by.guest,
                ask=by.ask,
            )
            for entry, by in zip(record.log, new.sent, strict=True)
        ),
        happenings=tuple(
            HappeningRow(made.id, n, encode(e.what).decode(), first + e.at, e.guest, e.ask)
            for n, e in enumerate(new.happenings)
        ),
        updated=made.updated,
    )


def _require_storable(new: Line) -> None:
    made, record, rows = new.table, new.record, new.all
    texts = [record.seed, made.creator, *(row.guest for row in rows), *(row.ask for row in rows)]
    if any(text and "\0" in text for text in texts):
        raise _bad("not every store can keep the character 0")
    times = [made.created, made.updated, *(row.at for row in rows), *(e.t for e in record.log)]
    if not all(0 <= time <= LARGEST for time in times):
        raise _bad("bad-time")


def _require_possible(record: Record, what: h.Happening) -> None:
    if not 0 <= getattr(what, "seat", 0) < record.seats:
        raise _bad("no-such-seat")
    if isinstance(what, h.Bot):
        try:
            find_level(record.game, what.level)
        except Refused as e:
            raise _bad(str(e)) from None


def _bad(detail: str) -> Refused:
    # Some faults quote what they found, however long it is.
    return Refused("bad-record", detail=detail[:200])


def _is_same(new: Line, there: Stored) -> bool:
    try:
        old = line(there)
    except Refused:
        return False
    return replace(old, table=new.table) == new

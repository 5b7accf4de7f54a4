"""Tables and records that come into a house."""

import secrets
from collections.abc import Iterable

from msgspec.structs import astuple, replace

from inglenook.core.game import Refused
from inglenook.core.record import Record
from inglenook.core.registry import find_level
from inglenook.core.units import WallMs
from inglenook.server.accounts.names import name_key
from inglenook.server.accounts.profile_rows import ProfileRow
from inglenook.server.accounts.tokens import TOKENS
from inglenook.server.bot_accounts.bot_rows import BotRow
from inglenook.server.compute.record_upload import (
    MAX_WHOLE_NUMBER,
    bad_record,
    broken_rule,
    require_storable,
)
from inglenook.server.guest_ids import is_bot
from inglenook.server.ratings.finished_rows import finishing
from inglenook.server.ratings.result_rows import finished_game
from inglenook.server.store import (
    NEVER,
    AttemptRow,
    Change,
    Conflict,
    DayRow,
    EntryRow,
    SeatingRow,
    Statement,
    Store,
    Stored,
    TableRow,
    wall_ms,
)
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.events import Sat, SeatingEvent, shifted
from inglenook.server.table.fold import unseen
from inglenook.server.table.opening import TABLE_ID
from inglenook.server.transfer.format import (
    ExportedGuest,
    ExportedTable,
    exported,
    is_same,
    of_record,
    read,
)
from inglenook.server.transfer.person_rows import PersonRow, PersonRows, add_person, person
from inglenook.server.wire.account_messages import LONGEST_NAME
from inglenook.server.wire.table_messages import encode


async def bring_in(store: Store, text: bytes) -> bool:
    """Add an exported table, guest or person, or a single record; False if it is there already.

    Refused `bad-record`; `table-differs` if there is a table with that id and another log;
    `name-taken` if somebody else is who that person was.
    """
    brought = read(text)
    if isinstance(brought, ExportedGuest):
        added = [await store.add_attempt(row) for row in _attempts(brought)]
        return any(added)
    if isinstance(brought, PersonRows):
        return await _settle(store, brought)
    new, change = _checked(brought)
    there = await store.load(change.table)
    if there is None:
        try:
            await store.commit(change)
        except Conflict:
            there = await store.load(change.table)
    if there and not is_same(new, there):
        raise Refused("table-differs", detail=f"{change.table} is here already, with another log")
    for version, analysis in map(astuple, brought.analyses):
        await store.keep_analysis(change.table, version, bytes(analysis).decode())
    return there is None


async def _settle(store: Store, new: PersonRows) -> bool:
    """Let a person be who they were; False if they are someone here already.

    Refused `name-taken` if somebody else has their name here, their passkey or their address.
    """
    if (await person(store, new.person)).rows:
        return False
    for _, row in new.rows:
        values = astuple(row)
        _require_plain(value for value in values if isinstance(value, str))
        if _owner(row) != new.person or any(
            isinstance(value, int) and not 0 <= value <= MAX_WHOLE_NUMBER for value in values
        ):
            raise bad_record("bad-person")
    if new.profile:
        _require_profile(new.profile)
    try:
        await add_person(store, new)
    except Conflict:
        raise Refused("name-taken", detail="here that is somebody else") from None
    return True


def _owner(row: PersonRow) -> str:
    """The person whom a row is about."""
    if not isinstance(row, BotRow):
        return row.guest
    return row.author if is_bot(row.guest) and row.name_key == name_key(row.name) else ""


def _require_profile(row: ProfileRow) -> None:
    name = row.name
    if row.token not in TOKENS or len(name) > LONGEST_NAME or row.name_key != name_key(name):
        raise bad_record("bad-person")


def uploaded(guest: str, record: Record) -> Change:
    """A new table for a finished game that a guest brings along: all may look, nobody can play.

    Its entries were checked (see `uploads.brought`).
    """
    stored = _stored(of_record(record, secrets.token_bytes(9), guest))
    return Change(
        table=stored.row.id,
        at=stored.updated,
        opened=stored.row,
        entries=stored.entries,
        events=stored.events,
        status="over",
        due=NEVER,
        also=(Statement("INSERT INTO uploads VALUES ($1, $2)", (stored.row.id, stored.updated)),),
    )


def _checked(new: ExportedTable) -> tuple[ExportedTable, Change]:
    """The table as it would leave this house again, and what is to be stored of it."""
    stored = _stored(new)
    try:
        seen = exported(stored)
    except Refused as e:
        raise broken_rule(e) from None
    if new.record.digest not in ("", seen.record.digest):
        raise bad_record(f"bad-digest at entry {len(new.record.log) - 1}")
    status = seen.table.status
    return seen, Change(
        table=stored.row.id,
        at=stored.updated,
        opened=replace(stored.row, options=seen.record.options),
        entries=stored.entries,
        events=stored.events,
        status=status,
        finished=_finished(new),
        guests=tuple({e.event.guest for e in new.events if isinstance(e.event, Sat)}),
        # A bot may be to move, or a deadline near: whoever serves this house looks after it.
        due=wall_ms() if status == "playing" else NEVER,
        also=_history(stored, new.table.ended) if status == "over" else (),
    )


def _history(stored: Stored, ended: WallMs | None) -> tuple[Statement, ...]:
    """What is remembered of a finished game."""
    state = unseen(stored, OpeningHours())
    game = finished_game(state, state.last_at if ended is None else ended)
    return finishing(game) if game else ()


def _finished(new: ExportedTable) -> DayRow | None:
    if new.day is None:
        return None
    guest, date, score = astuple(new.day)
    return DayRow(guest, date, new.record.game, new.table.id, score)


def _attempts(new: ExportedGuest) -> list[AttemptRow]:
    rows = [AttemptRow(new.guest, *astuple(each)) for each in new.attempts]
    for row in rows:
        texts, numbers = astuple(row)[:4], astuple(row)[4:]
        _require_plain(texts)
        if not all(0 <= number <= MAX_WHOLE_NUMBER for number in numbers):
            raise bad_record("bad-attempt")
    return rows


def _stored(new: ExportedTable) -> Stored:
    """The table as rows, the last of them of this moment."""
    made, record = new.table, new.record
    if len(new.sent) != len(record.log):
        raise bad_record("each entry needs its line in `sent`")
    if not TABLE_ID.fullmatch(made.id):
        raise bad_record("no table has such an id")
    _require_storable(new)
    for each in new.events:
        _require_possible(record, each.event)
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
            time_control=record.time_control,
            listed=made.listed,
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
        events=tuple(
            SeatingRow(
                made.id, n, encode(shifted(e.event, first)).decode(), first + e.at, e.guest, e.ask
            )
            for n, e in enumerate(new.events)
        ),
        updated=made.updated,
    )


def _require_storable(new: ExportedTable) -> None:
    require_storable(new.record)
    made, rows = new.table, new.all
    _require_plain([made.creator, *(row.guest for row in rows), *(row.ask for row in rows)])
    _require_plain(each.version for each in new.analyses)
    if new.day:
        _require_plain([new.day.guest, new.day.date])
    times = [made.created, made.updated, made.ended or 0, *(row.at for row in rows)]
    if not all(0 <= time <= MAX_WHOLE_NUMBER for time in times):
        raise bad_record("bad-time")


def _require_plain(texts: Iterable[str | None]) -> None:
    if any(text and "\0" in text for text in texts):
        raise bad_record("not every store can keep the character 0")


def _require_possible(record: Record, event: SeatingEvent) -> None:
    named = (getattr(event, "seat", 0), getattr(event, "about", 0))
    if not all(0 <= seat < record.seats for seat in named):
        raise bad_record("no-such-seat")
    if level := getattr(event, "level", None):
        try:
            find_level(record.game, level)
        except Refused as e:
            raise bad_record(str(e)) from None

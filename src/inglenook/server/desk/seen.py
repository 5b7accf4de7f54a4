"""What a host sees at the desk: figures, tables, people, and what was done."""

import msgspec
from msgspec import Struct

from inglenook.core.units import DAY_MS, WallMs
from inglenook.server.accounts.names import name_key
from inglenook.server.desk import host_rows as rows
from inglenook.server.desk.acts import Done
from inglenook.server.store import Statement, Status, Store, wall_ms
from inglenook.server.store.base import among
from inglenook.server.table.events import Sat, decode
from inglenook.server.table.seating import empty
from inglenook.server.wire.desk_messages import Announcement

SHOWN = 50
"""Tables, people or acts at once."""
_TABLES = """SELECT id, game, seats, status, created, updated, listed,
    (SELECT count(*) FROM entries WHERE table_id = id) FROM tables"""


class Sitting(Struct, frozen=True):
    """Somebody at a table."""

    name: str
    """A person's, or the level of a bot."""
    guest: str = ""
    """None ("") is a bot."""


class TableSeen(Struct, frozen=True):
    id: str
    game: str
    status: Status
    made: WallMs
    last: WallMs
    """The last sign of life."""
    listed: bool
    moves: int
    seats: tuple[Sitting | None, ...]


class PersonSeen(Struct, frozen=True):
    guest: str
    name: str
    handle: str
    """Empty for those without a profile."""
    tables: int
    """At how many they ever sat."""
    blocked: bool


class Figures(Struct, frozen=True):
    waiting: int
    playing: int
    over: int
    uploads: int
    profiles: int
    moves_of_day: int
    """In the last 24 hours."""


class ActSeen(Struct, frozen=True):
    at: WallMs
    who: str
    what: str
    about: str
    detail: str


class BlockSeen(Struct, frozen=True):
    kind: rows.Kind
    whom: str
    ends: WallMs
    why: str


class InvitationSeen(Struct, frozen=True):
    hash: str
    """By which it is withdrawn."""
    ends: WallMs
    uses: int
    note: str


class DeskSeen(Struct, frozen=True):
    figures: Figures
    read_only: bool
    announcement: Announcement | None
    blocks: tuple[BlockSeen, ...]
    invitations: tuple[InvitationSeen, ...]
    acts: tuple[ActSeen, ...]


async def figures(store: Store) -> Figures:
    counts, uploads, profiles, moves = await store.run(
        Statement("SELECT status, count(*) FROM tables GROUP BY status"),
        Statement("SELECT count(*) FROM uploads"),
        Statement("SELECT count(*) FROM profiles"),
        Statement("SELECT count(*) FROM entries WHERE at > $1", (wall_ms() - DAY_MS,)),
    )
    by_status = dict(counts)
    over, brought = by_status.get("over", 0), uploads[0][0]
    return Figures(
        waiting=by_status.get("waiting", 0),
        playing=by_status.get("playing", 0),
        over=over - brought,
        uploads=brought,
        profiles=profiles[0][0],
        moves_of_day=moves[0][0],
    )


async def desk(store: Store) -> DeskSeen:
    settings, now = await rows.changing_settings(store), wall_ms()
    text = settings.get(rows.ANNOUNCEMENT)
    said = msgspec.json.decode(text, type=Announcement) if text else None
    return DeskSeen(
        figures=await figures(store),
        read_only=rows.READ_ONLY in settings,
        announcement=said if said and said.ends > now else None,
        blocks=tuple(
            BlockSeen(row.kind, row.whom, row.ends, row.why)
            for row in await rows.blocks(store, now)
        ),
        invitations=tuple(
            InvitationSeen(row.hash, row.ends, row.uses, row.note)
            for row in await rows.invitations(store, now)
        ),
        acts=tuple(await acts(store)),
    )


async def acts(store: Store) -> list[ActSeen]:
    """The latest, first."""
    found = []
    for row in await rows.last_acts(store, SHOWN):
        done = msgspec.json.decode(row.act, type=Done)
        found.append(ActSeen(row.at, row.who, done.what, done.about, done.detail))
    return found


async def tables(store: Store, wanted: str = "") -> list[TableSeen]:
    """Those with the latest sign of life first; `wanted` is an id, a game, a status or a guest."""
    text = _TABLES
    values: tuple[str, ...] = ()
    if wanted:
        text += """ WHERE $1 IN (id, game, status)
            OR id IN (SELECT table_id FROM people WHERE guest = $1)"""
        values = (wanted,)
    (found,) = await store.run(Statement(f"{text} ORDER BY updated DESC LIMIT {SHOWN}", values))
    events = await _events(store, [row[0] for row in found])
    return [
        TableSeen(
            table, game, status, made, last, bool(listed), moves, _seats(seats, events[table])
        )
        for table, game, seats, status, made, last, listed, moves in found
    ]


async def _events(store: Store, tables: list[str]) -> dict[str, list[str]]:
    events: dict[str, list[str]] = {table: [] for table in tables}
    if tables:
        text = f"""SELECT table_id, what FROM happenings WHERE table_id IN {among(tables)}
            ORDER BY table_id, seq"""
        (found,) = await store.run(Statement(text, tuple(tables)))
        for table, event in found:
            events[table].append(event)
    return events


def _seats(count: int, events: list[str]) -> tuple[Sitting | None, ...]:
    seating = empty(count)
    for event in events:
        seating = seating.after(decode(event))
    return tuple(
        Sitting(who.name, who.guest)
        if isinstance(who, Sat)
        else Sitting(who.level)
        if who
        else None
        for who in seating.seats
    )


async def people(store: Store, wanted: str) -> list[PersonSeen]:
    """Those of that name, or a part of it, of that handle or that id."""
    key, now = f"%{name_key(wanted)}%", wall_ms()
    (found,) = await store.run(
        Statement(
            f"""SELECT guest, max(name), max(handle) FROM (
                SELECT guest, name, handle FROM profiles
                    WHERE name_key LIKE $1 OR handle = $2 OR guest = $2
                UNION SELECT guest, name, '' FROM results
                    WHERE guest <> '' AND (name_key LIKE $1 OR guest = $2)
                UNION SELECT guest, '', '' FROM people WHERE guest = $2) AS them
            GROUP BY guest ORDER BY max(name) LIMIT {SHOWN}""",
            (key, wanted),
        )
    )
    blocked = {row.whom for row in await rows.blocks(store, now) if row.kind == "person"}
    return [
        PersonSeen(guest, name, handle, await _sat(store, guest), guest in blocked)
        for guest, name, handle in found
    ]


async def _sat(store: Store, guest: str) -> int:
    text = "SELECT count(*) FROM people WHERE guest = $1"
    ((row,),) = await store.run(Statement(text, (guest,)))
    return int(row[0])

"""Rows of those who look for someone to play with, and the statement that pairs them.

A guest has one seek at most. Whoever gets a table keeps the row for a while, with the table in it:
so a seek ends at one table at most, whatever other workers do.
"""

from collections.abc import Collection

from msgspec import Struct

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store, among

LAPSE = 10_000
"""ms without a sign of life after which nobody is paired with a guest."""
SEEK_ROW_KEPT_MS = 3_600_000
"""ms after which the row of a guest who is gone goes, too."""
NEAR, WIDENS = 200, 20
"""Who looks for somebody about as strong: by how many points they may differ at first, and the ms
of waiting for which it is one point more."""
ANY = 1_000_000
"""Points by which nobody differs."""


class SeekRow(Struct, frozen=True, array_like=True):
    guest: str
    ask: str
    """The same ask is the same seek."""
    name: str
    kind: str
    """What is looked for, as text: seeks of the same kind fit each other."""
    seats: int
    strength: int
    near: int
    """1: only somebody about as strong, and less and less so with time; 0: anybody."""
    since: WallMs
    beat: WallMs
    """When the guest was last known to be here."""
    room: str
    """The id for a new table, if it is this seek's turn to name one."""


class Paired(Struct, frozen=True, array_like=True):
    """Somebody who was found a table."""

    guest: str
    name: str
    kind: str
    table: str


class SeekAnswer(Struct, frozen=True, array_like=True):
    """What became of a guest's seek."""

    guest: str
    ask: str
    table: str | None
    there: str | None
    """The same, once that table was made."""
    paired: WallMs | None


def keep(row: SeekRow) -> tuple[Statement, ...]:
    """Begin a seek, in place of any other of this guest's; the same one again is a sign of life."""
    again = "UPDATE seeks SET beat = $3 WHERE guest = $1 AND ask = $2"
    new = """INSERT INTO seeks
        (guest, ask, name, kind, seats, strength, near, since, beat, room)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (guest) DO UPDATE SET ask = excluded.ask, name = excluded.name,
            kind = excluded.kind, seats = excluded.seats, strength = excluded.strength,
            near = excluded.near, since = excluded.since, beat = excluded.beat,
            room = excluded.room, table_id = NULL, paired = NULL
        WHERE seeks.ask <> excluded.ask"""
    values = (row.guest, row.ask, row.name, row.kind, row.seats, row.strength, row.near)
    return (
        Statement(again, (row.guest, row.ask, row.beat)),
        Statement(new, (*values, row.since, row.beat, row.room)),
    )


# Rows that another worker is about to pair are skipped, so nobody waits and nobody is taken twice.
# Those of one kind stand in a line by strength, which is cut into as many as a table needs. Where
# it is cut moves on from one time to the next, for the right neighbour may be on the other side.
_PAIR = f"""
WITH looking AS MATERIALIZED (
    SELECT guest, kind, seats, strength, near, since, room FROM seeks
    WHERE table_id IS NULL AND beat >= $1 FOR UPDATE SKIP LOCKED
), line AS (
    SELECT guest, kind, seats, strength, room,
        CASE near WHEN 1 THEN {NEAR} + (CAST($2 AS BIGINT) - since) / {WIDENS} ELSE {ANY} END
            AS reach,
        (row_number() OVER (PARTITION BY kind ORDER BY strength, since) - 1
            + CAST($3 AS BIGINT)) / seats AS place
    FROM looking
), company AS (
    SELECT guest, seats, min(room) OVER pieces AS room, count(*) OVER pieces AS many,
        max(strength) OVER pieces - min(strength) OVER pieces AS differ,
        min(reach) OVER pieces AS reach
    FROM line WINDOW pieces AS (PARTITION BY kind, place)
), found AS MATERIALIZED (
    SELECT guest, room FROM company WHERE many = seats AND differ <= reach
)
UPDATE seeks SET table_id = found.room, paired = $2 FROM found WHERE seeks.guest = found.guest
RETURNING seeks.guest, seeks.name, seeks.kind, seeks.table_id
"""


def pair(now: WallMs, cut: int) -> Statement:
    """Give tables to all who fit each other, with the line cut there; rows are `Paired`."""
    return Statement(_PAIR, (now - LAPSE, now, cut))


def look(guests: Collection[str]) -> Statement:
    """What became of these guests' seeks; rows are `SeekAnswer`."""
    text = f"""SELECT guest, ask, table_id, tables.id, paired FROM seeks
        LEFT JOIN tables ON tables.id = seeks.table_id WHERE guest IN {among(guests)}"""
    return Statement(text, tuple(guests))


def count(now: WallMs) -> Statement:
    """How many look for what; rows are kind and number."""
    text = "SELECT kind, count(*) FROM seeks WHERE table_id IS NULL AND beat >= $1 GROUP BY kind"
    return Statement(text, (now - LAPSE,))


def beat(guests: Collection[str], now: WallMs) -> Statement:
    """These guests are still here."""
    text = f"UPDATE seeks SET beat = $1 WHERE guest IN {among(guests, 2)}"
    return Statement(text, (now, *guests))


def tidy(now: WallMs) -> Statement:
    return Statement("DELETE FROM seeks WHERE beat < $1", (now - SEEK_ROW_KEPT_MS,))


def away(guest: str, ask: str, now: WallMs) -> Statement:
    """Nobody is to be paired with a guest who has just gone; coming back goes on with the seek."""
    text = "UPDATE seeks SET beat = $3 WHERE guest = $1 AND ask = $2"
    return Statement(text, (guest, ask, now - LAPSE - 1))


async def seated_once(store: Store, guests: Collection[str]) -> set[str]:
    """Those of these guests who have ever taken a seat."""
    if not guests:
        return set()
    text = f"SELECT DISTINCT guest FROM people WHERE guest IN {among(guests)}"
    (rows,) = await store.run(Statement(text, tuple(guests)))
    return {guest for (guest,) in rows}


async def end(store: Store, guest: str) -> str | None:
    """End a guest's seek; the table that they were found before that, if they were."""
    ended = "DELETE FROM seeks WHERE guest = $1 RETURNING table_id"
    (rows,) = await store.run(Statement(ended, (guest,)))
    return rows[0][0] if rows else None


async def company(store: Store, table: str) -> list[Paired]:
    """Those who were found a table together."""
    text = "SELECT guest, name, kind, table_id FROM seeks WHERE table_id = $1"
    (rows,) = await store.run(Statement(text, (table,)))
    return [Paired(*row) for row in rows]

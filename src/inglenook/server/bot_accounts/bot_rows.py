"""Rows of programs elsewhere that play here under a name of their own."""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import astuple

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store, among

COLUMNS = "guest, author, handle, name, name_key, hash, made, seen"


class BotRow(Struct, frozen=True, array_like=True):
    guest: str
    """The id under which it sits at tables."""
    author: str
    """The guest who answers for it."""
    handle: str
    name: str
    name_key: str
    """What two names are compared by: no two bots share one."""
    hash: str | None
    """Of its token; None: it was revoked."""
    made: WallMs
    seen: WallMs | None = None
    """When it last had a stream of events."""


def save_bot(row: BotRow) -> Statement:
    """Make a bot, or give it a new token if the same author has made it; its id.

    No row: somebody else has a bot, or a profile, of that name.
    """
    return Statement(
        f"""INSERT INTO bots ({COLUMNS})
            SELECT $1, $2, $3, $4, $5, $6, CAST($7 AS BIGINT), CAST($8 AS BIGINT)
        WHERE NOT EXISTS (SELECT 1 FROM profiles WHERE name_key = $5)
        ON CONFLICT (name_key) DO UPDATE SET hash = excluded.hash, name = excluded.name
            WHERE bots.author = excluded.author
        RETURNING {COLUMNS}""",
        astuple(row),
    )


def revoke(author: str, handle: str) -> Statement:
    """A bot's token is good no longer; its row, if it is that author's."""
    return Statement(
        f"""UPDATE bots SET hash = NULL, seen = NULL WHERE author = $1 AND handle = $2
        RETURNING {COLUMNS}""",
        (author, handle),
    )


def see(bots: Collection[str], now: WallMs) -> Statement:
    """Write down that these have streams; those of them whose tokens are still good."""
    text = f"UPDATE bots SET seen = $1 WHERE hash IS NOT NULL AND guest IN {among(bots, 2)}"
    return Statement(f"{text} RETURNING guest", (now, *sorted(bots)))


async def by_hash(store: Store, hashed: str) -> str | None:
    """The bot whose token it is."""
    (rows,) = await store.run(Statement("SELECT guest FROM bots WHERE hash = $1", (hashed,)))
    return rows[0][0] if rows else None


async def by_author(store: Store, author: str) -> list[BotRow]:
    """Somebody's bots, the oldest first."""
    return await _rows(store, "author = $1 ORDER BY made, handle", author)


async def by_name(store: Store, name_key: str, handle: str) -> BotRow | None:
    """The bot of that name, or with that handle."""
    found = await _rows(store, "name_key = $1 OR handle = $2 ORDER BY handle", name_key, handle)
    return next(iter(found), None)


async def seen_since(store: Store, since: WallMs, limit: int) -> list[BotRow]:
    """Those that had a stream of events since then."""
    return await _rows(store, f"seen >= $1 ORDER BY name_key LIMIT {limit}", since)


async def bots_of(store: Store, guests: Collection[str]) -> dict[str, BotRow]:
    """Those of these guests that are bots."""
    if not guests:
        return {}
    found = await _rows(store, f"guest IN {among(guests)}", *guests)
    return {row.guest: row for row in found}


async def _rows(store: Store, where: str, *values: str | int) -> list[BotRow]:
    (rows,) = await store.run(Statement(f"SELECT {COLUMNS} FROM bots WHERE {where}", values))
    return [BotRow(*row) for row in rows]

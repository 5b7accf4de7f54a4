"""Rows of links by which another device becomes a person's own."""

from typing import Literal

from msgspec import Struct

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store

State = Literal["made", "opened", "confirmed", "refused"]

_COLUMNS = "guest, hash, ends, state, number, opened_by"


class LinkRow(Struct, frozen=True, array_like=True):
    guest: str
    """Whose device it is to be."""
    hash: str
    """Of the secret."""
    ends: WallMs
    state: State
    number: str
    opened_by: str
    """The guest that the new device was; nobody else can open it then."""


async def make(store: Store, guest: str, hashed: str, ends: WallMs) -> None:
    """A person has one link: the one before opens nothing any more."""
    text = f"""INSERT INTO device_links ({_COLUMNS}) VALUES ($1, $2, $3, 'made', '', '')
        ON CONFLICT (guest) DO UPDATE SET hash = excluded.hash, ends = excluded.ends,
            state = excluded.state, number = excluded.number, opened_by = excluded.opened_by"""
    await store.run(Statement(text, (guest, hashed, ends)))


async def of_guest(store: Store, guest: str) -> LinkRow | None:
    return await _find(store, "guest", guest)


async def of_secret(store: Store, hashed: str) -> LinkRow | None:
    return await _find(store, "hash", hashed)


async def _find(store: Store, column: str, value: str) -> LinkRow | None:
    text = f"SELECT {_COLUMNS} FROM device_links WHERE {column} = $1"
    (rows,) = await store.run(Statement(text, (value,)))
    return LinkRow(*rows[0]) if rows else None


async def open_first(
    store: Store, hashed: str, opener: str, number: str, now: WallMs, ends: WallMs
) -> bool:
    """Whether this is the first to open it, and in time."""
    text = """UPDATE device_links SET state = 'opened', opened_by = $2, number = $3, ends = $5
        WHERE hash = $1 AND state = 'made' AND ends > $4 AND guest <> $2 RETURNING guest"""
    (rows,) = await store.run(Statement(text, (hashed, opener, number, now, ends)))
    return bool(rows)


async def answer(store: Store, guest: str, number: str, state: State, now: WallMs) -> bool:
    """Whether there was something to answer: a device that shows this number."""
    text = """UPDATE device_links SET state = $3
        WHERE guest = $1 AND number = $2 AND state = 'opened' AND ends > $4 RETURNING guest"""
    (rows,) = await store.run(Statement(text, (guest, number, state, now)))
    return bool(rows)

"""Rows of recovery codes."""

from msgspec import Struct
from msgspec.structs import astuple

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store


class RecoveryRow(Struct, frozen=True, array_like=True):
    guest: str
    lookup: str
    """A few bits of the code, by which it is found; others may share them."""
    salt: str
    hash: str
    made: WallMs


def keep_recovery(row: RecoveryRow) -> Statement:
    """A person has one code: the one before is no longer good."""
    return Statement(
        """INSERT INTO recoveries (guest, lookup, salt, hash, made) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (guest) DO UPDATE SET lookup = excluded.lookup, salt = excluded.salt,
            hash = excluded.hash, made = excluded.made""",
        astuple(row),
    )


async def recovery_of(store: Store, guest: str) -> WallMs | None:
    """When a person's code was made; None if there is none."""
    row = await recovery_row_of(store, guest)
    return row.made if row else None


async def recovery_row_of(store: Store, guest: str) -> RecoveryRow | None:
    rows = await _by(store, "guest", guest)
    return rows[0] if rows else None


async def recoveries(store: Store, lookup: str) -> list[RecoveryRow]:
    return await _by(store, "lookup", lookup)


async def _by(store: Store, column: str, value: str) -> list[RecoveryRow]:
    text = f"SELECT guest, lookup, salt, hash, made FROM recoveries WHERE {column} = $1"
    (rows,) = await store.run(Statement(text, (value,)))
    return [RecoveryRow(*row) for row in rows]

"""Rows of passkeys, and of the questions that they answer."""

from msgspec import Struct
from msgspec.structs import astuple

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store

_COLUMNS = "id, guest, host, public_key, sign_count, made, used"


class PasskeyRow(Struct, frozen=True, array_like=True):
    id: str
    guest: str
    host: str
    """The name of the house for which it is good: the relying party."""
    public_key: str
    sign_count: int
    made: WallMs
    used: WallMs | None


class ChallengeRow(Struct, frozen=True, array_like=True):
    """A question to a browser. It is good for one answer."""

    challenge: str
    guest: str
    """Who wants a new passkey; "" where somebody wants to come in with one."""
    host: str
    origin: str
    ends: WallMs


async def ask(store: Store, row: ChallengeRow, now: WallMs) -> None:
    """Keep a question; those that nobody has answered in time go."""
    await store.run(
        Statement("DELETE FROM passkey_challenges WHERE ends < $1", (now,)),
        Statement("INSERT INTO passkey_challenges VALUES ($1, $2, $3, $4, $5)", astuple(row)),
    )


async def take(store: Store, challenge: str, now: WallMs) -> ChallengeRow | None:
    """The question that is answered; None if it was answered before, or too late."""
    text = """DELETE FROM passkey_challenges WHERE challenge = $1 AND ends >= $2
        RETURNING challenge, guest, host, origin, ends"""
    (rows,) = await store.run(Statement(text, (challenge, now)))
    return ChallengeRow(*rows[0]) if rows else None


async def add(store: Store, row: PasskeyRow) -> None:
    """Conflict if it is known."""
    text = f"INSERT INTO passkeys ({_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)"
    await store.run(Statement(text, astuple(row)))


async def of_guest(store: Store, guest: str) -> list[PasskeyRow]:
    text = f"SELECT {_COLUMNS} FROM passkeys WHERE guest = $1 ORDER BY made"
    (rows,) = await store.run(Statement(text, (guest,)))
    return [PasskeyRow(*row) for row in rows]


async def find(store: Store, passkey: str) -> PasskeyRow | None:
    text = f"SELECT {_COLUMNS} FROM passkeys WHERE id = $1"
    (rows,) = await store.run(Statement(text, (passkey,)))
    return PasskeyRow(*rows[0]) if rows else None


async def used(store: Store, passkey: str, sign_count: int, at: WallMs) -> None:
    text = "UPDATE passkeys SET sign_count = $2, used = $3 WHERE id = $1"
    await store.run(Statement(text, (passkey, sign_count, at)))


async def drop(store: Store, guest: str, passkey: str) -> None:
    text = "DELETE FROM passkeys WHERE guest = $1 AND id = $2"
    await store.run(Statement(text, (guest, passkey)))

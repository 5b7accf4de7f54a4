"""Rows of those guests who want to be someone in this house."""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import astuple

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store, among

COLUMNS = "guest, handle, name, name_key, token, languages, made"


class ProfileRow(Struct, frozen=True, array_like=True):
    guest: str
    handle: str
    """The public id: a guest's own id never leaves the server."""
    name: str
    name_key: str
    """What two names are compared by: no two profiles share one."""
    token: str
    """A shape and a colour, as `star-teal`."""
    languages: str
    """Those a person speaks, the best first: `de en`."""
    made: WallMs


def save_profile(row: ProfileRow) -> Statement:
    """Make somebody's profile, or change it; its handle and its date stay. Conflict: name taken."""
    return Statement(
        f"""INSERT INTO profiles ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (guest) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
            token = excluded.token, languages = excluded.languages""",
        astuple(row),
    )


async def profiles_of(store: Store, guests: Collection[str]) -> dict[str, ProfileRow]:
    """The profiles of those of these guests who have one."""
    if not guests:
        return {}
    text = f"SELECT {COLUMNS} FROM profiles WHERE guest IN {among(guests)}"
    (rows,) = await store.run(Statement(text, tuple(guests)))
    return {row[0]: ProfileRow(*row) for row in rows}

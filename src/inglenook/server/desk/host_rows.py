"""Rows of what a host has set and done: blocks, invitations, links to the desk, and all acts."""

from typing import Literal

from msgspec import Struct

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store

Kind = Literal["person", "address"]
ANNOUNCEMENT, READ_ONLY = "announcement", "read-only"
"""Names of settings that the host changes while the house is open."""
_CHANGING = (ANNOUNCEMENT, READ_ONLY)
_COUNT_DOWN = "UPDATE invitations SET uses = uses - 1 WHERE hash = $1 AND uses > 0 AND ends > $2"


class ActRow(Struct, frozen=True, array_like=True):
    """Something that was done, as the log of the host's acts has it."""

    number: int
    at: WallMs
    who: str
    act: str
    """JSON: see `desk.acts.Done`."""


class BlockRow(Struct, frozen=True, array_like=True):
    kind: Kind
    whom: str
    """A guest's id, or an address or network."""
    made: WallMs
    ends: WallMs
    why: str


class InvitationRow(Struct, frozen=True, array_like=True):
    hash: str
    """Of the secret in its link."""
    made: WallMs
    ends: WallMs
    uses: int
    """How often it may still be used."""
    note: str


def note_act(at: WallMs, who: str, act: str) -> Statement:
    """Add to the log. Conflict if somebody else did in the same moment: try again."""
    return Statement(
        """INSERT INTO acts SELECT coalesce(max(number), 0) + 1, CAST($1 AS BIGINT),
            CAST($2 AS TEXT), CAST($3 AS TEXT) FROM acts""",
        (at, who, act),
    )


async def acts_after(store: Store, number: int, limit: int) -> list[ActRow]:
    """What was done after that, in its order."""
    text = "SELECT number, at, who, act FROM acts WHERE number > $1 ORDER BY number LIMIT $2"
    (rows,) = await store.run(Statement(text, (number, limit)))
    return [ActRow(*row) for row in rows]


async def last_acts(store: Store, limit: int) -> list[ActRow]:
    """The latest, first."""
    text = "SELECT number, at, who, act FROM acts ORDER BY number DESC LIMIT $1"
    (rows,) = await store.run(Statement(text, (limit,)))
    return [ActRow(*row) for row in rows]


def block(row: BlockRow) -> tuple[Statement, ...]:
    return (
        unblock(row.kind, row.whom),
        Statement(
            "INSERT INTO blocks VALUES ($1, $2, $3, $4, $5)",
            (row.kind, row.whom, row.made, row.ends, row.why),
        ),
    )


def unblock(kind: str, whom: str) -> Statement:
    return Statement("DELETE FROM blocks WHERE kind = $1 AND whom = $2", (kind, whom))


async def blocks(store: Store, now: WallMs) -> list[BlockRow]:
    """Those that have not ended."""
    text = "SELECT kind, whom, made, ends, why FROM blocks WHERE ends > $1 ORDER BY made DESC"
    (rows,) = await store.run(Statement(text, (now,)))
    return [BlockRow(*row) for row in rows]


def invite(row: InvitationRow) -> Statement:
    values = (row.hash, row.made, row.ends, row.uses, row.note)
    return Statement("INSERT INTO invitations VALUES ($1, $2, $3, $4, $5)", values)


def withdraw(hashed: str) -> Statement:
    return Statement("DELETE FROM invitations WHERE hash = $1", (hashed,))


async def use_invitation(store: Store, hashed: str, now: WallMs) -> bool:
    """Whether there is such an invitation: it has been used once more then."""
    (rows,) = await store.run(Statement(f"{_COUNT_DOWN} RETURNING hash", (hashed, now)))
    return bool(rows)


async def invitations(store: Store, now: WallMs) -> list[InvitationRow]:
    """Those that can still be used."""
    text = """SELECT hash, made, ends, uses, note FROM invitations
        WHERE ends > $1 AND uses > 0 ORDER BY made DESC"""
    (rows,) = await store.run(Statement(text, (now,)))
    return [InvitationRow(*row) for row in rows]


def make_desk_link(hashed: str, ends: WallMs) -> Statement:
    return Statement("INSERT INTO desk_links VALUES ($1, $2)", (hashed, ends))


async def use_desk_link(store: Store, hashed: str, now: WallMs) -> bool:
    """Whether there was such a link: it is good no longer then."""
    stale = Statement("DELETE FROM desk_links WHERE ends <= $1", (now,))
    used = Statement("DELETE FROM desk_links WHERE hash = $1 RETURNING hash", (hashed,))
    return bool((await store.run(stale, used))[1])


def change_setting(name: str, value: str | None) -> tuple[Statement, ...]:
    """None takes it away."""
    gone = Statement("DELETE FROM settings WHERE name = $1", (name,))
    if value is None:
        return (gone,)
    return gone, Statement("INSERT INTO settings VALUES ($1, $2)", (name, value))


async def changing_settings(store: Store) -> dict[str, str]:
    """Those that the host changes while the house is open."""
    text = "SELECT name, value FROM settings WHERE name IN ($1, $2)"
    (rows,) = await store.run(Statement(text, _CHANGING))
    return dict(rows)

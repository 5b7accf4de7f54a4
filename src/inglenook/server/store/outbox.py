"""Rows of what is to be told to whom: their channels, and their turns at tables.

The commit that makes it somebody's turn writes a row for each of their channels. It stays until the
turn is over and they have been there, so that they are told once until they come.
"""

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from inglenook.core.units import WallMs
from inglenook.server.store.base import NEVER, Statement, Store, among

Kind = Literal["push", "webhook", "mail", "calendar"]

_CHANNEL = "id, guest, kind, target, detail, language, zone, origin, made, due, error"
_TURN = "guest, table_id, channel, since, deadline, company, due, tries"


class ChannelRow(Struct, frozen=True, array_like=True):
    """A way to tell somebody something."""

    id: str
    guest: str
    kind: Kind
    target: str
    """Whom to send to, or a hash of the secret by which it is asked for. Nobody shares one."""
    detail: str
    """What else must be known to send."""
    language: str
    zone: str
    """The time zone of the person, as `Europe/Berlin`."""
    origin: str
    """Where the house is for this person, as `https://example.org`."""
    made: WallMs
    due: WallMs = 0
    """Of mail: when the next digest goes out."""
    error: str = ""
    """Why the last message did not arrive."""


class TurnRow(Struct, frozen=True, array_like=True):
    """A turn of somebody's, as one of their channels is to tell of it."""

    guest: str
    table: str
    channel: str
    since: WallMs
    deadline: WallMs | None
    """When their time is up."""
    company: str
    """The names of the others."""
    due: WallMs
    tries: int


# --- beside the change of a table ----------------------------------------------------------------


# Of all turns of a commit at once: a statement for each would take longer than all the rest. The
# rows come from wherever the database has them.

_THOSE = "WHERE (guest, table_id) IN (SELECT guest, table_id FROM {rows} AS those)"
TURNS_TAKEN = f"DELETE FROM outbox {_THOSE}"
TURNS_ENDED = f"UPDATE outbox SET turn = 0, due = {NEVER} {_THOSE}"
BEGUN_COLUMNS = ("guest", "table_id", "since", "deadline", "company", "remind", "tell")
TURNS_BEGUN = f"""
    INSERT INTO outbox SELECT new.guest, new.table_id, channels.id, kind, 1, new.since,
        new.deadline, new.company,
        CASE kind WHEN 'calendar' THEN {NEVER} WHEN 'mail' THEN remind ELSE tell END, 0, 0
    FROM {{rows}} AS new JOIN channels ON channels.guest = new.guest
    WHERE true ORDER BY 1, 2, 3
    ON CONFLICT (guest, table_id, channel) DO UPDATE SET
        turn = 1, deadline = excluded.deadline, company = excluded.company,
        since = CASE outbox.turn WHEN 1 THEN outbox.since ELSE excluded.since END,
        tries = CASE outbox.turn WHEN 1 THEN outbox.tries ELSE 0 END,
        due = CASE WHEN outbox.told = 1 OR (
            outbox.turn = 1 AND (outbox.kind <> 'mail' OR outbox.due = {NEVER})
        ) THEN outbox.due ELSE excluded.due END
"""


async def visited(store: Store, guest: str, table: str) -> None:
    """They look at the table: they need not be told, and will be again the next time."""
    values = guest, table
    await store.run(
        Statement("DELETE FROM outbox WHERE guest = $1 AND table_id = $2 AND turn = 0", values),
        Statement(
            f"UPDATE outbox SET told = 0, due = CASE kind WHEN 'mail' THEN due ELSE {NEVER} END "
            "WHERE guest = $1 AND table_id = $2",
            values,
        ),
    )


# --- sending -------------------------------------------------------------------------------------


async def kinds_due(store: Store, now: WallMs) -> set[Kind]:
    """The kinds of channels that have something to send."""
    sent: tuple[Kind, ...] = "push", "webhook", "mail"
    text = " UNION ALL ".join(
        f"SELECT '{kind}' WHERE EXISTS (SELECT 1 FROM outbox WHERE kind = '{kind}' AND due <= $1)"
        for kind in sent
    )
    (rows,) = await store.run(Statement(text, (now,)))
    return {kind for (kind,) in rows}


async def claim_turns(
    store: Store, kind: Kind, now: WallMs, until: WallMs, limit: int
) -> list[TurnRow]:
    """What is due. Nobody else gets it until `until`, which is its `due` until then."""
    text = f"""
        WITH chosen AS (
            SELECT guest, table_id, channel FROM outbox WHERE kind = $1 AND due <= $2
            ORDER BY due LIMIT $4 FOR UPDATE SKIP LOCKED
        )
        UPDATE outbox SET due = $3, tries = tries + 1
        WHERE (guest, table_id, channel) IN (SELECT guest, table_id, channel FROM chosen)
        RETURNING {_TURN}
    """
    (rows,) = await store.run(Statement(text, (kind, now, until, limit)))
    return [TurnRow(*row) for row in rows]


async def turn_told(store: Store, turn: TurnRow, *, stays: bool = True) -> None:
    """They were told; `stays` where they are not to be told again before they come."""
    await _settle(store, turn, NEVER, int(stays))


async def turn_again(store: Store, turn: TurnRow, due: WallMs) -> None:
    """It did not arrive: try again then, or NEVER."""
    await _settle(store, turn, due, 0)


async def _settle(store: Store, turn: TurnRow, due: WallMs, told: int) -> None:
    # Unless they came meanwhile, or somebody else has taken it.
    text = """
        UPDATE outbox SET due = $4, told = $5
        WHERE guest = $1 AND table_id = $2 AND channel = $3 AND due = $6
    """
    key = turn.guest, turn.table, turn.channel
    await store.run(Statement(text, (*key, due, told, turn.due)))


async def games_of(store: Store, tables: Collection[str]) -> dict[str, str]:
    """The game of each of these tables."""
    if not tables:
        return {}
    text = f"SELECT id, game FROM tables WHERE id IN {among(tables)}"
    (rows,) = await store.run(Statement(text, tuple(tables)))
    return dict(rows)


# --- channels ------------------------------------------------------------------------------------


async def channels_of(store: Store, guest: str) -> list[ChannelRow]:
    """All of somebody's, the oldest first."""
    text = f"SELECT {_CHANNEL} FROM channels WHERE guest = $1 ORDER BY made, id"
    (rows,) = await store.run(Statement(text, (guest,)))
    return [ChannelRow(*row) for row in rows]


async def channels_by_id(store: Store, ids: Collection[str]) -> dict[str, ChannelRow]:
    if not ids:
        return {}
    text = f"SELECT {_CHANNEL} FROM channels WHERE id IN {among(ids)}"
    (rows,) = await store.run(Statement(text, tuple(ids)))
    return {row[0]: ChannelRow(*row) for row in rows}


async def channel_at(store: Store, kind: Kind, target: str) -> ChannelRow | None:
    text = f"SELECT {_CHANNEL} FROM channels WHERE kind = $1 AND target = $2"
    (rows,) = await store.run(Statement(text, (kind, target)))
    return ChannelRow(*rows[0]) if rows else None


async def keep_channel(
    store: Store, row: ChannelRow, *, instead: Sequence[ChannelRow] = ()
) -> None:
    """Keep a channel in place of these. If there is one with its target, that one is changed."""
    anothers = "SELECT id FROM channels WHERE kind = $1 AND target = $2 AND guest <> $3"
    await store.run(
        *(statement for old in instead for statement in end_channel(old.kind, old.target)),
        Statement(
            f"DELETE FROM outbox WHERE channel IN ({anothers})", (row.kind, row.target, row.guest)
        ),
        Statement(
            f"""
            INSERT INTO channels ({_CHANNEL})
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (kind, target) DO UPDATE SET guest = excluded.guest,
                detail = excluded.detail, language = excluded.language, zone = excluded.zone,
                origin = excluded.origin, made = excluded.made, error = ''
            """,
            msgspec.structs.astuple(row),
        ),
    )


def end_channel(kind: Kind, target: str) -> tuple[Statement, Statement]:
    """Nothing is sent there any more."""
    values = kind, target
    rows = "SELECT id FROM channels WHERE kind = $1 AND target = $2"
    return (
        Statement(f"DELETE FROM outbox WHERE channel IN ({rows})", values),
        Statement("DELETE FROM channels WHERE kind = $1 AND target = $2", values),
    )


async def note_error(store: Store, channel: str, error: str) -> None:
    """Why the last message did not arrive; "" if it did."""
    text = "UPDATE channels SET error = $2 WHERE id = $1 AND error <> $2"
    await store.run(Statement(text, (channel, error)))


async def claim_digests(store: Store, now: WallMs, until: WallMs, limit: int) -> list[ChannelRow]:
    """The mail channels whose digest is due. Nobody else gets them until `until`."""
    text = f"""
        WITH chosen AS (
            SELECT id FROM channels WHERE kind = 'mail' AND due <= $1
            ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED
        )
        UPDATE channels SET due = $2 WHERE id IN (SELECT id FROM chosen) RETURNING {_CHANNEL}
    """
    (rows,) = await store.run(Statement(text, (now, until, limit)))
    return [ChannelRow(*row) for row in rows]


async def next_digest(store: Store, channel: ChannelRow, due: WallMs) -> None:
    await store.run(Statement("UPDATE channels SET due = $2 WHERE id = $1", (channel.id, due)))


async def turns_of(store: Store, channel: str) -> list[TurnRow]:
    """The turns that are somebody's now, least time first."""
    text = f"""
        SELECT {_TURN} FROM outbox WHERE channel = $1 AND turn = 1
        ORDER BY coalesce(deadline, {NEVER}), since
    """
    (rows,) = await store.run(Statement(text, (channel,)))
    return [TurnRow(*row) for row in rows]


async def setting(store: Store, name: str, fresh: str) -> str:
    """The house's own setting of that name; `fresh` if there was none, and from now on."""
    _, rows = await store.run(
        Statement("INSERT INTO settings VALUES ($1, $2) ON CONFLICT DO NOTHING", (name, fresh)),
        Statement("SELECT value FROM settings WHERE name = $1", (name,)),
    )
    value: str = rows[0][0]
    return value

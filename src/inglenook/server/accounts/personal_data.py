"""What the house keeps of a person: all of it can be seen by them, and forgotten.

Each room that keeps something lists it in `BELONGINGS`. What was played is kept by the tables: see
`server/live/forgetting.py`.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from inglenook.server.store import Statement, Store


class Belonging(NamedTuple):
    """One kind of thing that is kept."""

    name: str
    """Under which it stands in the file with all that is known of somebody."""
    gather: Callable[[Store, str], Awaitable[Any]]
    """What there is of a guest, to be written as JSON; secrets of the house are left out."""
    forget: Callable[[str, str], tuple[Statement, ...]]
    """Given a guest and the id that stands for them from now on: takes it all away, or gives it to
    that id where others would miss it."""


def belonging(name: str, table: str, shown: tuple[str, ...], order: str = "") -> Belonging:
    """Rows of a table of the database with a column `guest`: these columns are shown, all go."""

    async def gather(store: Store, guest: str) -> list[dict[str, Any]]:
        text = f"SELECT {', '.join(shown)} FROM {table} WHERE guest = $1"
        (rows,) = await store.run(Statement(f"{text} ORDER BY {order or shown[0]}", (guest,)))
        return [dict(zip(shown, row, strict=True)) for row in rows]

    def forget(guest: str, _: str) -> tuple[Statement, ...]:
        return (Statement(f"DELETE FROM {table} WHERE guest = $1", (guest,)),)

    return Belonging(name, gather, forget)


def shared(name: str, table: str, shown: tuple[str, ...], order: str) -> Belonging:
    """Rows that others would miss, or what is computed from games: they stay, as somebody's."""

    def forget(guest: str, stand_in: str) -> tuple[Statement, ...]:
        text = f"UPDATE {table} SET guest = $2 WHERE guest = $1"
        return (Statement(text, (guest, stand_in)),)

    return belonging(name, table, shown, order)._replace(forget=forget)


def _no_name(guest: str, _: str) -> tuple[Statement, ...]:
    """Nor the names of those who sat at the same screen."""
    mine = "guest = $1 OR (guest = '' AND number IN (SELECT number FROM results WHERE guest = $1))"
    text = f"UPDATE results SET name = '', name_key = '' WHERE {mine}"
    return (Statement(text, (guest,)),)


_RESULTS = ("number", "game", "seat", "name", "place", "score", "won", "rated")


async def _turns(store: Store, guest: str) -> list[dict[str, Any]]:
    text = "SELECT DISTINCT table_id, since, deadline FROM outbox WHERE guest = $1 AND turn = 1"
    (rows,) = await store.run(Statement(text, (guest,)))
    return [{"table": table, "since": at, "deadline": end} for table, at, end in rows]


def _forget_turns(guest: str, stand_in: str) -> tuple[Statement, ...]:
    """What others are told of turns at the same tables names them, too."""
    tables, who = "SELECT table_id FROM people WHERE guest IN ($1, $2)", (guest, stand_in)
    return (
        Statement(f"UPDATE outbox SET company = '' WHERE table_id IN ({tables})", who),
        Statement("DELETE FROM outbox WHERE guest = $1", (guest,)),
    )


def _unlink(guest: str, _: str) -> tuple[Statement, ...]:
    """Links to devices, those of others that were opened here, and questions to passkeys."""
    links = "DELETE FROM device_links WHERE guest = $1 OR opened_by = $1"
    return (
        Statement(links, (guest,)),
        Statement("DELETE FROM passkey_challenges WHERE guest = $1", (guest,)),
    )


async def _waiting(store: Store, guest: str) -> list[dict[str, Any]]:
    text = "SELECT address, ends FROM mail_codes WHERE asked_by = $1"
    (rows,) = await store.run(Statement(text, (guest,)))
    return [{"address": address, "ends": ends} for address, ends in rows]


def _forget_waiting(guest: str, _: str) -> tuple[Statement, ...]:
    return (Statement("DELETE FROM mail_codes WHERE asked_by = $1", (guest,)),)


async def _bots(store: Store, guest: str) -> list[dict[str, Any]]:
    text = "SELECT handle, name, made, seen FROM bots WHERE author = $1 ORDER BY made"
    (rows,) = await store.run(Statement(text, (guest,)))
    return [dict(zip(("handle", "name", "made", "seen"), row, strict=True)) for row in rows]


def _forget_bots(guest: str, _: str) -> tuple[Statement, ...]:
    """A bot that is forgotten, and those of an author who is."""
    return (Statement("DELETE FROM bots WHERE guest = $1 OR author = $1", (guest,)),)


async def _blocks(store: Store, guest: str) -> list[dict[str, Any]]:
    text = "SELECT made, ends, why FROM blocks WHERE kind = 'person' AND whom = $1"
    (rows,) = await store.run(Statement(text, (guest,)))
    return [dict(zip(("made", "ends", "why"), row, strict=True)) for row in rows]


def _forget_blocks(guest: str, _: str) -> tuple[Statement, ...]:
    """The log of what the host did keeps that it was done, and not to whom."""
    noted = "UPDATE acts SET act = replace(act, $1, '') WHERE act LIKE '%' || $1 || '%'"
    return (
        Statement("DELETE FROM blocks WHERE kind = 'person' AND whom = $1", (guest,)),
        Statement(noted, (guest,)),
    )


BELONGINGS: tuple[Belonging, ...] = (
    belonging("profile", "profiles", ("handle", "name", "token", "languages", "made")),
    belonging("recovery_code", "recoveries", ("made",)),
    belonging("device_links", "device_links", ("state", "ends"))._replace(forget=_unlink),
    belonging("passkeys", "passkeys", ("host", "made", "used"), "made"),
    belonging("mail", "addresses", ("address", "confirmed")),
    Belonging("mail_codes", _waiting, _forget_waiting),
    belonging(
        "channels", "channels", ("kind", "detail", "language", "zone", "made", "error"), "made"
    ),
    Belonging("bots", _bots, _forget_bots),
    Belonging("turns", _turns, _forget_turns),
    Belonging("blocks", _blocks, _forget_blocks),
    belonging("seek", "seeks", ("kind", "name", "since")),
    belonging("puzzles", "attempts", ("game", "puzzle", "day", "at", "rating", "solved"), "at"),
    belonging("vacations", "vacations", ("began", "ended")),
    belonging("days", "days", ("day", "game", "table_id", "score"), "day"),
    belonging("page", "pages", ("shows",)),
    belonging("names", "results", ("name",))._replace(forget=_no_name),
    shared("results", "results", _RESULTS, "number"),
    shared("words", "said", ("number", "word", "times"), "number"),
    shared("rating_steps", "rating_steps", ("number", "scale", "mu", "sigma"), "number"),
    shared("ratings", "ratings", ("scale", "mu", "sigma", "games"), "scale"),
)


async def gather(store: Store, guest: str) -> dict[str, Any]:
    """All that is kept of a guest besides the tables."""
    return {each.name: await each.gather(store, guest) for each in BELONGINGS}


def forget(guest: str, stand_in: str) -> tuple[Statement, ...]:
    """What takes all of it away."""
    return tuple(statement for each in BELONGINGS for statement in each.forget(guest, stand_in))

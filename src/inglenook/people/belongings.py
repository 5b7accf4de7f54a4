"""What the house keeps of a person: all of it can be seen by them, and forgotten.

Each room that keeps something lists it in `BELONGINGS`. What was played is kept by the tables: see
`tables/forgetting.py`.
"""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from inglenook.store import Statement, Store


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


BELONGINGS: tuple[Belonging, ...] = (
    belonging("profile", "profiles", ("handle", "name", "token", "languages", "made")),
    belonging("recovery_code", "recoveries", ("made",)),
    belonging("device_links", "device_links", ("state", "ends")),
    belonging("passkeys", "passkeys", ("host", "made", "used"), "made"),
    belonging("mail", "addresses", ("address", "confirmed")),
    belonging("puzzles", "attempts", ("game", "puzzle", "day", "at", "rating", "solved"), "at"),
    belonging("vacations", "vacations", ("began", "ended")),
    belonging("days", "days", ("day", "game", "table_id", "score"), "day"),
)


async def gather(store: Store, guest: str) -> dict[str, Any]:
    """All that is kept of a guest besides the tables."""
    return {each.name: await each.gather(store, guest) for each in BELONGINGS}


def forget(guest: str, stand_in: str) -> tuple[Statement, ...]:
    """What takes all of it away."""
    return tuple(statement for each in BELONGINGS for statement in each.forget(guest, stand_in))

"""Taking whole tables away: at the host's word, or when they have been kept for long enough."""

from collections.abc import Collection

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store, among

_OF_TABLE = (
    "entries", "happenings", "people", "here", "analyses", "days", "outbox", "uploads", "finished",
)  # fmt: skip
"""Where rows of a table lie, by its id; what history made of it comes before."""
_OF_GAME = ("results", "said")


def remove(tables: Collection[str]) -> tuple[Statement, ...]:
    """What takes these tables away, with all that was played there.

    Ratings stay as these games have left them.
    """
    these = among(tables)
    values = tuple(tables)
    games = f"SELECT number FROM finished WHERE table_id IN {these}"
    return (
        *(Statement(f"DELETE FROM {name} WHERE number IN ({games})", values) for name in _OF_GAME),
        *(Statement(f"DELETE FROM {name} WHERE table_id IN {these}", values) for name in _OF_TABLE),
        Statement(f"DELETE FROM tables WHERE id IN {these}", values),
    )


async def old_uploads(store: Store, before: WallMs, limit: int) -> list[str]:
    """Tables of records that were brought along before then."""
    text = "SELECT table_id FROM uploads WHERE at < $1 ORDER BY at LIMIT $2"
    return await _column(store, Statement(text, (before, limit)))


async def old_games(store: Store, before: WallMs, limit: int) -> list[str]:
    """Tables whose games were over before then."""
    text = """SELECT id FROM tables WHERE status = 'over' AND updated < $1
        AND id NOT IN (SELECT table_id FROM uploads) ORDER BY updated LIMIT $2"""
    return await _column(store, Statement(text, (before, limit)))


async def _column(store: Store, statement: Statement) -> list[str]:
    (rows,) = await store.run(statement)
    return [value for (value,) in rows]

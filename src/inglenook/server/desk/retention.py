"""Deleting what has been kept for as long as the house rules say."""

from collections.abc import Awaitable, Callable

from inglenook.core.units import DAY_MS, WallMs
from inglenook.server.desk.acts import Done, note
from inglenook.server.desk.removal import old_games, old_uploads, remove
from inglenook.server.settings import HouseRules
from inglenook.server.store import Store, wall_ms

EVERY_S = 3600.0
"""Seconds between two looks."""
AT_ONCE = 100
"""Tables that are deleted in one transaction: others wait for it."""
WHO = "house rules"

Find = Callable[[Store, WallMs, int], Awaitable[list[str]]]


async def tidy(store: Store, rules: HouseRules) -> int:
    """Delete what is due; how many tables that were. One worker at a time does it."""
    if not await store.hold("retention"):
        return 0
    try:
        uploads = await _remove(store, old_uploads, rules.keep_uploads_days)
        games = await _remove(store, old_games, rules.keep_games_days)
    finally:
        await store.let_go("retention")
    if uploads or games:
        await note(store, WHO, Done("expired", detail=f"uploads {uploads}, games {games}"))
    return uploads + games


async def _remove(store: Store, find: Find, days: int) -> int:
    """How many were removed; `days` of 0 keep all for ever."""
    before, count = wall_ms() - days * DAY_MS, 0
    while days and (tables := await find(store, before, AT_ONCE)):
        await store.run(*remove(tables))
        count += len(tables)
    return count

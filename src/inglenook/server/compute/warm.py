"""Games are loaded and compiled once, at their first table."""

import asyncio
import gc
from functools import cache

from inglenook.core.registry import find_game


@cache
def warm(game: str) -> None:
    """Load what the first move of a game would have to wait for: up to a second, in a thread.

    A server does so for a game at its first table.
    """
    find_game(game).warm()
    # It stays for good, and is a lot: the collector need not look at it again and again.
    gc.freeze()


async def warmed(game: str) -> None:
    """Wait until a table of a game can be shown and played at; Refused as `find_game` does."""
    await asyncio.to_thread(warm, game)

"""Waiting for a store that is being started again."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from inglenook.store.base import StoreLost

AGAIN = 0.25
"""Seconds between two attempts to reach it."""

T = TypeVar("T")


async def patiently(attempt: Callable[[], Awaitable[T]], seconds: float) -> T:
    """What an attempt comes to that finds the store; StoreLost if for so long none did.

    The first one may have been written all the same: an attempt must bear being made twice.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return await attempt()
        except StoreLost:
            if time.monotonic() > until:
                raise
        await asyncio.sleep(AGAIN)

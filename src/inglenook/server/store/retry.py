"""Waiting for a store that is being restarted."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from inglenook.server.store.base import StoreLost

AGAIN = 0.25
"""Seconds between two attempts to reach it."""

T = TypeVar("T")


async def patiently(attempt: Callable[[], Awaitable[T]], seconds: float) -> T:
    """The result of the first attempt that reaches the store; StoreLost if none does in time.

    An earlier one may have been written anyway: an attempt must be safe to make twice.
    """
    until = time.monotonic() + seconds
    while True:
        try:
            return await attempt()
        except StoreLost:
            if time.monotonic() > until:
                raise
        await asyncio.sleep(AGAIN)

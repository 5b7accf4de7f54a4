"""What is done at a table while nobody waits for it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from inglenook.core.game import Refused
from inglenook.server import metrics
from inglenook.server.store import Conflict, StoreFailed, StoreLost

AGAIN = 1.0
"""Seconds after which a lost store is looked for again."""
REST = 5.0
"""Seconds after which a table whose bot or clock has failed goes on."""

log = logging.getLogger(__name__)
T = TypeVar("T")


class Background:
    """Jobs of one table. Whatever becomes of them, play goes on from what the store holds."""

    __slots__ = ("_is_watched", "_reload", "_rests_until", "_table_id", "_tasks")

    def __init__(
        self, table_id: str, reload: Callable[[], Awaitable[None]], is_watched: Callable[[], bool]
    ) -> None:
        self._table_id = table_id
        self._reload = reload
        self._is_watched = is_watched
        self._tasks: set[asyncio.Task[Any]] = set()
        self._rests_until = 0.0

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    @property
    def rest_s(self) -> float:
        """Seconds for which nothing new should begin, so that it does not fail at every visit."""
        return self._rests_until and max(0.0, self._rests_until - time.monotonic())

    def start(self, job: Callable[..., Awaitable[None]], *about: Any) -> None:
        """Do it; if it fails, begin again from the store."""
        self.keep(asyncio.create_task(self._guard(job, *about)))

    def keep(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        """Hold on to a task until it is done, or the table is closed."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guard(self, job: Callable[..., Awaitable[None]], *about: Any) -> None:
        try:
            await job(*about)
            return
        except Conflict:
            metrics.CONFLICTS.inc()
        except StoreLost:
            await asyncio.sleep(AGAIN)
        except StoreFailed as e:
            log.error("play does not go on by itself: %s", e, extra={"table": self._table_id})
            await self._rest()
        except Exception as e:  # whatever it is, a table must not stand still for ever
            if isinstance(e, Refused) and e.code == "unknown-table":
                return  # the host has deleted it
            log.exception("play does not go on by itself", extra={"table": self._table_id})
            await self._rest()
            if not self._is_watched():
                return
        self.start(self._reload)

    async def _rest(self) -> None:
        self._rests_until = time.monotonic() + REST
        await asyncio.sleep(REST)

    async def close(self) -> None:
        """Stop it all."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

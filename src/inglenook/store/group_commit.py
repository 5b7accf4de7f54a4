"""Group commit: changes that arrive while a commit is under way share the next one.

It costs no durability and saves most of the syncs to disk.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

from inglenook import metrics
from inglenook.store.base import Change, StoreFailed

Batch = list[tuple[Change, ...]]
Write = Callable[[Batch], Awaitable[list[Exception | None]]]
"""Writes a batch; says what went wrong with each part of it."""


class Committer:
    def __init__(self, write: Write) -> None:
        self._write = write
        self._waiting: list[tuple[tuple[Change, ...], asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    def commit(self, changes: tuple[Change, ...]) -> asyncio.Future[None]:
        """Done when these are written, together; or it raises what went wrong with them."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append((changes, done))
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        return done

    async def _drain(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            began = time.monotonic()
            faults = await self._write([changes for changes, _ in batch])
            metrics.COMMIT_SECONDS.observe(time.monotonic() - began)
            metrics.COMMIT_CHANGES.observe(len(batch))
            metrics.COMMIT_QUEUE.set(len(self._waiting))
            for (_, done), fault in zip(batch, faults, strict=True):
                if isinstance(fault, StoreFailed):
                    metrics.STORE_FAILURES.inc()
                if done.cancelled():
                    continue
                if fault:
                    done.set_exception(fault)
                else:
                    done.set_result(None)
        self._task = None

    async def finish(self) -> None:
        """Wait for all that is being written."""
        if self._task:
            await self._task

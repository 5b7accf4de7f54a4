"""Group commit: changes that arrive while a commit is under way share the next one.

It costs no durability and saves most of the syncs to disk.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from inglenook.server import metrics
from inglenook.server.store.base import Change, StoreFailed

Batch = list[tuple[Change, ...]]
Write = Callable[[Batch], Awaitable[list[Exception | None]]]
"""Writes a batch; says what went wrong with each part of it."""


log = logging.getLogger(__name__)


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
        try:
            while self._waiting:
                await self._write_waiting()
        finally:
            self._task = None

    async def _write_waiting(self) -> None:
        """Write all changes that wait as one batch, and say what came of each."""
        batch, self._waiting = self._waiting, []
        began = time.monotonic()
        faults: list[Exception | None]
        try:
            faults = await self._write([changes for changes, _ in batch])
        except Exception as e:  # a fault of the program: those who wait must hear of it
            log.exception("a batch could not be written")
            faults = [StoreFailed(f"{type(e).__name__}: {e}")] * len(batch)
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

    async def finish(self) -> None:
        """Wait for all that is being written."""
        if self._task:
            await self._task

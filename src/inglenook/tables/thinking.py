"""Where bots think: in processes of their own, so that the event loop never computes."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from inglenook import bots
from inglenook.games import games

WORKERS = max(1, min(4, (os.cpu_count() or 1) - 1))
log = logging.getLogger(__name__)


class Thinker:
    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._warm = False

    def warm(self) -> None:
        """Have the bots loaded and compiled in the background before anyone waits for them."""
        if not self._warm:
            self._warm = True
            for _ in range(WORKERS):
                self._running().submit(_warm_up)

    async def choose(
        self, name: str, level: str, view: Any, seat: int, seed: str, seq: int
    ) -> bots.Answer:
        """A bot's answer. If the processes died, new ones are started, once."""
        job = (name, level, view, seat, seed, seq)
        loop = asyncio.get_running_loop()
        pool = self._running()
        try:
            return await loop.run_in_executor(pool, bots.choose, *job)
        except BrokenProcessPool:
            if self._pool is pool:
                log.warning("the bots' processes died; starting new ones")
                self._pool = None
            return await loop.run_in_executor(self._running(), bots.choose, *job)

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned, not forked: a fork would take the server's sockets and threads along.
            self._pool = ProcessPoolExecutor(
                WORKERS, multiprocessing.get_context("spawn"), initializer=_start
            )
        return self._pool

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _start() -> None:
    """Prepare a process of the pool: polite to the server, and gone when the server is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
    os._exit(0)


def _warm_up() -> None:
    for name in games():
        bots.bot(name).warm()

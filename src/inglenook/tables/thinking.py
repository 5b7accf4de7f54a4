"""Where bots think and NATURE's slow moves are computed, so that the event loop never computes."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from inglenook import bots
from inglenook.game import Move, Rng
from inglenook.games import game, games

WORKERS = max(1, min(4, (os.cpu_count() or 1) - 1))
log = logging.getLogger(__name__)
T = TypeVar("T")


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
        """A bot's answer."""
        return await self._run(bots.choose, name, level, view, seat, seed, seq)

    async def advise(
        self, name: str, view: Any, seat: int, seed: str, seq: int
    ) -> tuple[bots.Advice, ...]:
        """The moves a bot would consider; Refused `no-hints` where none can be had."""
        return await self._run(bots.advise, name, view, seat, seed, seq)

    async def nature(self, name: str, state: Any, seed: str, seq: int) -> Move:
        """NATURE's move in a state of a game, as entry `seq`."""
        return await self._run(_nature, name, state, seed, seq)

    async def _run(self, function: Callable[..., T], *job: Any) -> T:
        """Do it in one of the processes. If they died, new ones are started, once."""
        loop = asyncio.get_running_loop()
        pool = self._running()
        try:
            return await loop.run_in_executor(pool, function, *job)
        except BrokenProcessPool:
            if self._pool is pool:
                log.warning("the bots' processes died; starting new ones")
                self._pool = None
            return await loop.run_in_executor(self._running(), function, *job)

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


def _nature(name: str, state: Any, seed: str, seq: int) -> Move:
    return game(name).nature(state, Rng(seed, seq))


def _warm_up() -> None:
    for name in games():
        bots.bot(name).warm()

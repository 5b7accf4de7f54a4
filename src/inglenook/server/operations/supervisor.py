"""Several workers on one machine: a process that serves nobody, and looks after those that do."""

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

from inglenook.server.operations import logs
from inglenook.server.operations.worker import work
from inglenook.server.outbound.outbound_settings import Reach
from inglenook.server.settings import HouseRules
from inglenook.server.sockets.socket_handover import Homes
from inglenook.server.store import CannotOpen, Location, prepare

PAUSE, LONGEST_PAUSE = 0.1, 10.0
"""Seconds before a worker that died is started again: twice as many each time it dies young."""
YOUNG = 10.0
"""Seconds that a worker lives at least if nothing is wrong with it."""
LAST_CALL = 10.0
"""Seconds after which a worker that was told to go is killed."""

log = logging.getLogger(__name__)


def supervise(
    listener: socket.socket,
    location: Location,
    reach: Reach,
    rules: HouseRules,
    count: int,
    ready: Callable[[], None],
) -> None:
    """Have `count` workers serve until SIGINT or SIGTERM; SIGHUP replaces them one by one.

    `ready` is called once all of them are. CannotOpen if the location cannot be used.
    """
    prepare(location)
    with tempfile.TemporaryDirectory(prefix="inglenook-") as shared:
        # Workers write their metrics into this folder, so that any of them can report those of all;
        # their hatches (homes.py) are here too.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared
        asyncio.run(_Supervisor(listener, location, reach, rules, count, Path(shared)).run(ready))


class _Supervisor:
    def __init__(
        self,
        listener: socket.socket,
        location: Location,
        reach: Reach,
        rules: HouseRules,
        count: int,
        shared: Path,
    ) -> None:
        self._listener = listener
        self._location = location
        self._reach = reach
        self._rules = rules
        self._count = count
        self._shared = shared
        self._alive: set[_Worker] = set()
        self._serving: dict[int, _Worker] = {}
        """By number; one that is to take another's place is not among them yet."""

    async def run(self, ready: Callable[[], None]) -> None:
        loop, stop, renew = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, stop.set)
        loop.add_signal_handler(signal.SIGHUP, renew.set)
        log.info("starting", extra={"pid": os.getpid(), "workers": self._count})
        ready_ones = {number: asyncio.Event() for number in range(1, self._count + 1)}
        chores = [
            asyncio.create_task(self._announce(ready, tuple(ready_ones.values()))),
            asyncio.create_task(self._renew(renew)),
            *(asyncio.create_task(self._keep(*each)) for each in ready_ones.items()),
        ]
        await stop.wait()
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._alive))
        log.info("stopped", extra={"pid": os.getpid()})

    async def _announce(self, ready: Callable[[], None], ones: tuple[asyncio.Event, ...]) -> None:
        for one in ones:
            await one.wait()
        ready()

    async def _keep(self, number: int, ready: asyncio.Event) -> None:
        """Make sure there is always a worker with that number."""
        pause = PAUSE
        while True:
            try:
                worker = self._serving[number] = self._start(number)
            except OSError as e:
                log.error("worker %s cannot be started: %s", number, e.strerror)
                await asyncio.sleep(LONGEST_PAUSE)
                continue
            if await worker.ready():
                ready.set()
            while not (worker := self._serving[number]).ended.done():
                await asyncio.wait([worker.ended])
            status = worker.ended.result()
            level = logging.ERROR if status else logging.INFO
            log.log(level, "worker %s ended", number, extra={"pid": worker.pid, "status": status})
            pause = min(2 * pause, LONGEST_PAUSE) if worker.age < YOUNG else PAUSE
            await asyncio.sleep(pause)

    async def _renew(self, asked: asyncio.Event) -> None:
        """Replace the workers by new ones whenever that is asked for, one after the other."""
        while True:
            await asked.wait()
            asked.clear()
            log.info("replacing the workers")
            for number in range(1, self._count + 1):
                if not await self._replace(number):
                    log.error("there is no new worker %s, and the old one stays", number)
                    break

    async def _replace(self, number: int) -> bool:
        """Whether a new worker serves in the place of an old one."""
        try:
            fresh = self._start(number)
        except OSError:
            return False
        if not await fresh.ready():
            return False
        old, self._serving[number] = self._serving[number], fresh
        await old.stop()
        return True

    def _start(self, number: int) -> "_Worker":
        worker = _Worker(
            number,
            self._listener,
            self._location,
            self._reach,
            self._rules,
            self._count,
            self._shared,
        )
        self._alive.add(worker)
        worker.ended.add_done_callback(lambda _: self._alive.discard(worker))
        return worker


class _Worker:
    """A worker's process, from outside."""

    def __init__(
        self,
        number: int,
        listener: socket.socket,
        location: Location,
        reach: Reach,
        rules: HouseRules,
        count: int,
        shared: Path,
    ) -> None:
        # Spawned, not forked: a new one runs the program as it is installed by then.
        context = multiprocessing.get_context("spawn")
        self._hears, says = context.Pipe(duplex=False)
        self._process = context.Process(
            target=_work, args=(number, listener, location, reach, rules, count, shared, says)
        )
        self._process.start()
        says.close()
        self._began = time.monotonic()
        self.ended = asyncio.create_task(self._end())
        """Its exit status, when it has gone."""

    @property
    def pid(self) -> int:
        assert self._process.pid
        return self._process.pid

    @property
    def age(self) -> float:
        """In seconds."""
        return time.monotonic() - self._began

    async def ready(self) -> bool:
        """Wait until it serves; False if it died before."""
        await _readable(self._hears.fileno())
        try:
            self._hears.recv_bytes()
        except EOFError:
            return False
        finally:
            self._hears.close()
        return True

    async def stop(self) -> None:
        """Tell it to go, and make sure it does."""
        self._process.terminate()
        await asyncio.wait([self.ended], timeout=LAST_CALL)
        if not self.ended.done():
            log.error("a worker did not go, and is killed", extra={"pid": self.pid})
            self._process.kill()
            await asyncio.wait([self.ended])

    async def _end(self) -> int | None:
        await _readable(self._process.sentinel)
        self._process.join()
        mark_process_dead(self.pid)  # type: ignore[no-untyped-call] # the library is untyped here
        return self._process.exitcode


async def _readable(file: int) -> None:
    loop = asyncio.get_running_loop()
    seen = asyncio.Event()
    loop.add_reader(file, seen.set)
    try:
        await seen.wait()
    finally:
        loop.remove_reader(file)


def _work(
    number: int,
    listener: socket.socket,
    location: Location,
    reach: Reach,
    rules: HouseRules,
    count: int,
    shared: Path,
    supervisor: Connection,
) -> None:
    """What a worker's process does."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    logs.start(number)
    threading.Thread(target=_follow_parent, daemon=True).start()
    try:
        homes = Homes(shared, number, count)
        ready = partial(supervisor.send_bytes, b"ready")
        work(listener, location, reach, rules, count, ready, homes)
    except CannotOpen as e:
        log.error("cannot start: %s", e)
        sys.exit(2)
    except Exception:  # whatever it is, the log and the exit status say so
        log.exception("failed")
        sys.exit(1)


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
    os.kill(os.getpid(), signal.SIGTERM)

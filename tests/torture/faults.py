"""All that can go wrong around a table, in an order that a seed decides."""

import asyncio
import signal
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import count
from random import Random

import asyncpg
import psutil

from inglenook.server.store import GRACE
from tests.postgres import Postgres
from tests.serving import Server
from tests.torture import story
from tests.torture.proxy import Proxy
from tests.torture.servers import OnPostgres, Place, bots_of, send_signal
from tests.torture.story import WrongTime

Fault = Callable[[], Awaitable[object]]
LISTENERS = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE query ILIKE 'LISTEN%' AND pid <> pg_backend_pid();"""
DAY = 86_400
HANGS = (70.0, 95.0)
"""Seconds for which something hangs for long."""
SKEWED = (15.0, 40.0)
"""Seconds for which the clock of one machine is wrong."""
HOLD_BEATS = "BEGIN; LOCK TABLE workers IN EXCLUSIVE MODE"
SLOW = 2.0
"""Seconds that taking this lock may last."""
UNREACHABLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What happens to whoever asks a database that is being killed."""
RECOVERS = 20
"""Looks, half a second apart, after which a PostgreSQL will not come back by itself."""
Ready = Callable[[], Awaitable[None]]
"""Waits until it is time for another fault."""


class Faults:
    """Each method is one fault: when it returns, what it broke is whole again, or starting."""

    def __init__(self, place: Place, seed: str) -> None:
        self._place = place
        self._rng = Random(seed)
        self.tally = Counter[str]()
        self.wrong_times: list[WrongTime] = []
        """When clocks were wrong."""
        self.over = asyncio.Event()
        """Set when faults that last for long should end."""

    async def keep_coming(self, faults: Sequence[Fault], pause: float, ready: Ready) -> None:
        """One after the other until it is cancelled; each comes once before any comes again."""
        while True:
            for fault in self._rng.sample(faults, len(faults)):
                await asyncio.sleep(self._rng.uniform(0.3, 1.7) * pause)
                await ready()
                await self.happen(fault)

    async def happen(self, fault: Fault) -> None:
        # Even if it is interrupted: what was stopped must go on, what was killed must be started.
        job = asyncio.create_task(_done(fault))
        try:
            await asyncio.shield(job)
        except asyncio.CancelledError:
            await job
            raise
        finally:
            self.tally[fault.__name__.replace("_", " ")] += 1

    def networks(self) -> list[Fault]:
        """What goes wrong with the lines."""
        front: list[Fault] = [
            self.cut_clients,
            self.cut_all_clients,
            self.delay_clients,
            self.freeze_clients,
            self.refuse_clients,
        ]
        back: list[Fault] = [self.cut_database, self.delay_database, self.freeze_database]
        return front + back if isinstance(self._place, OnPostgres) else front

    def machines(self) -> list[Fault]:
        """What goes wrong with the processes."""
        whole: list[Fault] = [self.fill_disk, self.jump_clock] if self._place.shims else []
        if not isinstance(self._place, OnPostgres):
            return [*whole, self.kill_server, self.pause_server, self.kill_bots]
        return [
            *whole,
            self.kill_worker,
            self.kill_bots,
            self.pause_worker,
            self.kill_postgres,
            self.drop_listeners,
            self.replace_workers,
            *([self.kill_machine] if len(self._place.servers) > 1 else []),
        ]

    def long(self) -> list[Fault]:
        """What lasts for a minute and more, while all else goes on and goes wrong."""
        if not isinstance(self._place, OnPostgres):
            return []
        hanging: list[Fault] = [self.hang_worker]
        if len(self._place.servers) > 1:
            hanging.append(self.hang_machine)
            hanging += [self.skew_machine] if self._place.shims else []
        return hanging

    # --- lines -----------------------------------------------------------------------------------

    async def cut_clients(self) -> None:
        self._front().cut(self._rng.uniform(0.05, 0.6), self._rng)

    async def cut_all_clients(self) -> None:
        for proxy in self._place.front:
            proxy.cut(1, self._rng)

    async def delay_clients(self) -> None:
        await self._delay(self._front(), 0.3)

    async def freeze_clients(self) -> None:
        await self._freeze(self._front())

    async def refuse_clients(self) -> None:
        proxy = self._front()
        proxy.refusing = True
        proxy.cut(0.5, self._rng)
        await self._while(2)
        proxy.refusing = False

    async def cut_database(self) -> None:
        self._back().cut(self._rng.choice((0.5, 1)), self._rng)

    async def delay_database(self) -> None:
        await self._delay(self._back(), 0.1)

    async def freeze_database(self) -> None:
        await self._freeze(self._back())

    async def _delay(self, proxy: Proxy, most: float) -> None:
        proxy.delay = self._rng.uniform(most / 10, most)
        await self._while(5)
        proxy.delay = 0

    async def _freeze(self, proxy: Proxy) -> None:
        proxy.freeze()
        await self._while(5)
        # Some come back to life, some do not.
        proxy.cut(0.3, self._rng)
        proxy.thaw()

    # --- processes -------------------------------------------------------------------------------

    async def kill_worker(self) -> None:
        """kill -9. The supervisor starts another."""
        workers = self._server().workers()
        if workers:
            send_signal(self._rng.choice(workers), signal.SIGKILL)

    async def kill_bots(self) -> None:
        """All processes in which the bots of one worker think and towers settle."""
        server = self._server()
        workers = server.workers() if isinstance(self._place, OnPostgres) else [server.pid]
        for process in bots_of(self._rng.choice(workers)) if workers else []:
            send_signal(process, signal.SIGKILL)

    async def pause_worker(self) -> None:
        """It stops for a while, and goes on as if nothing had happened."""
        workers = self._server().workers()
        if workers:
            await self._pause(self._rng.choice(workers))

    async def replace_workers(self) -> None:
        """As for an upgrade: new ones take over, one after the other."""
        send_signal(self._server().pid, signal.SIGHUP)

    async def kill_server(self) -> None:
        """kill -9, and start it again."""
        server = self._server()
        await asyncio.to_thread(server.kill)
        await self._while(1)
        await asyncio.to_thread(server.start)

    async def kill_machine(self) -> None:
        """A server with all its workers, at once; later it is there again."""
        server = self._server()
        workers = server.workers()
        await asyncio.to_thread(server.kill)
        for worker in workers:
            send_signal(worker, signal.SIGKILL)
        await self._while(3)
        while True:
            try:
                await asyncio.to_thread(server.start)
                return
            except AssertionError:  # it says why in its log: the database cannot be reached
                await asyncio.sleep(1)

    async def pause_server(self) -> None:
        await self._pause(self._server().pid)

    async def _pause(self, process: int) -> None:
        send_signal(process, signal.SIGSTOP)
        await self._while(5)
        send_signal(process, signal.SIGCONT)

    async def kill_postgres(self) -> None:
        """kill -9, and start it again."""
        assert isinstance(self._place, OnPostgres)
        await asyncio.to_thread(self._place.postgres.kill)
        await self._while(3)
        await asyncio.to_thread(self._place.postgres.start)

    async def fill_disk(self) -> None:
        """No space left where the store is, for a while. PostgreSQL dies of that."""
        assert self._place.shims
        self._place.shims.fill(self._place.folder)
        await self._while(3)
        self._place.shims.make_room()
        if isinstance(self._place, OnPostgres):
            await self._bring_back(self._place.postgres)

    async def _bring_back(self, postgres: Postgres) -> None:
        """Start it if it has died. One that died twice in its recovery may stay there for ever: as
        a host would, end that one first."""
        for tries in count(1):
            try:
                await asyncio.to_thread(postgres.start)
                await asyncio.to_thread(postgres.psql, "SELECT 1;")
                return
            except (AssertionError, subprocess.SubprocessError):  # it is still coming back
                await asyncio.sleep(0.5)
            if tries % RECOVERS == 0:
                with suppress(psutil.NoSuchProcess):
                    await asyncio.to_thread(postgres.kill)

    async def jump_clock(self) -> None:
        """Everywhere it is a day later or earlier at once, never more than one from the truth."""
        shims = self._place.shims
        assert shims
        ways = [way for way in (-DAY, DAY) if abs(shims.ahead + way) <= DAY]
        now = story.now()
        self.wrong_times.append(WrongTime(now, now, GRACE))
        shims.jump(self._rng.choice(ways))

    async def drop_listeners(self) -> None:
        """End the connections on which workers hear of each other's commits, and no others."""
        assert isinstance(self._place, OnPostgres)
        await asyncio.to_thread(self._place.postgres.psql, LISTENERS)

    # --- for long --------------------------------------------------------------------------------

    async def hang_worker(self) -> None:
        """It stops for longer than a time that is written down may be ahead of a worker's own."""
        workers = self._server().workers()
        if workers:
            await self._hang([self._rng.choice(workers)])

    async def hang_machine(self) -> None:
        """All workers of a server stop for as long, and go on at the same time."""
        await self._hang(self._server().workers())

    async def _hang(self, workers: list[int]) -> None:
        assert isinstance(self._place, OnPostgres)
        for worker in workers:
            send_signal(worker, signal.SIGSTOP)
        await self._for_long(HANGS)
        # Then they can read before they can say that they are alive.
        with suppress(*UNREACHABLE):
            connection = await asyncpg.connect(self._place.database, timeout=SLOW)
            try:
                await connection.execute(HOLD_BEATS, timeout=SLOW)
            except UNREACHABLE:
                pass
            finally:
                for worker in workers:
                    send_signal(worker, signal.SIGCONT)
                await asyncio.sleep(self._rng.uniform(1, 4))
                connection.terminate()
        for worker in workers:
            send_signal(worker, signal.SIGCONT)

    async def skew_machine(self) -> None:
        """The clock of one machine is wrong by some seconds, and later it is right again."""
        shims = self._place.shims
        assert shims
        machine = self._rng.randrange(len(self._place.servers))
        seconds = self._rng.choice((-4, -2, 2, 4))
        began = story.now()
        shims.skew(machine, seconds)
        try:
            await self._for_long(SKEWED)
        finally:
            shims.skew(machine, 0)
            self.wrong_times.append(WrongTime(began, story.now(), abs(seconds) * 1000))

    async def _for_long(self, seconds: tuple[float, float]) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.over.wait(), self._rng.uniform(*seconds))

    # --- chance ----------------------------------------------------------------------------------

    def _server(self) -> Server:
        return self._rng.choice(self._place.servers)

    def _front(self) -> Proxy:
        return self._rng.choice(self._place.front)

    def _back(self) -> Proxy:
        assert isinstance(self._place, OnPostgres)
        return self._place.back

    async def _while(self, most: float) -> None:
        await asyncio.sleep(self._rng.uniform(most / 4, most))


async def _done(fault: Fault) -> None:
    await fault()

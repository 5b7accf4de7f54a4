"""What is tortured: real servers on a real store, with networks between that can fail."""

import asyncio
import contextlib
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import asyncpg
import psutil

from inglenook.server.store import EntryRow, SeatingRow
from inglenook.server.store.base import table_row
from tests.postgres import Postgres
from tests.serving import Server
from tests.torture.proxy import Proxy, to_port, to_socket
from tests.torture.shims import Shims
from tests.torture.story import Log

TABLES = """SELECT id, game, rules, seats, options, seed, creator, created, time_control, listed
    FROM tables"""
ENTRIES = """SELECT table_id, seq, t, seat, move, lag, at, guest, ask FROM entries
    ORDER BY table_id, seq"""
SEATING_EVENTS = "SELECT table_id, seq, what, at, guest, ask FROM happenings ORDER BY table_id, seq"
COUNTS = "SELECT table_id, count(*) FROM entries GROUP BY table_id"


class Place(Protocol):
    """Servers, and the networks around them."""

    servers: list[Server]
    front: list[Proxy]
    """Between the clients and each server."""
    folder: Path
    """Where the store keeps everything."""
    shims: Shims | None
    """With which disk and clock it lives; None: with those of this machine."""

    async def read(self, query: str) -> list[tuple[Any, ...]]:
        """What the database answers, asked behind the servers' backs."""


async def logs(place: Place) -> list[Log]:
    """All that is stored, table by table."""
    rows = [table_row(columns) for columns in await place.read(TABLES)]
    entries = _by_table(EntryRow(*columns) for columns in await place.read(ENTRIES))
    events = _by_table(SeatingRow(*columns) for columns in await place.read(SEATING_EVENTS))
    return [Log(row, tuple(entries.get(row.id, ())), tuple(events.get(row.id, ()))) for row in rows]


def _by_table(rows: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for row in rows:
        found.setdefault(row.table, []).append(row)
    return found


class OnSqlite:
    """One server with its own folder."""

    def __init__(self, evidence: Path, shims: Shims | None = None) -> None:
        self.folder = evidence / "data"
        self.shims = shims
        env = shims.environment() if shims else None
        self.servers = [Server(self.folder, env=env, log=evidence / "server.stderr")]
        self.front: list[Proxy] = []

    async def read(self, query: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(sqlite3.connect(self.folder / "inglenook.db")) as db:
            return list(db.execute(query))


class OnPostgres:
    """Servers with some workers each, all on one PostgreSQL: each could be another machine."""

    def __init__(self, postgres: Postgres, shims: Shims | None = None) -> None:
        self.postgres = postgres
        self.folder = postgres.folder
        self.shims = shims
        self.database = postgres.database()
        self.servers: list[Server] = []
        self.front: list[Proxy] = []
        place = urlsplit(self.database)
        folder = parse_qs(place.query)["host"][0]
        self._name = place.path.lstrip("/")
        self.back = Proxy(to_socket(f"{folder}/.s.PGSQL.5432"))
        """Between the servers and the database."""

    async def open(self, evidence: Path, servers: int, workers: int) -> None:
        await self.back.start()
        database = f"postgresql://postgres@127.0.0.1:{self.back.port}/{self._name}?sslmode=disable"
        for n in range(servers):
            # In a thread: while they start, the proxy must pass on what they say.
            server = await asyncio.to_thread(
                Server,
                evidence / f"data-{n}",
                database=database,
                workers=workers,
                env=self.shims.environment(n) if self.shims else None,
                log=evidence / f"server-{n}.stderr",
            )
            self.servers.append(server)

    async def read(self, query: str) -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(self.database)
        try:
            return [tuple(row) for row in await connection.fetch(query)]
        finally:
            await connection.close()


@asynccontextmanager
async def on_sqlite(evidence: Path, shims: Shims | None = None) -> AsyncIterator[OnSqlite]:
    place = await asyncio.to_thread(OnSqlite, evidence, shims)
    async with _in_front(place):
        yield place


@asynccontextmanager
async def on_postgres(
    evidence: Path,
    postgres: Postgres,
    servers: int,
    workers: int,
    shims: Shims | None = None,
) -> AsyncIterator[OnPostgres]:
    """`shims`, if they are given, must be in the environment of everything."""
    place = OnPostgres(postgres, shims)
    try:
        await place.open(evidence, servers, workers)
        async with _in_front(place):
            yield place
    finally:
        await asyncio.to_thread(_kill_all, place.servers)
        await place.back.stop()


@asynccontextmanager
async def _in_front(place: Place) -> AsyncIterator[None]:
    try:
        for server in place.servers:
            proxy = Proxy(to_port(server.port))
            await proxy.start()
            place.front.append(proxy)
        yield
    finally:
        await asyncio.to_thread(_kill_all, place.servers)
        for proxy in place.front:
            await proxy.stop()


def _kill_all(servers: list[Server]) -> None:
    for server in servers:
        server.__exit__()


def stop_all(place: Place) -> list[int]:
    """Stop the servers politely; their exit statuses."""
    return [server.stop() for server in place.servers]


def bots_of(process: int) -> list[int]:
    """The processes in which the bots of a worker think: forks of one that the worker started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        started = psutil.Process(process).children()
        return [bot.pid for each in started for bot in each.children()]
    return []


def send_signal(process: int, which: signal.Signals) -> bool:
    """Whether it was still there to receive it."""
    try:
        os.kill(process, which)
    except ProcessLookupError:
        return False
    return True

"""Many people who look for someone at once: `python -m bench.seeks`.

Each of them has a connection of their own to a server with two workers on PostgreSQL. All ask in
the same moment; then, for each, how long it takes until they hear at which table they sit.
"""

import argparse
import asyncio
import json
import resource
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import psutil

from bench.serving import cpu
from tests.postgres import Postgres
from tests.serving import Server

TOGETHER = 100
"""Connections that are opened at once."""


class Seeker:
    """One who looks, over a bare connection: so that this program costs the server little."""

    def __init__(self, number: int) -> None:
        self.table = ""
        self.waited = 0.0
        body = {"id": f"s{number}", "game": "kewbz", "seats": 2, "name": f"Guest {number}"}
        text = json.dumps(body).encode()
        self._ask = (
            b"POST /api/seeks HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(text), text)
        )

    async def connect(self, port: int) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port)

    async def look(self) -> None:
        began = time.perf_counter()
        self._writer.write(self._ask)
        while line := await self._reader.readline():
            if line.startswith(b'{"type":"found"'):
                self.waited = time.perf_counter() - began
                self.table = json.loads(line)["table"]
                break
        self._writer.close()


async def look(port: int, people: int) -> tuple[list[Seeker], float]:
    """All of them, and the seconds from the first ask to the last answer."""
    seekers = [Seeker(number) for number in range(people)]
    for n in range(0, people, TOGETHER):
        await asyncio.gather(*(each.connect(port) for each in seekers[n : n + TOGETHER]))
    began = time.perf_counter()
    await asyncio.gather(*(each.look() for each in seekers))
    return seekers, time.perf_counter() - began


def check(server: Server, seekers: list[Seeker]) -> None:
    """Everyone sits at one table, with one other."""
    tables = Counter(each.table for each in seekers)
    assert set(tables.values()) == {2}, tables
    with httpx.Client(base_url=server.url, timeout=60) as http:
        for table in tables:
            seats = http.get(f"/api/tables/{table}").json()["seats"]
            assert len({seat["name"] for seat in seats}) == 2
            assert all(seat["kind"] == "person" for seat in seats)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--times", type=int, default=3)
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with (
        TemporaryDirectory() as data,
        Postgres() as postgres,
        Server(Path(data), database=postgres.database(), workers=2) as server,
    ):
        sys.stdout.write("people  all after s  median s  slowest s  CPU of the server s\n")
        process = psutil.Process(server.pid)
        for _ in range(args.times):
            before = cpu(process)
            seekers, seconds = asyncio.run(look(server.port, args.people))
            used = cpu(process) - before
            check(server, seekers)
            waited = [each.waited for each in seekers]
            middle = statistics.median(waited)
            times = f"{seconds:11.2f}  {middle:8.2f}  {max(waited):9.2f}  {used:19.2f}"
            sys.stdout.write(f"{args.people:6}  {times}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()

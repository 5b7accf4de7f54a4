"""A house with many people and many finished games: how long its pages take, and `recompute`.

`python -m bench.people` makes one with 1,000 profiles and 10,000 finished games, and one with ten
times as many, on SQLite and on PostgreSQL, lets `inglenook recompute` make history and ratings, and
asks a real server for each page, as many different people, one after the other. One of them has
played in every fiftieth game. `--people` and `--games` make other houses.

The games are short ones of Kewbz, a hundred different ones over and over, with other people.
"""

import argparse
import asyncio
import os
import random
import resource
import secrets
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import httpx
import msgspec
from starlette.requests import Request

from bench.serving import serving
from inglenook.core.match import Match
from inglenook.core.registry import find_game
from inglenook.server.http.guests import Guests
from inglenook.server.ratings.finished_rows import Value, rows
from inglenook.server.store import (
    Location,
    PostgresStore,
    SqliteStore,
    Statement,
    Store,
    prepare,
    wall_ms,
)
from inglenook.server.store.location import FILE
from inglenook.server.table.events import BotSat, RatedOpened, Sat
from inglenook.server.wire.table_messages import encode
from tests.postgres import Postgres

OPTIONS = {"size": 5, "cubes": 8, "swap": False}
DIFFERENT = 100
OPEN = 200
"""Tables that wait or at which people play, listed."""
AT_ONCE = 1000
"""Statements that are written in one transaction."""
ASKED = 300
"""Requests for each page."""
FIRST = 20
"""More before them: the first compile what they ask of the database."""
OFTEN = 25
"""One of so many comes from the busiest person."""
BUSY = 50
"""One of so many games is the busiest person's."""
HOUR = 3_600_000
LEVELS = ("pebble", "cobble", "brick", "lintel")


def games() -> list[list[tuple[int, int, int, str, int]]]:
    """Entries of whole games: seq, t, seat, move, lag."""
    found = []
    for n in range(DIFFERENT):
        match = Match("kewbz", 2, OPTIONS, f"people {n}")
        while not match.outcome():
            match.play(match.sample())
        found.append([(e.seq, e.t, e.seat, encode(e.move).decode(), e.lag) for e in match.log])
    return found


class House:
    """Rows of a house."""

    def __init__(self, people: int, finished: int) -> None:
        self.guests = [secrets.token_hex(16) for _ in range(people)]
        self._chance = random.Random(people)
        self._finished = finished
        self._now = wall_ms()
        self._games = games()
        self._options = msgspec.json.encode(OPTIONS).decode()
        self._rules = find_game("kewbz").rules_version

    def statements(self) -> Iterator[Statement]:
        yield from rows("profiles", map(self._profile, range(len(self.guests))))
        tables: list[tuple[Value, ...]] = []
        entries: list[tuple[Value, ...]] = []
        events: list[tuple[Value, ...]] = []
        people: list[tuple[Value, ...]] = []
        for n in range(self._finished + OPEN):
            status = "over" if n < self._finished else ("waiting", "playing")[n % 2]
            table, at = f"table-{n:06}", self._now - (self._finished + OPEN - n) * 60_000
            tables.append(self._table(table, at, status))
            happened = self._company(n, waiting=status == "waiting")
            events += [(table, k, text, at, None, None) for k, text in enumerate(happened)]
            guests = {g for text in happened if (g := msgspec.json.decode(text).get("guest"))}
            people += [(guest, table, at if status == "over" else None) for guest in guests]
            log = self._games[n % DIFFERENT] if status == "over" else []
            entries += [(table, *entry, at + entry[1], None, None) for entry in log]
            if len(entries) > 50_000 or n == self._finished + OPEN - 1:
                yield from rows("tables", tables)
                yield from rows("entries", entries)
                yield from rows("happenings", events)
                yield from rows("people", people)
                tables, entries, events, people = [], [], [], []

    def _profile(self, n: int) -> tuple[Value, ...]:
        name = f"Person {n}"
        return self.guests[n], f"h{n:09x}", name, name.casefold(), "star-teal", "en", self._now

    def _table(self, table: str, at: int, status: str) -> tuple[Value, ...]:
        made = (table, "kewbz", self._rules, 2, self._options, "seed", self.guests[0], at)
        return *made, status, at, 1 << 62, None, 1

    def _company(self, n: int, *, waiting: bool) -> list[str]:
        """Most games are rated; some are against bots, and one in fifty is the busiest person's."""
        one = 0 if n % BUSY == 0 else self._chance.randrange(1, len(self.guests))
        other = self._chance.randrange(1, len(self.guests))
        other = 1 + other % (len(self.guests) - 1) if other == one else other
        seated: list[Sat | BotSat] = [Sat(0, self.guests[one], f"Person {one}")]
        if not waiting and n % 4 == 0:
            seated.append(BotSat(1, LEVELS[n // 4 % len(LEVELS)]))
        elif not waiting:
            seated.append(Sat(1, self.guests[other], f"Person {other}"))
        rated = [RatedOpened()] if n % 3 else []
        return [encode(event).decode() for event in (*rated, *seated)]


def opened(location: Location) -> Store:
    """Not as a server opens it, who keeps it to itself."""
    if location.database:
        return PostgresStore(location.database)
    return SqliteStore(location.data / FILE)


async def fill(store: Store, house: House) -> None:
    await store.start()
    waiting = iter(house.statements())
    while some := list(islice(waiting, AT_ONCE)):
        await store.run(*some)
    # As it would be in a house that was used for a while.
    await store.run(Statement("ANALYZE"))
    await store.close()


def ask(
    url: str, cookies: list[str], pages: dict[str, Callable[[], str]]
) -> dict[str, list[float]]:
    """ms that each page took, as many different people."""
    chance, taken = random.Random(1), dict[str, list[float]]()
    with httpx.Client(base_url=url, timeout=60) as client:
        for name, path in pages.items():
            times = []
            for n in range(-FIRST, ASKED):
                who = cookies[0] if n % OFTEN == 0 else chance.choice(cookies)
                begun = time.perf_counter()
                answer = client.get(path(), headers={"cookie": who})
                times.append((time.perf_counter() - begun) * 1000)
                assert answer.status_code == 200, answer.text
            taken[name] = times[FIRST:]
    return taken


def cookie(guests: Guests, guest: str) -> str:
    """What a guest's browser sends."""
    scope = {"type": "http", "scheme": "http", "path": "/", "headers": [], "query_string": b""}
    given = guests.become(Request({**scope, "server": ("127.0.0.1", 80)}), guest)["set-cookie"]
    return given.partition(";")[0]


def processor_s() -> float:
    """Processor time of all commands that have ended, with what they started."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


async def tidy(database: str) -> None:
    """What PostgreSQL does by itself some minutes after so much was written."""
    connection = await asyncpg.connect(database)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


def measure(location: Location, house: House, secret: str) -> None:
    where = ["--data", str(location.data)]
    if location.database:
        where += ["--database", location.database]
    inglenook = Path(sys.executable).with_name("inglenook")
    begun, used = time.perf_counter(), processor_s()
    done = subprocess.run([inglenook, "recompute", *where], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    wall, used, busy = time.perf_counter() - begun, processor_s() - used, os.getloadavg()[0]
    print(f"  recompute: {wall:.1f} s, {used:.1f} s of processor time, load {busy:.0f}")
    print(f"  {done.stderr.strip()}")
    if location.database:
        asyncio.run(tidy(location.database))
    guests = Guests(secret)
    cookies = [cookie(guests, guest) for guest in house.guests]
    chance = random.Random(2)
    pages: dict[str, Callable[[], str]] = {
        "home (my tables, the lobby)": lambda: "/api/tables",
        "games (with my level)": lambda: "/api/games",
        "my page": lambda: "/api/people/me",
        "my games": lambda: "/api/people/me/games",
        "my games, searched": lambda: f"/api/people/me/games?search=person+{chance.randrange(99)}",
        "leaders": lambda: "/api/leaders",
    }
    with serving(inglenook, "serve", "--port", "0", *where) as server:
        taken = ask(f"http://127.0.0.1:{server.port}", cookies, pages)
    for name, times in taken.items():
        cuts = statistics.quantiles(times, n=100)
        busiest = statistics.median(times[::OFTEN])
        print(f"  {name}: p50 {cuts[49]:.1f}, p99 {cuts[98]:.1f}, the busiest {busiest:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    wanted = parser.parse_args()
    kinds = [wanted.only] if wanted.only else ["sqlite", "postgresql"]
    postgres = Postgres() if "postgresql" in kinds else None
    try:
        for kind in kinds:
            for share in (10, 1):
                house = House(wanted.people // share, wanted.games // share)
                print(f"{kind}, {len(house.guests):,} profiles, {wanted.games // share:,} games:")
                with TemporaryDirectory() as folder:
                    url = postgres.database() if postgres and kind == "postgresql" else None
                    location = Location(Path(folder) / "data", url)
                    secret = prepare(location)
                    begun = time.perf_counter()
                    asyncio.run(fill(opened(location), house))
                    print(f"  made in {time.perf_counter() - begun:.0f} s")
                    measure(location, house, secret)
    finally:
        if postgres:
            postgres.stop()


if __name__ == "__main__":
    main()

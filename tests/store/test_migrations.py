"""From the databases of earlier releases to this one's, with every game in them."""

import asyncio
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import asyncpg
import msgspec
import pytest

from inglenook.game import Refused
from inglenook.store import CannotOpen, PostgresStore, SqliteStore, Store
from inglenook.store import postgres_sql as sql
from inglenook.store.postgres import adopt
from inglenook.store.schema import MIGRATIONS, VERSION
from inglenook.tables import House
from inglenook.tables import messages as m
from inglenook.tables.checking import check
from tests.postgres import Postgres

RELEASES = sorted((Path(__file__).parent / "releases").glob("*.sql"))
"""For each schema but the present one, a house that the last release with it left behind:
finished and running games of all four, by guest `ada`. Version 0.1.0 had schema 2, and what was to
be 0.2.0 left behind 3 to 7."""
HOUSE = {
    "qkR1Bq9WSCWC": ("kewbz", "over", 9),
    "RA6jVfKyBR5w": ("kewbz", "waiting", 0),
    "0Ywigt8qtesi": ("kewbz", "playing", 6),
}
OLD_RULES = ["-G3dLo8e6Wsz", "nVTSY5nwkKhi", "TOJHMsWCZb-6", "PLIbigZxtO1m"]
"""Games of Prolix, CONEX and Konexi by version 1 of their rules, which was never released."""


def test_there_is_one_of_every_release() -> None:
    assert [path.stem for path in RELEASES] == [str(n) for n in range(1, VERSION)]


def at_home(store: Store) -> None:
    """All games are there, and those that were not over can be played on."""

    async def play() -> None:
        here = House(store, "secret")
        await here.start()
        for table, (game, status, count) in HOUSE.items():
            look = msgspec.json.decode(await (await here.find(table)).look("ada"))
            assert (look["game"], look["status"], len(look["entries"])) == (game, status, count)
            assert look["seats"][0]["name"] == "Ada"
            # All the time since then nobody was there to serve it.
            last = look["entries"][-1][1] if look["entries"] else 0
            assert last <= look["clock"] < last + 120_000
        for table in OLD_RULES:
            with pytest.raises(Refused, match="old-rules"):
                await here.find(table)
        kewbz = await here.find("0Ywigt8qtesi")
        (cell, *_) = msgspec.json.decode(await kewbz.look("ada"))["view"]["legal"]
        play = m.Play("new", 0, {"type": "place", "cell": cell})
        assert await kewbz.ask("ada", play) == m.Ack("new", seq=6)
        # What was asked and done in the release before is still known.
        known = m.Play("kewbz-0", 0, {"type": "place", "cell": "a1"})
        assert await kewbz.ask("ada", known) == m.Ack("kewbz-0", seq=0)
        faults: list[str] = []
        assert (await check(store, faults.append)).old == len(OLD_RULES)
        assert faults == []
        await here.close()

    asyncio.run(play())


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_sqlite_is_brought_up_to_date(release: Path, tmp_path: Path) -> None:
    db = sqlite3.connect(tmp_path / "x.db")
    db.executescript(release.read_text())
    db.close()
    at_home(SqliteStore(tmp_path / "x.db"))
    db = sqlite3.connect(tmp_path / "x.db")
    assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    db.close()


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.stem)
def test_postgresql_is_brought_up_to_date(release: Path, postgres: Postgres) -> None:
    url = postgres.database()

    async def make() -> None:
        old = await asyncpg.connect(url)
        await old.execute(sql.VERSIONS)
        for number, migration in enumerate(MIGRATIONS[: int(release.stem)], 1):
            await old.execute(migration)
            await old.execute("INSERT INTO schema_versions VALUES ($1)", number)
        for line in re.findall(r"^INSERT INTO .*?\);$", release.read_text(), re.DOTALL | re.M):
            await old.execute(line)
        # There were no finished games yet when the migrations looked whether history is whole.
        if int(release.stem) >= 5:
            await old.execute("DELETE FROM settings WHERE name = 'history'")
        await old.close()

    asyncio.run(make())
    assert asyncio.run(adopt(url, "kept")) == "kept"
    at_home(PostgresStore(url))


def test_many_workers_may_start_at_once(postgres: Postgres) -> None:
    url = postgres.database()
    program = "import asyncio, sys; from inglenook.store.postgres import adopt\n"
    program += "print(asyncio.run(adopt(sys.argv[1], sys.argv[2])))"
    starting = [
        subprocess.Popen(
            [sys.executable, "-c", program, url, f"secret {n}"], stdout=subprocess.PIPE, text=True
        )
        for n in range(6)
    ]
    said = {process.communicate()[0].strip() for process in starting}
    assert all(process.returncode == 0 for process in starting)
    # One of them was first, and everyone has its secret.
    assert len(said) == 1


def test_a_database_of_a_later_version_is_left_alone(postgres: Postgres) -> None:
    url = postgres.database()
    asyncio.run(adopt(url, "secret"))

    async def age() -> None:
        database = await asyncpg.connect(url)
        await database.execute("INSERT INTO schema_versions VALUES (99)")
        await database.close()

    asyncio.run(age())
    with pytest.raises(CannotOpen, match="later version"):
        asyncio.run(adopt(url, "secret"))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://nobody:hunter2@127.0.0.1:1/none",
        "postgresql://[",
        "mysql://somewhere/else",
        "postgresql://host:no-port/x",
    ],
)
def test_an_address_that_leads_nowhere_is_said_so_in_one_line(url: str) -> None:
    with pytest.raises(CannotOpen, match=r"^cannot use the database: .+$") as caught:
        asyncio.run(adopt(url, "secret"))
    assert "hunter2" not in str(caught.value)

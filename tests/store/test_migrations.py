"""The schema is made once, and brought to a later version; what others made is left alone."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import asyncpg
import pytest

from inglenook.server.store import (
    CannotOpen,
    PostgresStore,
    SqliteStore,
    Statement,
    Store,
    schema,
    sqlite,
)
from inglenook.server.store import postgres as postgresql
from inglenook.server.store.postgres import adopt
from tests.postgres import Postgres
from tests.store.test_store import opened

NEXT = """
    ALTER TABLE tables ADD COLUMN later BIGINT;
    UPDATE tables SET later = 7;
    CREATE TABLE later (
        id TEXT PRIMARY KEY
    );
"""
"""What a later release may change."""


@contextmanager
def a_later_release() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as later:
        for module in (sqlite, postgresql):
            later.setattr(module, "MIGRATIONS", (*schema.MIGRATIONS, NEXT))
        for known in (schema, postgresql):
            later.setattr(known, "VERSION", schema.VERSION + 1)
        yield


def is_brought_to_the_next_version(prepare: Callable[[], Store]) -> None:
    """`prepare` opens the same store again and again, as the release that runs does."""

    async def go(*statements: Statement, change: bool = False) -> list[list[tuple[object, ...]]]:
        await store.start()
        if change:
            await store.commit(opened("t"))
        found = await store.run(*statements)
        await store.close()
        return found

    store = prepare()
    asyncio.run(go(change=True))
    for _ in range(2):
        with a_later_release():
            store = prepare()
            found = asyncio.run(
                go(
                    Statement("SELECT id, seed, later FROM tables"),
                    Statement("SELECT * FROM later"),
                )
            )
        assert found == [[("t", "seed", 7)], []]
    with pytest.raises(CannotOpen, match="was made by a later version of Inglenook: install"):
        prepare()


def test_sqlite_is_brought_to_the_next_version(tmp_path: Path) -> None:
    is_brought_to_the_next_version(lambda: SqliteStore(tmp_path / "x.db"))


def test_postgresql_is_brought_to_the_next_version(postgres: Postgres) -> None:
    url = postgres.database()

    def prepare() -> Store:
        assert asyncio.run(adopt(url, "secret")) == "secret"
        return PostgresStore(url)

    is_brought_to_the_next_version(prepare)


@pytest.mark.parametrize("application_id", [0, 0x496E676C, 1])
def test_a_file_that_no_release_made_is_left_as_it_is(application_id: int, tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE tables (id TEXT PRIMARY KEY)")
        db.execute(f"PRAGMA application_id = {application_id}")
        db.execute("PRAGMA user_version = 1")
    before = file.read_bytes()
    with pytest.raises(CannotOpen, match=r"x\.db was made by a development version"):
        SqliteStore(file)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_database_that_no_release_made_is_left_as_it_is(postgres: Postgres) -> None:
    url = postgres.database()

    async def tables(*statements: str) -> list[str]:
        database = await asyncpg.connect(url)
        for statement in statements:
            await database.execute(statement)
        names = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        found = [row[0] for row in await database.fetch(names)]
        await database.close()
        return found

    before = asyncio.run(tables("CREATE TABLE schema_versions (version BIGINT PRIMARY KEY)"))
    with pytest.raises(CannotOpen, match="the database was made by a development version"):
        asyncio.run(adopt(url, "secret"))
    assert asyncio.run(tables()) == before


def test_many_workers_may_start_at_once(postgres: Postgres) -> None:
    url = postgres.database()
    program = "import asyncio, sys; from inglenook.server.store.postgres import adopt\n"
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

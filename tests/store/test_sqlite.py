"""What only SQLite has: sharing a commit, a full disk, files of other versions."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from inglenook.server.store import CannotOpen, SqliteStore, StoreFailed
from tests.store.test_store import entries, opened


def test_changes_that_come_together_share_a_commit(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "x.db")
        statements: list[str] = []
        store._db.set_trace_callback(statements.append)
        await asyncio.gather(*(store.commit(opened(f"t{n}")) for n in range(200)))
        await asyncio.gather(*(store.commit(entries(f"t{n}", 0, 1)) for n in range(200)))
        assert statements.count("COMMIT") <= 4
        assert len(await store.by_status("waiting", 0, 500)) == 200
        await store.close()

    asyncio.run(run())


def test_a_full_disk_fails_and_the_store_goes_on_when_there_is_room(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "x.db")
        await store.commit(opened("t"))
        store._db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(StoreFailed, match="full"):
            await store.commit(entries("t", *range(500)))
        store._db.execute("PRAGMA max_page_count = 100000")
        await store.commit(entries("t", *range(500)))
        stored = await store.load("t")
        assert stored is not None
        assert len(stored.entries) == 500
        await store.close()

    asyncio.run(run())


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "x.db").close())
    db = sqlite3.connect(tmp_path / "x.db")
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(CannotOpen, match="later version"):
        SqliteStore(tmp_path / "x.db")

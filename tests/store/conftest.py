"""Both stores, for tests of what they have in common."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from inglenook.server.store import PostgresStore, SqliteStore, Store
from inglenook.server.store.postgres import adopt
from tests.postgres import Postgres

Open = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgres"])
def anew(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens the same store, each time as if from another process."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "x.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    url = postgres.database()
    asyncio.run(adopt(url, "secret"))
    return lambda: PostgresStore(url)

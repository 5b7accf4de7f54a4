"""A small house on SQLite: a finished game, one that goes on, one that waits. Only to be copied."""

import asyncio
from pathlib import Path

import pytest

from inglenook.server.accounts.profiles import keep_profile
from inglenook.server.bot_accounts.bots import NewBot, make_bot
from inglenook.server.house import House
from inglenook.server.store import AttemptRow, Location, SqliteStore, Store, prepare
from inglenook.server.store.location import FILE
from inglenook.server.table.events import Sat
from inglenook.server.table.opening import open_table
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.account_messages import NewProfile
from tests.web.people import GAME, SMALL

SECRET = "s" * 64
OVER, PLAYING, WAITING = "table-over", "table-playing", "table-waiting"
HOUSE = {OVER: len(GAME), PLAYING: 5, WAITING: 0}
"""The number of moves at each table."""


@pytest.fixture(scope="session")
def small_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house that was closed."""
    folder = tmp_path_factory.mktemp("small") / "house"
    folder.mkdir()
    (folder / "secret").write_text(SECRET)
    prepare(Location(folder), filling=True)
    asyncio.run(_fill(SqliteStore(folder / FILE)))
    (folder / "lock").unlink()
    return folder


async def _fill(store: Store) -> None:
    house = House(store, SECRET)
    await house.start()
    await keep_profile(store, "ada", NewProfile("Ada", "star-teal", ("en",)))
    await make_bot(store, "ada", NewBot("Brindle"))
    await store.add_attempt(AttemptRow("ada", "kewbz", "some-puzzle", "2026-01-01", 1, 900, 1))
    for name, moves in HOUSE.items():
        people = (Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob"))
        company = people[:1] if name == WAITING else people
        _, change = open_table("kewbz", SMALL, 2, company, "ada", name, f"seed of {name}")
        await store.commit(change)
        table = await house.find(name)
        for n, cell in enumerate(GAME[:moves]):
            play = asks.Play(f"m{n}", n % 2, {"type": "place", "cell": cell})
            assert await table.ask(("ada", "bob")[n % 2], play) == m.Ack(f"m{n}", seq=n)
    await house.close()

"""A house that is read-only: nothing happens at its tables by itself, until it goes on."""

import asyncio
from pathlib import Path

from prometheus_client import REGISTRY

from inglenook.server.desk.acts import SetReadOnly, perform
from inglenook.server.desk.orders import Orders
from inglenook.server.house import Connection, House
from inglenook.server.store import SqliteStore
from inglenook.server.wire import table_messages as m

SEATS = (m.SeatChoice("bot", level="pebble"), m.SeatChoice("me", "Ada"))
PATIENCE = 60.0


def test_bots_wait_and_then_go_on(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "x.db")
        here = House(store, "secret")
        await here.start()
        orders = Orders(store, here.reload, lambda: None, here.hold)
        await orders.poll()
        await perform(store, "the test", SetReadOnly(True))
        await orders.poll()
        before = thoughts()
        table = await here.find(await here.open("ada", m.NewTable("kewbz", SEATS)))
        await table.join(Connection("ada"))
        async with asyncio.timeout(PATIENCE):
            # It has thought, and may not move.
            while thoughts() == before or table._background.busy:
                await asyncio.sleep(0.01)
        assert table.state
        assert len(table.state.match.log) == 0
        await perform(store, "the test", SetReadOnly(False))
        await orders.poll()
        async with asyncio.timeout(PATIENCE):
            while not table.state or not len(table.state.match.log):
                await asyncio.sleep(0.01)
        await here.close()

    asyncio.run(run())


def thoughts() -> float:
    """How often a bot has made up its mind."""
    return REGISTRY.get_sample_value("inglenook_bot_seconds_count", {"job": "choose"}) or 0

"""What has been kept for as long as the house rules say is deleted, on both databases."""

import asyncio
from pathlib import Path

from inglenook.core.record_io import loads
from inglenook.core.units import DAY_MS
from inglenook.server.desk.retention import tidy
from inglenook.server.desk.seen import acts, figures
from inglenook.server.house import House
from inglenook.server.settings import HouseRules
from inglenook.server.store import Statement, Store, wall_ms
from inglenook.server.transfer.incoming import uploaded
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.store.conftest import Open

GOLDEN = Path(__file__).parents[1] / "games/golden"


async def _house(store: Store) -> None:
    """A record that was brought along, a finished game and one that goes on."""
    await store.start()
    record = loads((GOLDEN / "kewbz-last-cube.json").read_bytes())
    await store.commit(uploaded("eve", record))
    here = House(store, "secret")
    for n in range(2):
        table = await here.open(
            "ada", m.NewTable("kewbz", (m.SeatChoice("me", "Ada"), m.SeatChoice("me", "Eve")))
        )
        if n == 0:
            await (await here.find(table)).ask("ada", asks.Play("end", 0, {"type": "resign"}))


def test_what_was_kept_for_long_enough_is_deleted(anew: Open) -> None:
    async def run() -> None:
        store = anew()
        await _house(store)
        assert await tidy(store, HouseRules(keep_uploads_days=1, keep_games_days=1)) == 0
        old = wall_ms() - 2 * DAY_MS
        await store.run(
            Statement("UPDATE uploads SET at = $1", (old,)),
            Statement("UPDATE tables SET updated = $1", (old,)),
        )
        assert await tidy(store, HouseRules(keep_uploads_days=0, keep_games_days=0)) == 0
        assert await tidy(store, HouseRules(keep_uploads_days=1)) == 1
        counted = await figures(store)
        assert (counted.uploads, counted.over, counted.playing) == (0, 1, 1)
        assert await tidy(store, HouseRules(keep_games_days=1)) == 1
        counted = await figures(store)
        assert (counted.over, counted.playing) == (0, 1)
        for table in ("entries", "happenings", "results", "finished", "people"):
            (rows,) = await store.run(Statement(f"SELECT * FROM {table}"))
            assert len(rows) == {"happenings": 2, "people": 1}.get(table, 0), table
        assert [(done.who, done.what, done.detail) for done in await acts(store)] == [
            ("house rules", "expired", "uploads 0, games 1"),
            ("house rules", "expired", "uploads 1, games 0"),
        ]
        await store.close()

    asyncio.run(run())

"""Bots that say when they want to move, at a real table with the real clock."""

from pathlib import Path
from typing import Any

from inglenook.server.house import House
from inglenook.server.store import SqliteStore
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import ME, heard, played, watch

BOT = m.SeatChoice("bot", level="lexicon")


def test_a_bot_takes_its_time_and_is_in_time(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        table = await here.open("ada", m.NewTable("prolix", (ME, BOT), {"timer_ms": 60_000}))
        at = await here.find(table)
        ada = await watch(at, "ada")
        written = await at.ask("ada", asks.Play("w", 0, {"type": "write", "word": "warm"}))
        assert isinstance(written, m.Ack)
        lines: list[Any] = []
        while len(lines) < 3:
            lines += (await heard(ada, "moved"))["entries"]
        moves = [(line[2], line[3]["type"]) for line in lines]
        assert moves == [(0, "write"), (1, "write"), (1, "accept")]
        mine, its, accepted = (line[1] for line in lines)
        assert mine + 1500 < its < accepted

    played(tmp_path, play)

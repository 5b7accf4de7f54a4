"""What is folded while people play, and what is folded from the store, is the same."""

import asyncio
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from inglenook.server.house import House, Table
from inglenook.server.store import SqliteStore
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.fold import restore
from inglenook.server.table.state import TableState
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, played

ASKS: tuple[tuple[str, asks.AnyAsk], ...] = (
    ("bob", asks.Sit("sit", 1, "Bob")),
    ("ada", asks.Play("1", 0, {"type": "silent"})),
    ("bob", asks.Play("2", 1, {"type": "silent"})),
    ("bob", asks.Takeback("3", 1)),
    ("ada", asks.Answer("4", 0, True)),
    ("bob", asks.Leave("5", 1)),
    ("cy", asks.Sit("6", 1, "Cy")),
    ("cy", asks.Leave("7", 1)),
    ("ada", asks.Bot("8", 1, "pebble")),
    ("ada", asks.Free("9", 1)),
    ("bob", asks.Sit("10", 1, "Bob")),
    ("bob", asks.Play("11", 1, {"type": "resign"})),
    ("ada", asks.Rematch("12")),
)
PAUSES = (0.0, 0.03, 0.12)
"""Seconds between two asks: less than a deadline, and more."""


def known(state: TableState, at: int) -> dict[str, Any]:
    return {
        "status": state.status,
        "log": state.match.log,
        "seating": state.seating,
        "events": state.events,
        "done": state.done,
        "clock": state.clock.at(at),
    }


async def compared(at: Table, store: SqliteStore, hours: OpeningHours) -> None:
    async with at._locked() as state:
        stored = await store.load(at.id)
        assert stored
        now = hours.now()
        assert known(state, now) == known(restore(stored, hours), now)


@pytest.mark.parametrize("pause", PAUSES)
def test_a_table_in_play_is_what_the_store_folds_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause: float
) -> None:
    monkeypatch.setattr(import_module("inglenook.games.lanterns"), "PATIENCE", 50)

    async def play(here: House, store: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, FREE))))
        for guest, ask in ASKS:
            await at.ask(guest, ask)
            await compared(at, store, here._cluster.hours)
            await asyncio.sleep(pause)

    played(tmp_path, play)


def test_a_wall_clock_that_is_put_back_a_day_brings_nothing_into_disorder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right, ahead = time.time_ns, 86_400 * 10**9
    monkeypatch.setattr(time, "time_ns", lambda: right() + ahead)

    async def play(here: House, store: SqliteStore) -> None:
        nonlocal ahead
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, FREE))))
        await at.ask("bob", asks.Sit("sit", 1, "Bob"))
        await at.ask("ada", asks.Play("1", 0, {"type": "place", "cell": "c3"}))
        ahead += 10**7  # of two things in the same ms nobody knows which came first
        await at.ask("bob", asks.Leave("2", 1))
        ahead = 0
        await here._cluster.beat()
        await at.ask("bob", asks.Sit("3", 1, "Bob"))
        await at.ask("bob", asks.Play("4", 1, {"type": "place", "cell": "d3"}))
        async with at._locked() as state:
            stored = await store.load(at.id)
            assert stored
            again = restore(stored, here._cluster.hours)
            assert (again.seating, again.changes, again.held, again.hands, again.match.log) == (
                *(state.seating, state.changes, state.held, state.hands),
                state.match.log,
            )
            # An hour, a minute: anything but a day.
            assert abs(again.clock.now() - state.clock.now()) < 3_600_000

    played(tmp_path, play)

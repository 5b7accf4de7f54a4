"""A clock that was wrong and is put right: nothing waits for a time that has not come."""

import asyncio
import time
from importlib import import_module
from pathlib import Path

import pytest

from inglenook.server.house import House
from inglenook.server.store import GRACE, SqliteStore, wall_ms
from inglenook.server.store.base import OUTAGES_KEPT
from inglenook.server.wire import table_messages as m
from tests.store.conftest import Open
from tests.tables.test_table import ME, heard, played, watch

YEAR = 365 * 24 * 3600 * 1_000_000_000
_now = time.time_ns


def ahead(monkeypatch: pytest.MonkeyPatch, ns: int) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: _now() + ns)


def test_no_outage_ends_in_the_future_and_old_ones_are_forgotten(
    anew: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def beats() -> None:
        store = anew()
        await store.start()
        ahead(monkeypatch, -2 * YEAR)
        await store.beat()
        ahead(monkeypatch, -YEAR)
        assert len(await store.beat()) == 1
        ahead(monkeypatch, YEAR)
        assert len(await store.beat()) == 2 - (2 * YEAR // 1_000_000 > OUTAGES_KEPT)
        ahead(monkeypatch, 0)
        # Its end is put right, and from now on every outage is noticed again.
        (outage,) = await store.beat(0, 0)
        assert outage.ended <= wall_ms()
        ahead(monkeypatch, (GRACE + 10_000) * 1_000_000)
        assert len(await store.beat()) == 2
        await store.close()

    asyncio.run(beats())


def test_a_machine_whose_clock_is_a_little_behind_forgets_no_outage(
    anew: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def beats() -> None:
        store = anew()
        await store.start()
        ahead(monkeypatch, 0)
        await store.beat()
        ahead(monkeypatch, (GRACE + 10_000) * 1_000_000)
        outages = await store.beat()
        assert len(outages) == 1
        await store.close()
        # It looks for times that cannot be with its first beat.
        late = anew()
        await late.start()
        ahead(monkeypatch, -20 * 1_000_000_000)
        assert await late.beat() == outages
        await late.close()

    asyncio.run(beats())


def test_an_outage_that_begins_a_little_ahead_never_ends_before_it_begins(
    anew: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def beats() -> None:
        store = anew()
        await store.start()
        ahead(monkeypatch, 50_000 * 1_000_000)
        await store.beat()
        ahead(monkeypatch, 70_000 * 1_000_000)
        assert len(await store.beat()) == 1
        await store.close()
        ahead(monkeypatch, 0)
        right = anew()
        await right.start()
        assert all(outage.began < outage.ended for outage in await right.beat())
        await right.close()

    asyncio.run(beats())


def test_a_clock_put_right_lets_time_run_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("inglenook.games.lanterns"), "PATIENCE", 300)
    table = ""

    async def wrong(here: House, _: SqliteStore) -> None:
        nonlocal table
        table = await here.open("ada", m.NewTable("lanterns", (ME, ME)))

    async def right(here: House, _: SqliteStore) -> None:
        ada = await watch(await here.find(table), "ada")
        # NATURE moves when time is up, as if nothing had been.
        await heard(ada, "moved")

    ahead(monkeypatch, YEAR)
    played(tmp_path, wrong)
    ahead(monkeypatch, 0)
    played(tmp_path, right)

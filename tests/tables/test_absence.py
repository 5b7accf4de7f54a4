"""A game whose only person is away waits, and goes on when they are back."""

import asyncio
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inglenook.core.game import DWELL
from inglenook.server.house import Connection, House, Table
from inglenook.server.live import audience as audiences
from inglenook.server.live import auto_pause
from inglenook.server.store import SqliteStore
from inglenook.server.table.events import Paused, Resumed
from inglenook.server.table.pace import BREATH, FACTOR
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, heard, place, played, watch

BOT = m.SeatChoice("bot", level="pebble")
AWAY = 0.3
PATIENCE = 600
EARLY = 5
"""ms by which a timer may be ahead of the table's clock."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_pause, "PAUSES_AFTER_S", AWAY)
    monkeypatch.setattr(audiences, "LINGERS", 0.0)
    monkeypatch.setattr(import_module("inglenook.games.lanterns"), "PATIENCE", PATIENCE)


async def paused(at: Table) -> None:
    while not (at.state and at.state.paused):
        await asyncio.sleep(0.02)


async def told(connection: Connection, *, waits: bool) -> dict[str, Any]:
    """The next message that says that the game waits, or that it does not."""
    while (said := await heard(connection, "table"))["paused"] != waits:
        pass
    return said


async def events(store: SqliteStore, table: str) -> list[type]:
    stored = await store.load(table)
    assert stored
    decode = msgspec.json.Decoder(Paused | Resumed).decode
    return [
        type(decode(row.event))
        for row in stored.events
        if '"paused"' in row.event or '"resumed"' in row.event
    ]


def test_bots_wait_for_the_only_person(tmp_path: Path) -> None:
    async def play(here: House, store: SqliteStore) -> None:
        table = await here.open("ada", m.NewTable("kewbz", (ME, BOT)))
        at = await here.find(table)
        ada = await watch(at, "ada", "calm")
        await at.ask("ada", place("1", 0, "d4"))
        at.leave(ada)
        eve = await watch(at, "eve")
        await told(eve, waits=True)
        state = at.state
        assert state
        stood = state.clock.now()
        await asyncio.sleep(0.5)
        assert (state.seq, state.clock.now()) == (0, stood)
        came = time.monotonic()
        back = await watch(at, "ada", "calm")
        await told(back, waits=False)
        (its,) = (await heard(back, "moved"))["entries"]
        assert its[2] == 1
        # She looks at the board first.
        looked = 1000 * (time.monotonic() - came)
        assert looked >= FACTOR["calm"] * (DWELL + BREATH) - EARLY
        assert await events(store, table) == [Paused, Resumed]

    played(tmp_path, play)


def test_no_time_runs_out_while_nobody_is_there(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, ME))))
        ada = await watch(at, "ada")
        at.leave(ada)
        left = time.monotonic()
        await paused(at)
        state = at.state
        assert state
        # It waits as of when she left, not as of when that was sure.
        assert state.clock.now() < PATIENCE
        assert state.deadline() is None
        await asyncio.sleep(2 * PATIENCE / 1000)
        entries = len(state.match.log)
        back = await watch(at, "ada")
        said = await told(back, waits=False)
        assert said["clock"] < PATIENCE < (time.monotonic() - left) * 1000
        assert len(said["entries"]) == 0
        assert len(state.match.log) == entries
        (line,) = (await heard(back, "moved"))["entries"]
        assert line[1:4] == [PATIENCE, -1, {"type": "silent"}]

    played(tmp_path, play)


def test_a_short_absence_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_pause, "PAUSES_AFTER_S", 60)

    async def play(here: House, store: SqliteStore) -> None:
        table = await here.open("ada", m.NewTable("kewbz", (ME, BOT)))
        at = await here.find(table)
        ada = await watch(at, "ada")
        await at.ask("ada", place("1", 0, "d4"))
        at.leave(ada)
        await asyncio.sleep(0.2)
        assert at.state
        assert at.state.seq == 0
        back = await watch(at, "ada")
        (its,) = (await heard(back, "moved"))["entries"]
        assert its[2] == 1
        assert await events(store, table) == []

    played(tmp_path, play)


def test_among_people_and_on_the_board_of_the_day_time_goes_on(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        shared = await here.find(await here.open("ada", m.NewTable("lanterns", (ME, FREE))))
        await shared.ask("bob", asks.Sit("sit", 1, "Bob"))
        eve = await watch(shared, "eve")
        assert (await heard(eve, "moved"))["entries"]
        daily = await here.find(await here.open("ada", m.NewTable("prolix", (ME,), daily=True)))
        await asyncio.sleep(2 * AWAY)
        for at in (shared, daily):
            assert at.state
            assert at.state.going

    played(tmp_path, play)


def test_someone_who_asks_without_a_connection_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audiences, "LINGERS", 60)

    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("kewbz", (ME, BOT))))
        await paused(at)
        await at.look("ada")
        assert at.state
        while at.state.paused:
            await asyncio.sleep(0.02)
        await at.ask("ada", place("1", 0, "d4"))
        while at.state.seq < 1:
            await asyncio.sleep(0.02)

    played(tmp_path, play)


def test_a_restart_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the game waited already, or the server went down with its only person there."""
    # However busy the machine is, nobody is silent for so long.
    patience = 60_000
    monkeypatch.setattr(import_module("inglenook.games.lanterns"), "PATIENCE", patience)
    tables: list[str] = []

    async def before(here: House, _: SqliteStore) -> None:
        new = m.NewTable("lanterns", (ME, ME))
        tables.extend([await here.open("ada", new) for _ in ("waits", "goes on")])
        waits, goes = [await here.find(table) for table in tables]
        await watch(goes, "ada")
        await paused(waits)

    async def after(here: House, _: SqliteStore) -> None:
        for table in tables:
            at = await here.find(table)
            await paused(at)
            assert at.state
            shown = at.state.clock.now()
            assert shown < patience
            await asyncio.sleep(0.2)
            assert at.state.clock.now() == shown
            back = await watch(at, "ada")
            said = await told(back, waits=False)
            assert shown <= said["clock"]

    played(tmp_path, before)
    played(tmp_path, after)


def test_bots_alone_play_while_somebody_looks(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("eve", m.NewTable("kewbz", (BOT, BOT))))
        state = at.state
        assert state
        # Nobody looks: no bot thinks, and no worker is told to see to it.
        assert (at.busy, state.seq, state.due) == (False, -1, 1 << 62)
        eve = await watch(at, "eve")
        assert (await heard(eve, "moved"))["seq"] == 0
        at.leave(eve)
        while at.busy:
            await asyncio.sleep(0.02)
        assert state.match.outcome() is None

    played(tmp_path, play)

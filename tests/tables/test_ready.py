"""A game in real time begins when everyone is ready, after a countdown that all see at once."""

from pathlib import Path

import msgspec
import pytest

from inglenook.server.house import House
from inglenook.server.live import audience
from inglenook.server.store import SqliteStore
from inglenook.server.table import execute
from inglenook.server.table.events import BotSat, CountedDown, Left, Readied, ReadyAsked, Sat
from inglenook.server.table.seating import empty
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, heard, played, watch
from tests.tables.test_two_workers import played as played_by_two
from tests.tables.test_two_workers import url
from tests.tables.test_votes import code, look

__all__ = ["url"]


def test_whoever_leaves_before_it_begins_is_waited_for_again() -> None:
    seating = empty(3)
    for event in (ReadyAsked(), Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob"), BotSat(2, "pebble")):
        seating = seating.after(event)
    assert seating.getting_ready
    assert not seating.all_ready
    seating = seating.after(Readied(0)).after(Readied(1))
    assert seating.all_ready
    seating = seating.after(CountedDown(5)).after(Left(1))
    assert (seating.ready, seating.begins) == ((0,), None)
    assert not seating.all_ready
    assert seating.after(BotSat(1, "pebble")).all_ready


def test_everyone_says_ready_then_three_seconds_then_it_begins(tmp_path: Path) -> None:
    async def evening(here: House, _: SqliteStore) -> None:
        new = m.NewTable("prolix", (ME, FREE, m.SeatChoice("bot", level="chatter")), ready=True)
        at = await here.find(await here.open("ada", new))
        ada = await watch(at, "ada")
        assert (await look(at))["getting_ready"] is None
        await at.ask("bob", asks.Sit("sit", 1, "Bob"))
        said = await look(at)
        assert said["getting_ready"] == {"ready": [], "begins_in": None}
        assert said["entries"] == []
        assert code(await at.ask("ada", asks.Play("0", 0, {"type": "claim"}))) == "not-ready"
        assert await at.ask("ada", asks.Ready("1", 0)) == m.Ack("1")
        assert code(await at.ask("ada", asks.Ready("2", 0))) == "already-ready"
        state = at.state
        assert state
        assert state.clock.now() == 0
        assert await at.ask("bob", asks.Ready("3", 1)) == m.Ack("3")
        begins = state.seating.begins
        moved = await heard(ada, "moved")
        assert moved["entries"][0][1:3] == [0, -1]
        # By its clock it began when the countdown was over, and not before.
        assert begins
        assert state.last_at >= begins
        assert (await look(at))["getting_ready"] is None
        assert code(await at.ask("ada", asks.Ready("4", 0))) == "begun"

    played(tmp_path, evening)


def test_someone_who_is_away_is_waited_for_and_then_decided_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "LATE", 0.0)
    monkeypatch.setattr(audience, "LINGERS", 0.0)
    monkeypatch.setattr(execute, "COUNTDOWN", 600_000)

    async def evening(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("prolix", (ME, FREE), ready=True)))
        await watch(at, "ada")
        await at.ask("bob", asks.Sit("sit", 1, "Bob"))
        await at.ask("ada", asks.Ready("1", 0))
        assert (await look(at))["away"] == [None, 0]
        assert await at.ask("ada", asks.Vote("2", 0, "bot", 1)) == m.Ack("2")
        # Nobody is waited for any more.
        said = (await look(at))["getting_ready"]
        assert said["ready"] == [0]
        assert 0 < said["begins_in"] <= execute.COUNTDOWN

    played(tmp_path, evening)


def test_a_restart_in_the_middle_of_the_countdown_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[str] = []

    async def before(here: House, _: SqliteStore) -> None:
        tables.append(await here.open("ada", m.NewTable("prolix", (ME, FREE), ready=True)))
        at = await here.find(tables[0])
        await at.ask("bob", asks.Sit("sit", 1, "Bob"))
        for guest, seat in (("ada", 0), ("bob", 1)):
            await at.ask(guest, asks.Ready("r", seat))

    async def after(here: House, _: SqliteStore) -> None:
        ada = await watch(await here.find(tables[0]), "ada")
        await heard(ada, "moved")

    monkeypatch.setattr(execute, "COUNTDOWN", 500)
    played(tmp_path, before)
    played(tmp_path, after)


def test_two_workers_count_down_to_the_same_moment(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execute, "COUNTDOWN", 300)

    async def evening(one: House, two: House) -> None:
        table = await one.open("ada", m.NewTable("prolix", (ME, FREE), ready=True))
        here, there = await one.find(table), await two.find(table)
        ada, bob = await watch(here, "ada"), await watch(there, "bob")
        await there.ask("bob", asks.Sit("sit", 1, "Bob"))
        await here.ask("ada", asks.Ready("a", 0))
        await there.ask("bob", asks.Ready("b", 1))
        entries = [(await heard(each, "moved"))["entries"][0] for each in (ada, bob)]
        assert entries[0] == entries[1]
        looks = [msgspec.json.decode(await at.look("ada")) for at in (here, there)]
        assert looks[0]["view"]["deadline"] == looks[1]["view"]["deadline"]

    played_by_two(url, evening)


def test_another_game_asks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execute, "COUNTDOWN", 0)

    async def evening(here: House, _: SqliteStore) -> None:
        at = await here.find(await here.open("ada", m.NewTable("prolix", (ME, ME), ready=True)))
        ada = await watch(at, "ada")
        await at.ask("ada", asks.Ready("1", 0))
        await heard(ada, "moved")
        await at.ask("ada", asks.Play("2", 0, {"type": "resign"}))
        answer = await at.ask("ada", asks.Rematch("3"))
        assert isinstance(answer, m.Ack)
        assert answer.table
        again = await here.find(answer.table)
        assert (await look(again))["getting_ready"] == {"ready": [], "begins_in": None}

    played(tmp_path, evening)

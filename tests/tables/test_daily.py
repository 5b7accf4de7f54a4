"""The board of the day: the same for everyone, and played once."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inglenook.core.game import Refused
from inglenook.server.house import Connection, House, Table
from inglenook.server.live import audience
from inglenook.server.store import SqliteStore
from inglenook.server.table import daily
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m

ME = m.SeatChoice("me", "Ada")
TODAY = m.NewTable("lanterns", (ME,), daily=True)
DAY = 86_400_000


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> int:
    """Noon of 15 November 2026, UTC, and no other time."""
    moment = 1_794_744_000_000
    set_clock(monkeypatch, moment)
    return moment


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    monkeypatch.setattr(daily, "wall_ms", lambda: moment)


@pytest.fixture
def lived(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, noon: int) -> Any:
    """What each guest who asks for today's board gets: the table's id, its view and its seed."""

    async def run(guests: tuple[str, ...], secret: str) -> list[tuple[str, Any, str]]:
        here = House(SqliteStore(tmp_path / f"{secret}.db"), secret)
        found = []
        for guest in guests:
            table = await here.find(await here.open(guest, TODAY))
            said = msgspec.json.decode(await table.look(guest))
            assert said["daily"] == "2026-11-15"
            await table.ask(guest, asks.Play("r", 0, {"type": "resign"}))
            set_clock(monkeypatch, noon + DAY // 2)
            found.append((table.id, said["view"], (await table.record()).seed))
            set_clock(monkeypatch, noon)
        await here.close()
        return found

    def live(*guests: str, secret: str = "of the house") -> list[tuple[str, Any, str]]:
        return asyncio.run(run(guests, secret))

    return live


def test_everyone_has_the_same_board_at_a_table_of_their_own(lived: Any) -> None:
    (ada, ada_sees, seed), (bob, bob_sees, same) = lived("ada", "bob")
    assert ada != bob
    assert (seed, ada_sees["mine"]) == (same, bob_sees["mine"])


def test_it_begins_where_its_line_ends(tmp_path: Path) -> None:
    async def run() -> None:
        here = House(SqliteStore(tmp_path / "x.db"), "secret")
        table = await here.find(await here.open("ada", TODAY))
        said = msgspec.json.decode(await table.look("ada"))
        assert [entry[3]["type"] for entry in said["entries"]] == ["deal", "throw", "rolled"]
        assert (said["status"], said["to_move"], said["view"]["turn"]) == ("playing", [0], 1)
        await here.close()

    asyncio.run(run())


def test_a_guest_has_one_a_day_also_after_a_restart(lived: Any) -> None:
    first, second = lived("ada", "ada")
    (again,) = lived("ada")
    assert first[0] == second[0] == again[0]


def test_another_day_or_server_has_another_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noon: int, lived: Any
) -> None:
    (here,) = lived("ada")
    (elsewhere,) = lived("ada", secret="of another house")
    assert here[0] != elsewhere[0]
    assert here[2] != elsewhere[2]

    async def tomorrow() -> None:
        set_clock(monkeypatch, noon + DAY // 2)
        there = House(SqliteStore(tmp_path / "of the house.db"), "of the house")
        table = await there.find(await there.open("ada", TODAY))
        assert msgspec.json.decode(await table.look("ada"))["daily"] == "2026-11-16"
        await table.ask("ada", asks.Play("r", 0, {"type": "resign"}))
        assert table.id != here[0]
        set_clock(monkeypatch, noon + 3 * DAY // 2)
        assert (await table.record()).seed != here[2]
        await there.close()

    asyncio.run(tomorrow())


def test_it_is_played_once_as_it_comes_and_nobody_looks_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "SEAT_MAY_BE_FREED_AFTER_S", 0.0)

    async def run() -> None:
        here = House(SqliteStore(tmp_path / "x.db"), "secret")
        table = await here.find(await here.open("ada", TODAY))
        await table.ask("ada", asks.Play("1", 0, {"type": "silent"}))
        # Whoever has no connection counts as away, and a free seat would be anybody's.
        for ask in (asks.Leave("2", 0), asks.Takeback("3", 0), asks.Free("4", 0)):
            refused = await table.ask("ada", ask)
            assert isinstance(refused, m.Refusal)
            assert refused.code == "daily-board"
        assert [line.daily for line in (await here.lobby("ada")).mine] == ["2026-11-15"]
        assert (await here.lobby("bob")).playing == ()
        await here.close()

    asyncio.run(run())


async def code_of(asked: Awaitable[object]) -> str | None:
    try:
        await asked
    except Refused as refused:
        return refused.code
    return None


async def answers(table: Table, guest: str) -> list[str | None]:
    """The codes that refuse a guest who looks, joins, replays, reviews or wants the record."""
    return [
        await code_of(table.look(guest)),
        await code_of(table.join(Connection(guest))),
        await code_of(table.replay(guest)),
        await code_of(table.review(guest)),
        await code_of(table.record()),
    ]


def test_until_its_day_is_over_only_its_player_sees_it_and_nobody_gets_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noon: int
) -> None:
    async def run() -> None:
        here = House(SqliteStore(tmp_path / "x.db"), "secret")
        table = await here.find(await here.open("ada", TODAY))
        secret = "day-not-over"
        assert await answers(table, "bob") == [secret, secret, secret, secret, "not-over"]
        assert await answers(table, "ada") == [None, None, None, "not-over", "not-over"]
        await table.ask("ada", asks.Play("r", 0, {"type": "resign"}))
        for moment in (noon, noon + DAY // 2 - 1):
            set_clock(monkeypatch, moment)
            assert await answers(table, "bob") == [secret] * 5
            assert await answers(table, "") == [secret] * 5
            assert await answers(table, "ada") == [None, None, None, None, secret]
            assert not (await table.replay("ada")).about.record
        set_clock(monkeypatch, noon + DAY // 2)
        for guest in ("ada", "bob", ""):
            assert await answers(table, guest) == [None] * 5
        assert (await table.replay("bob")).about.record
        await here.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (m.NewTable("lanterns", (ME, ME), daily=True), "bad-daily"),
        (m.NewTable("lanterns", (), daily=True), "bad-daily"),
        (m.NewTable("lanterns", (m.SeatChoice("free"),), daily=True), "bad-daily"),
        (m.NewTable("lanterns", (m.SeatChoice("bot", None, "wick"),), daily=True), "bad-daily"),
        (m.NewTable("lanterns", (ME,), {"patience": 1}, daily=True), "bad-daily"),
        (m.NewTable("snap", (ME,), daily=True), "bad-daily"),
        (m.NewTable("lanterns", (ME,), daily=True, day="2026-11-16"), "bad-daily"),
        (m.NewTable("lanterns", (ME,), daily=True, day="2025-12-31"), "bad-daily"),
        (m.NewTable("lanterns", (ME,), daily=True, day="yesterday"), "bad-daily"),
        (m.NewTable("lanterns", (ME,), daily=True, study=m.Study("x", 0)), "bad-daily"),
        (m.NewTable("nothing", (ME,), daily=True), "unknown-game"),
    ],
)
def test_what_is_no_board_of_the_day(tmp_path: Path, new: m.NewTable, code: str) -> None:
    async def run() -> None:
        here = House(SqliteStore(tmp_path / "x.db"), "secret")
        with pytest.raises(Refused) as refused:
            await here.open("ada", new)
        assert refused.value.code == code
        await here.close()

    asyncio.run(run())

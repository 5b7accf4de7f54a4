"""The board of the day: the same for everyone, and played once."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inglenook.game import Refused
from inglenook.store import SqliteStore
from inglenook.tables import House, house
from inglenook.tables import messages as m

ME = m.SeatChoice("me", "Ada")
TODAY = m.NewTable("lanterns", (ME,), daily=True)
DAY = 86_400_000


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> int:
    """Noon of 15 November 2026, UTC, and no other time."""
    moment = 1_794_744_000_000
    monkeypatch.setattr(house, "wall_ms", lambda: moment)
    return moment


def lived(path: Path, *guests: str, secret: str = "of the house") -> list[tuple[str, Any, str]]:
    """What each guest gets who asks for today's board: the table's id, its view and its seed."""

    async def run() -> list[tuple[str, Any, str]]:
        here = House(SqliteStore(path / f"{secret}.db"), secret)
        found = []
        for guest in guests:
            table = await here.find(await here.open(guest, TODAY))
            said = msgspec.json.decode(await table.look(guest))
            assert said["daily"] == "2026-11-15"
            await table.ask(guest, m.Play("r", 0, {"type": "resign"}))
            found.append((table.id, said["view"], (await table.record()).seed))
        await here.close()
        return found

    return asyncio.run(run())


def test_everyone_has_the_same_board_at_a_table_of_their_own(tmp_path: Path) -> None:
    (ada, ada_sees, seed), (bob, bob_sees, same) = lived(tmp_path, "ada", "bob")
    assert ada != bob
    assert (seed, ada_sees["mine"]) == (same, bob_sees["mine"])


def test_a_guest_has_one_a_day_also_after_a_restart(tmp_path: Path) -> None:
    first, second = lived(tmp_path, "ada", "ada")
    (again,) = lived(tmp_path, "ada")
    assert first[0] == second[0] == again[0]


def test_another_day_or_server_has_another_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noon: int
) -> None:
    (here,) = lived(tmp_path, "ada")
    (elsewhere,) = lived(tmp_path, "ada", secret="of another house")
    assert here[0] != elsewhere[0]
    assert here[2] != elsewhere[2]

    async def tomorrow() -> None:
        monkeypatch.setattr(house, "wall_ms", lambda: noon + DAY // 2)
        there = House(SqliteStore(tmp_path / "of the house.db"), "of the house")
        table = await there.find(await there.open("ada", TODAY))
        assert msgspec.json.decode(await table.look("ada"))["daily"] == "2026-11-16"
        await table.ask("ada", m.Play("r", 0, {"type": "resign"}))
        assert table.id != here[0]
        assert (await table.record()).seed != here[2]
        await there.close()

    asyncio.run(tomorrow())


def test_it_is_played_once_as_it_comes_and_nobody_looks_on(tmp_path: Path) -> None:
    async def run() -> None:
        here = House(SqliteStore(tmp_path / "x.db"), "secret")
        table = await here.find(await here.open("ada", TODAY))
        await table.ask("ada", m.Play("1", 0, {"type": "silent"}))
        for ask in (m.Leave("2", 0), m.Takeback("3", 0)):
            refused = await table.ask("ada", ask)
            assert isinstance(refused, m.Refusal)
            assert refused.code == "daily-board"
        assert [line.daily for line in (await here.lobby("ada")).mine] == ["2026-11-15"]
        assert (await here.lobby("bob")).playing == ()
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
        (m.NewTable("kewbz", (ME,), daily=True), "bad-seats"),
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

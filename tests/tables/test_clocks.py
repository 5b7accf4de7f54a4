"""Tables with a clock: time is told, flags fall by themselves, and a seat that is out goes on."""

import asyncio
from pathlib import Path

import pytest

from inglenook import Match, dumps
from inglenook.core.game import MAX_LAG, Refused
from inglenook.core.time_control import TimeControl
from inglenook.server.house import House
from inglenook.server.live import auto_pause
from inglenook.server.store import SqliteStore
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, heard, place, played, watch

SECOND = TimeControl(base=1000, increment=1000, cap=1000)
LONG = TimeControl(base=600_000, increment=5000)
BOT = m.SeatChoice("bot", level="pebble")


def test_times_are_told_and_outlast_a_restart(tmp_path: Path) -> None:
    tables: list[str] = []

    async def before(here: House, _: SqliteStore) -> None:
        tables.append(await here.open("ada", m.NewTable("kewbz", (ME, ME), time_control=LONG)))
        at = await here.find(tables[0])
        ada = await watch(at, "ada")
        said = await heard(ada, "table")
        assert said["time_control"] == {"base": 600_000, "increment": 5000, "cap": None}
        assert said["times"] == {"left": [600_000, 600_000], "since": 0, "thinking": [0]}
        await at.ask("ada", place("1", 0, "d4"))
        moved = await heard(ada, "moved")
        t = moved["entries"][0][1]
        assert moved["times"] == {
            "left": [605_000 - t, 600_000],
            "since": t,
            "thinking": [1],
        }
        (listed,) = (await here.lobby("ada")).mine
        assert listed.time_control == LONG

    async def after(here: House, _: SqliteStore) -> None:
        at = await here.find(tables[0])
        said = await heard(await watch(at, "ada"), "table")
        assert said["times"]["left"][1] == 600_000
        assert said["times"]["thinking"] == [1]

    played(tmp_path, before)
    played(tmp_path, after)


def test_a_flag_falls_by_itself_and_ends_a_game_for_two(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        new = m.NewTable("kewbz", (ME, FREE), time_control=SECOND)
        at = await here.find(await here.open("ada", new))
        ada = await watch(at, "ada")
        await at.ask("bob", asks.Sit("sit", 1, "Bob"))
        over = await heard(ada, "moved")
        (flag,) = over["entries"]
        assert flag[1:4] == [1000 + MAX_LAG, -1, {"type": "flag", "seat": 0}]
        assert over["outcome"]["winners"] == [1]
        assert over["outcome"]["reason"] == "flag-fell"
        late = await at.ask("ada", place("late", 0, "d4"))
        assert isinstance(late, m.Refusal)
        assert late.code == "game-over"
        # Another game has the same clock.
        again = await at.ask("bob", asks.Rematch("more"))
        assert isinstance(again, m.Ack)
        state = (await here.find(again.table or "")).state
        assert state
        assert state.match.time_control == SECOND

    played(tmp_path, play)


def test_among_three_a_bot_plays_on(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        new = m.NewTable("conex", (ME, FREE, FREE), {"first": 0}, time_control=SECOND)
        at = await here.find(await here.open("ada", new))
        ada = await watch(at, "ada")
        for seat, guest in ((1, "bob"), (2, "cid")):
            await at.ask(guest, asks.Sit("sit", seat, guest))
        while True:
            said = await heard(ada, "table")
            if said["seats"][0]["kind"] == "bot":
                break
        state = at.state
        assert state
        assert state.match.position.flagged[:1] == (0,)
        change, *__ = [change for change in said["changes"] if change["now"]["kind"] == "bot"]
        assert (change["seat"], change["before"]["name"]) == (0, "Ada")

    played(tmp_path, play)


def test_no_study_begins_behind_a_flag(tmp_path: Path) -> None:
    match = Match("conex", 3, {"first": 0}, "flag", time_control=SECOND)
    match.advance(1000 + MAX_LAG)
    assert match.position.flagged == (0,)

    async def play(here: House, _: SqliteStore) -> None:
        with pytest.raises(Refused, match="bad-study"):
            await here.take_in("ada", dumps(match.record()).encode())

    played(tmp_path, play)


def test_where_a_game_waits_nobodys_time_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auto_pause, "PAUSES_AFTER_S", 0.1)

    async def play(here: House, _: SqliteStore) -> None:
        new = m.NewTable("kewbz", (ME, BOT), time_control=SECOND)
        at = await here.find(await here.open("ada", new))
        ada = await watch(at, "ada")
        at.leave(ada)
        while not (at.state and at.state.paused):
            await asyncio.sleep(0.02)
        await asyncio.sleep(1.5)
        assert at.state.match.outcome() is None

    played(tmp_path, play)


@pytest.mark.parametrize(
    ("new", "code"),
    [
        (m.NewTable("prolix", (ME, ME), time_control=LONG), "no-clock"),
        (m.NewTable("conex", (ME,), time_control=LONG), "no-clock"),
        (m.NewTable("kewbz", (ME,), daily=True, time_control=LONG), "bad-daily"),
        (m.NewTable("kewbz", (ME, ME), study=m.Study(None, -1), time_control=LONG), "bad-study"),
    ],
)
def test_where_there_is_no_clock(tmp_path: Path, new: m.NewTable, code: str) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        with pytest.raises(Refused, match=code):
            await here.open("ada", new)

    played(tmp_path, play)

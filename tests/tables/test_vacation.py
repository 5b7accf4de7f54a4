"""Vacations and weekends at real tables: whose clocks stand still, and for how long."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inglenook.core.game import Refused
from inglenook.core.time_control import TimeControl
from inglenook.core.units import DAY_MS
from inglenook.server.house import House, Table
from inglenook.server.store import SqliteStore
from inglenook.server.table.events import VacationBegan, shifted
from inglenook.server.vacations import bank
from inglenook.server.vacations.bank import BANK
from inglenook.server.vacations.rows import VacationRow
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.tables.test_table import FREE, ME, place, played
from tests.tables.test_two_workers import played as played_by_two
from tests.tables.test_two_workers import url
from tests.tables.test_votes import LONG, look

__all__ = ["url"]

LETTERS = TimeControl(base=3 * DAY_MS, increment=DAY_MS, cap=7 * DAY_MS)


def ms(*date: int) -> int:
    return int(datetime(*date, tzinfo=UTC).timestamp() * 1000)  # type: ignore[arg-type, misc] # up to a day


def test_the_bank_is_full_again_on_new_years_day() -> None:
    rows = [
        VacationRow(ms(2025, 12, 30), ms(2026, 1, 3)),
        VacationRow(ms(2026, 7, 1), ms(2026, 7, 11)),
    ]
    assert bank.vacation(rows, ms(2026, 8, 1)) == bank.Vacation(
        on=False, until=None, left=BANK - 12 * DAY_MS
    )
    assert bank.vacation(rows, ms(2026, 7, 4)) == bank.Vacation(
        on=True, until=ms(2026, 7, 11), left=BANK - 5 * DAY_MS
    )
    assert bank.vacation(rows, ms(2027, 1, 1)).left == BANK


def test_a_vacation_moves_with_the_table_to_another_house() -> None:
    """Times in an exported table are relative to its first."""
    event = VacationBegan("ada", 1000, 5000)
    assert shifted(event, -400) == VacationBegan("ada", 600, 4600)
    assert shifted(shifted(event, -400), 400) == event


async def letters(here: House, *, weekends_off: bool = False) -> Table:
    """A game by correspondence; Ada is to move."""
    new = m.NewTable("kewbz", (ME, FREE), time_control=LETTERS, weekends_off=weekends_off)
    at = await here.find(await here.open("ada", new))
    await at.ask("bob", asks.Sit("sit", 1, "Bob"))
    return at


def test_my_clocks_stand_still_in_all_my_games_by_correspondence(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        mine, theirs = await letters(here), await letters(here)
        await theirs.ask("ada", place("1", 0, "d4"))
        quick = await here.find(
            await here.open("ada", m.NewTable("kewbz", (ME, ME), time_control=LONG))
        )
        said = await here.vacations.set("ada", on=True)
        assert said.on
        assert said.until
        states = [at.state for at in (mine, theirs, quick)]
        assert states[0]
        assert states[1]
        assert states[2]
        shown = [state.clock.now() for state in states if state]
        await asyncio.sleep(0.05)
        now = [state.clock.now() for state in states if state]
        assert now[0] == shown[0]
        # It is Bob's turn there; and a quick game waits for nobody.
        assert now[1] > shown[1]
        assert now[2] > shown[2]
        assert (await look(mine))["time_off"] == "vacation"
        assert (await look(mine))["vacations"] == [0]
        assert (await look(theirs))["time_off"] is None
        # Bob moves, and Ada has her vacation there, too.
        await theirs.ask("bob", place("2", 1, "d5"))
        assert (await look(theirs))["time_off"] == "vacation"
        # Whoever is on vacation may play all the same.
        assert await mine.ask("ada", place("3", 0, "d4")) == m.Ack("3", seq=0)
        left = (await here.vacations.set("ada", on=False)).left
        assert BANK - 3_600_000 < left < BANK
        assert (await look(theirs))["vacations"] == []
        before = states[1].clock.now()
        await asyncio.sleep(0.02)
        assert states[1].clock.now() > before

    played(tmp_path, play)


def test_a_vacation_outlasts_a_restart_and_moves_the_flag_by_its_length(tmp_path: Path) -> None:
    tables: list[str] = []
    due: list[int] = []

    async def before(here: House, _: SqliteStore) -> None:
        at = await letters(here)
        tables.append(at.id)
        state = at.state
        assert state
        flag = state.deadline()
        assert flag
        due.append(state.clock.when(flag))
        said = await here.vacations.set("ada", on=True)
        assert said.until
        (v,) = state.seating.vacations
        # It counts from when the table hears of it.
        assert state.clock.when(flag) == due[0] + v.until - state.last_at

    async def after(here: House, _: SqliteStore) -> None:
        at = await here.find(tables[0])
        state = at.state
        assert state
        flag = state.deadline()
        assert flag
        (v,) = state.seating.vacations
        await here.vacations.set("ada", on=False)
        assert state.clock.when(flag) - due[0] < v.until - v.began

    played(tmp_path, before)
    played(tmp_path, after)


def test_whoever_has_used_it_up_has_none_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bank, "BANK", 0)

    async def play(here: House, _: SqliteStore) -> None:
        with pytest.raises(Refused, match="no-vacation-left"):
            await here.vacations.set("ada", on=True)

    played(tmp_path, play)


def test_weekends_are_told_and_go_with_the_next_game(tmp_path: Path) -> None:
    async def play(here: House, _: SqliteStore) -> None:
        at = await letters(here, weekends_off=True)
        assert (await look(at))["weekends_off"] is True
        await at.ask("ada", asks.Play("r", 0, {"type": "resign"}))
        answer = await at.ask("ada", asks.Rematch("again"))
        assert isinstance(answer, m.Ack)
        assert answer.table
        assert (await look(await here.find(answer.table)))["weekends_off"] is True
        with pytest.raises(Refused, match="no-clock"):
            await here.open("ada", m.NewTable("kewbz", (ME, ME), weekends_off=True))

    played(tmp_path, play)


def test_two_workers_read_the_same_time_on_a_clock_that_rests(url: str) -> None:
    async def play(one: House, two: House) -> None:
        here = await letters(one, weekends_off=True)
        there = await two.find(here.id)
        await two.vacations.set("ada", on=True)
        for at in (here, there):
            assert (await look(at))["vacations"] == [0]
        states = [at.state for at in (here, there)]
        flags = {state.clock.when(flag) for state in states if state and (flag := state.deadline())}
        assert len(flags) == 1

    played_by_two(url, play)

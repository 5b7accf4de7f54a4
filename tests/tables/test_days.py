"""How a guest did on the boards of the days: streaks, calendar, and where they stand."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from inglenook.server.house import House
from inglenook.server.learning.days import streak
from inglenook.server.store import SqliteStore
from inglenook.server.wire import asks
from inglenook.server.wire import learn_messages as lm
from inglenook.server.wire import table_messages as m

ME = m.SeatChoice("me", "Ada")
NOON = 1_794_744_000_000
"""Of 15 November 2026, UTC."""
DAY = 86_400_000


class Calendar:
    """A house whose days can be chosen."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house = house
        self._monkeypatch = monkeypatch
        self.set(0)

    def set(self, days: float) -> None:
        """So many days after noon of the 15th."""
        moment = NOON + int(days * DAY)
        self._monkeypatch.setattr(time, "time_ns", lambda: moment * 1_000_000)

    async def open(self, guest: str, day: str | None = None) -> str:
        return await self.house.open(guest, m.NewTable("lanterns", (ME,), daily=True, day=day))

    async def finish(self, guest: str, day: str | None = None, throws: int = 4) -> int:
        """Finish a board, with so many throws; the score."""
        table = await self.house.find(await self.open(guest, day))
        for n in range(4):
            move = {"type": "throw" if n < throws else "silent"}
            assert isinstance(await table.ask(guest, asks.Play(str(n), 0, move)), m.Ack)
        assert table.state
        return table.state.match.scores()[0]

    async def lanterns(self, guest: str) -> lm.DayGame:
        (game,) = (g for g in (await self.house.days.look(guest)).games if g.game == "lanterns")
        return game


Play = Callable[[Calendar], Awaitable[None]]


@pytest.fixture
def lived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Play], None]:
    async def run(play: Play) -> None:
        house = House(SqliteStore(tmp_path / "x.db"), "secret")
        await play(Calendar(house, monkeypatch))
        await house.close()

    return lambda play: asyncio.run(run(play))


def test_a_day_has_a_date_a_number_and_an_end(lived: Callable[[Play], None]) -> None:
    async def play(calendar: Calendar) -> None:
        said = await calendar.house.days.look(None)
        assert (said.date, said.number, said.next_ms) == ("2026-11-15", 319, DAY // 2)
        assert (said.streak, said.calendar) == (0, ())
        assert {"lanterns", "prolix"} <= {game.game for game in said.games}
        calendar.set(0.5)
        said = await calendar.house.days.look("ada")
        assert (said.date, said.number, said.next_ms) == ("2026-11-16", 320, DAY)

    lived(play)


def test_my_table_and_result(lived: Callable[[Play], None]) -> None:
    async def play(calendar: Calendar) -> None:
        assert await calendar.lanterns("ada") == lm.DayGame("lanterns", None, None, 0, None, 0)
        table = await calendar.open("ada")
        assert await calendar.lanterns("ada") == lm.DayGame("lanterns", table, None, 0, None, 0)
        score = await calendar.finish("ada")
        assert await calendar.lanterns("ada") == lm.DayGame("lanterns", table, score, 1, None, 1)
        # Somebody else sees that one has finished, and nothing more.
        assert await calendar.lanterns("bob") == lm.DayGame("lanterns", None, None, 1, None, 0)

    lived(play)


def test_against_a_bot_it_is_the_margin_that_counts(lived: Callable[[Play], None]) -> None:
    async def play(calendar: Calendar) -> None:
        house, new = calendar.house, m.NewTable("kewbz", (ME,), daily=True)
        table, same = [await house.find(await house.open(who, new)) for who in ("ada", "bob")]
        assert table.state
        assert same.state
        assert [type(who).__name__ for who in table.state.seating.seats] == ["Sat", "BotSat"]
        # Everybody begins in the same position, and is to move.
        assert table.state.match.to_move() == {0}
        assert len(table.state.match.log) > 6
        assert table.state.match.position == same.state.match.position
        await table.ask("ada", asks.Play("r", 0, {"type": "resign"}))
        (game,) = (g for g in (await house.days.look("ada")).games if g.game == "kewbz")
        mine, its = table.state.match.scores()
        assert (game.score, game.finished) == (mine - its, 1)

    lived(play)


def test_streak_and_calendar_go_on_from_day_to_day(lived: Callable[[Play], None]) -> None:
    async def play(calendar: Calendar) -> None:
        for day in (-4, -2, -1, 0):
            calendar.set(day)
            await calendar.finish("ada")
        said = await calendar.house.days.look("ada")
        assert said.streak == 3
        assert said.calendar[0] == lm.DayDone("2026-11-15", 319, ("lanterns",))
        assert [done.date[-2:] for done in said.calendar] == ["15", "14", "13", "11"]
        # Today's is still to come.
        calendar.set(1)
        assert (await calendar.house.days.look("ada")).streak == 3
        calendar.set(2)
        assert (await calendar.house.days.look("ada")).streak == 0

    lived(play)


def test_from_ten_on_it_is_told_where_i_stand(lived: Callable[[Play], None]) -> None:
    async def play(calendar: Calendar) -> None:
        # The same board: whoever throws more often comes to more.
        for n in range(8):
            await calendar.finish(f"guest {n}", throws=2)
        await calendar.finish("ada", throws=1)
        assert (await calendar.lanterns("ada")).place is None
        await calendar.finish("bob", throws=4)
        places = [(await calendar.lanterns(who)).place for who in ("bob", "guest 3", "ada", "eve")]
        assert places == [1, 2, 10, None]
        assert (await calendar.lanterns("eve")).finished == 10

    lived(play)


def test_a_board_of_the_archive_counts_for_nothing(lived: Callable[[Play], None]) -> None:
    async def play(calendar: Calendar) -> None:
        await calendar.finish("ada", "2026-11-10")
        said = await calendar.house.days.look("ada")
        assert (said.streak, said.calendar) == (0, ())
        # It is the board of that day: whoever played it then comes back to their table.
        calendar.set(-5)
        await calendar.finish("bob")
        then = await calendar.open("bob")
        calendar.set(0)
        assert await calendar.open("bob", "2026-11-10") == then
        assert [d.date for d in (await calendar.house.days.look("bob")).calendar] == ["2026-11-10"]
        assert (await calendar.house.days.look("bob")).streak == 0

    lived(play)


@pytest.mark.parametrize(
    ("done", "count"),
    [
        ([], 0),
        (["2026-03-01"], 1),
        (["2026-02-28"], 1),
        (["2026-02-27"], 0),
        (["2026-03-01", "2026-02-28", "2026-02-27", "2026-02-25"], 3),
        (["2026-03-01", "2026-03-01"], 1),
    ],
)
def test_a_streak_goes_up_to_today_or_yesterday(done: list[str], count: int) -> None:
    assert streak("2026-03-01", done) == count

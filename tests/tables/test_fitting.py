"""A match for you: up after a clear win, down after a clear loss."""

import asyncio
from pathlib import Path

import pytest

from inglenook.game import Outcome
from inglenook.registry import levels
from inglenook.store import SqliteStore
from inglenook.tables import House
from inglenook.tables import messages as m
from inglenook.tables.fitting import against_bots, fitting_level
from inglenook.tables.lobby import Lobby
from inglenook.tables.seating import BotSat, DailyOpened, Sat, Seating, SeatingEvent, empty

ADA, BOB = Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob")
FLAME, BEACON = BotSat(1, "flame"), BotSat(2, "beacon")


def seated(*events: SeatingEvent, seats: int = 2) -> Seating:
    seating = empty(seats)
    for event in events:
        seating = seating.after(event)
    return seating


def fits(scores: tuple[int, ...], *winners: int, reason: str = "rounds-complete") -> str:
    outcome = Outcome(scores, winners, reason)
    return fitting_level("lanterns", seated(ADA, FLAME), "ada", outcome)


def test_at_first_it_is_the_weakest() -> None:
    assert fitting_level("lanterns", None, "ada", None) == "wick"
    assert fitting_level("snap", None, "ada", None) == ""


def test_up_after_a_clear_win_and_down_after_a_clear_loss() -> None:
    assert fits((20, 10), 0) == "beacon"
    assert fits((10, 20), 1) == "wick"
    assert fits((20, 19), 0) == fits((19, 20), 1) == fits((20, 20), 0, 1) == "flame"
    # Also where scores are below nothing, as margins are.
    assert fits((4, -4), 0) == "beacon"
    assert fits((-4, 4), 1) == "wick"


def test_who_gives_up_wants_it_easier() -> None:
    assert fits((20, 19), 1, reason="resigned") == "wick"


def test_there_is_nothing_above_the_strongest_of_the_company() -> None:
    company = seated(ADA, FLAME, BEACON, seats=3)
    assert fitting_level("lanterns", company, "ada", Outcome((9, 1, 1), (0,), "x")) == "beacon"
    assert fitting_level("lanterns", company, "ada", Outcome((1, 9, 1), (1,), "x")) == "flame"


@pytest.mark.parametrize(
    ("seating", "counts"),
    [
        (seated(ADA, FLAME), True),
        (seated(ADA, FLAME, BEACON, seats=3), True),
        (seated(ADA, BOB), False),
        (seated(ADA, seats=1), False),
        (seated(ADA, Sat(1, "ada", "Eve"), BEACON, seats=3), False),
        (seated(ADA), False),
        (seated(DailyOpened("2026-11-15"), ADA, FLAME), False),
        (seated(BotSat(0, "wick"), FLAME), False),
    ],
)
def test_what_counts_is_a_game_alone_against_bots(seating: Seating, counts: bool) -> None:
    assert against_bots(seating, "ada") == counts


def test_the_list_of_games_has_it(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "x.db")
        here, lobby = House(store, "secret"), Lobby(store, lambda _: set())

        async def level(guest: str | None) -> str:
            (found,) = (g.your_level for g in await lobby.games(guest) if g.name == "kewbz")
            return found

        names = [each.name for each in levels("kewbz")]
        assert await level(None) == await level("ada") == names[0]
        seats = m.SeatChoice("me", "Ada"), m.SeatChoice("bot", None, names[2])
        table = await here.find(await here.open("ada", m.NewTable("kewbz", seats)))
        assert await level("ada") == names[0]
        await table.ask("ada", m.Play("r", 0, {"type": "resign"}))
        assert (await level("ada"), await level("bob")) == (names[1], names[0])
        await here.close()

    asyncio.run(run())

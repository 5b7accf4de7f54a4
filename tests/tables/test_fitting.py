"""A match for you: up after a clear win or two in a row, down after losses."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from inglenook.game import Outcome
from inglenook.registry import levels
from inglenook.store import SqliteStore
from inglenook.tables import House
from inglenook.tables import messages as m
from inglenook.tables.fitting import Result, against_bots, fitting_level, result
from inglenook.tables.lobby import Lobby
from inglenook.tables.seating import BotSat, DailyOpened, Sat, Seating, SeatingEvent, empty

ADA, BOB = Sat(0, "ada", "Ada"), Sat(1, "bob", "Bob")
FLAME, BEACON = BotSat(1, "flame"), BotSat(2, "beacon")


def seated(*events: SeatingEvent, seats: int = 2) -> Seating:
    seating = empty(seats)
    for event in events:
        seating = seating.after(event)
    return seating


def went(scores: tuple[int, ...], *winners: int, reason: str = "rounds-complete") -> Result:
    """How a game of Ada's against a flame went."""
    return result("lanterns", seated(ADA, FLAME), "ada", Outcome(scores, winners, reason))


WIN, LOSS, SHARED = went((20, 19), 0), went((19, 20), 1), went((20, 20), 0, 1)
CLEAR_WIN, CLEAR_LOSS = went((20, 10), 0), went((10, 20), 1)


def fits(*results: Result) -> str:
    """The level that fits after these, the latest last."""
    return fitting_level("lanterns", results[::-1])


def test_at_first_it_is_the_second_weakest() -> None:
    assert fits() == levels("lanterns")[1].name == "flame"
    assert fitting_level("snap", ()) == ""


def test_up_after_a_clear_win_and_down_after_a_clear_loss() -> None:
    assert fits(CLEAR_WIN) == "beacon"
    assert fits(CLEAR_LOSS) == "wick"
    assert fits(WIN) == fits(LOSS) == fits(SHARED) == "flame"
    # Also where scores are below nothing, as margins are.
    assert fits(went((4, -4), 0)) == "beacon"
    assert fits(went((-4, 4), 1)) == "wick"


def test_two_narrow_ones_in_a_row_do_as_well() -> None:
    assert fits(WIN, WIN) == fits(LOSS, WIN, WIN) == fits(CLEAR_WIN, WIN) == "beacon"
    assert fits(LOSS, LOSS) == fits(WIN, LOSS, LOSS) == "wick"
    assert fits(WIN, LOSS) == fits(LOSS, WIN) == fits(WIN, SHARED) == fits(WIN, SHARED, WIN)
    assert fits(WIN, LOSS) == "flame"


def test_a_win_against_another_level_is_none_in_this_row() -> None:
    assert fits(replace(WIN, level="wick"), WIN) == "flame"
    # Whoever plays another level says by that where they want to be.
    assert fits(CLEAR_WIN, replace(WIN, level="wick")) == "wick"


def test_who_gives_up_wants_it_easier() -> None:
    assert fits(went((20, 19), 1, reason="resigned")) == "wick"
    # Whoever is given the game has not shown that it was too easy.
    assert fits(went((10, 20), 0, reason="resigned")) == "flame"


def test_there_is_nothing_above_the_strongest_of_the_company() -> None:
    company = seated(ADA, FLAME, BEACON, seats=3)

    def after(*scores: int) -> str:
        outcome = Outcome(scores, (scores.index(max(scores)),), "x")
        return fits(result("lanterns", company, "ada", outcome))

    assert after(9, 1, 1) == "beacon"
    assert after(1, 9, 1) == "flame"


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
        assert await level(None) == await level("ada") == names[1]
        seats = m.SeatChoice("me", "Ada"), m.SeatChoice("bot", None, names[3])
        table = await here.find(await here.open("ada", m.NewTable("kewbz", seats)))
        assert await level("ada") == names[1]
        await table.ask("ada", m.Play("r", 0, {"type": "resign"}))
        assert (await level("ada"), await level("bob")) == (names[2], names[1])
        await here.close()

    asyncio.run(run())

"""A match for you: the level whose rating is nearest to what the last games tell."""

import asyncio
import math
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from msgspec.structs import replace

from bench import fitting as bench
from inglenook.core.game import Outcome
from inglenook.core.registry import levels
from inglenook.server.house import House
from inglenook.server.house.lobby import LobbyIndex
from inglenook.server.matchmaking.recommended_level import (
    Result,
    against_bots,
    fitting_level,
    result,
)
from inglenook.server.ratings.rating import level_number
from inglenook.server.store import SqliteStore
from inglenook.server.table.events import BotSat, DailyOpened, Sat, SeatingEvent
from inglenook.server.table.seating import Seating, empty
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.every_game import GAMES

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


def test_up_after_a_win_and_down_after_a_loss() -> None:
    assert fits(WIN) == fits(CLEAR_WIN) == "beacon"
    assert fits(LOSS) == fits(CLEAR_LOSS) == "wick"
    assert fits(SHARED) == fits(WIN, LOSS) == fits(LOSS, WIN) == "flame"
    # Also where scores are below nothing, as margins are.
    assert fits(went((4, -4), 0)) == "beacon"
    assert fits(went((-4, 4), 1)) == "wick"


def test_clear_ones_count_for_more() -> None:
    assert (fits(*[WIN, LOSS] * 2), fits(*[CLEAR_WIN, LOSS] * 2)) == ("flame", "beacon")
    assert (fits(*[LOSS, WIN] * 2), fits(*[CLEAR_LOSS, WIN] * 2)) == ("flame", "wick")


def test_whom_one_beats_or_loses_to_counts_too() -> None:
    names = [each.name for each in levels("kewbz")]

    def place(level: int, won: int) -> int:
        return names.index(fitting_level("kewbz", [Result(names[level], won, False)]))

    assert place(1, 1) < place(4, 1)
    assert place(1, -1) < place(7, -1)


def test_the_last_ten_games_count_and_no_more() -> None:
    long_ago = [CLEAR_LOSS] * 20
    assert fits(*long_ago, *[CLEAR_WIN] * 10) == "beacon"


def test_nobody_is_thrown_in_at_the_deep_end() -> None:
    names = [each.name for each in levels("kewbz")]
    far = math.ceil(len(names) / 3)
    up, down = Result(names[1], 1, True), Result(names[3], -1, True)
    assert fitting_level("kewbz", [up] * 10) == names[1 + far]
    assert fitting_level("kewbz", [down] * 10) == names[0]
    assert fitting_level("kewbz", [replace(down, level=names[7])] * 10) == names[7 - far]


def test_one_win_in_three_is_an_even_share_of_a_table_of_three() -> None:
    results = [Result("lintel", won, clear) for won, clear in ((1, True), (-1, True), (-1, False))]
    assert fitting_level("kewbz", results * 3) == "brick"
    assert fitting_level("kewbz", [replace(r, others=2) for r in results] * 3) == "lintel"


def test_who_gives_up_wants_it_easier() -> None:
    assert went((20, 19), 1, reason="resigned").clear
    # Whoever is given the game has not shown that it was too easy.
    assert not went((10, 20), 0, reason="resigned").clear


def test_there_is_nothing_above_the_strongest_of_the_company() -> None:
    company = seated(ADA, FLAME, BEACON, seats=3)
    outcome = Outcome((9, 1, 1), (0,), "x")
    assert result("lanterns", company, "ada", outcome) == Result("beacon", 1, True, others=2)
    assert fits(result("lanterns", company, "ada", outcome)) == "beacon"


@pytest.mark.parametrize("game", GAMES)
def test_after_five_games_it_is_one_against_whom_about_half_are_won(game: str) -> None:
    names = [level.name for level in levels(game)]
    for name in (names[0], names[len(names) // 2], names[-1]):
        number = level_number(game, name)
        expects = mean(bench.run(game, number, Random(n)) for n in range(100))
        # From 40 to 60 %, and what a hundred runs may be off.
        assert 0.38 <= expects <= 0.62, name


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
        here, lobby = House(store, "secret"), LobbyIndex(store, lambda _: set())

        async def level(guest: str | None) -> str:
            (found,) = (g.your_level for g in await lobby.games(guest) if g.name == "kewbz")
            return found

        names = [each.name for each in levels("kewbz")]
        assert await level(None) == await level("ada") == names[1]
        seats = m.SeatChoice("me", "Ada"), m.SeatChoice("bot", None, names[1])
        table = await here.find(await here.open("ada", m.NewTable("kewbz", seats)))
        assert await level("ada") == names[1]
        await table.ask("ada", asks.Play("r", 0, {"type": "resign"}))
        assert (await level("ada"), await level("bob")) == (names[0], names[1])
        await here.close()

    asyncio.run(run())

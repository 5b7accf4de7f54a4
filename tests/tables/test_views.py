"""A view is made once, and beside the event loop where a game is slow."""

import asyncio
import threading

from inglenook.core.match import Match
from inglenook.games.kewbz.rules import Kewbz, State
from inglenook.games.kewbz.view import View
from inglenook.server.live.offload import beside_the_loop
from inglenook.server.live.publish import LookingOn, Sight, moved_message, table_message
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.events import Sat
from inglenook.server.table.opening import open_table
from inglenook.server.table.state import TableState

HOURS = OpeningHours()
COMPANY = (Sat(0, "ada", "Ada"), Sat(1, "eve", "Eve"))


class Slow(Kewbz):
    """It notes in which thread each of its views is made."""

    slow_moves = True

    def __init__(self) -> None:
        self.threads: list[int] = []

    def view(self, s: State, seat: int | None) -> View:
        self.threads.append(threading.get_ident())
        return super().view(s, seat)


def test_whoever_asks_gets_the_view_that_was_made_beside_the_loop() -> None:
    game = Slow()
    state = TableState(open_table("kewbz", {}, 2, COMPANY, "ada")[0].row, Match(game, 2), HOURS)

    async def play(cell: str, seat: int) -> None:
        move = {"type": "place", "cell": cell}
        assert await beside_the_loop(state, state.match.submit, seat, move, 0) is None
        moved_message(state, 0, Sight(seat, seat))
        table_message(state, "ada", LookingOn({"ada"}, (), ()), -1)
        assert state.view(1 - seat) is state.view(seat)
        await beside_the_loop(
            state, table_message, state, "eve", LookingOn({"ada", "eve"}, (), ()), -1
        )

    asyncio.run(play("d4", 0))
    asyncio.run(play("d5", 1))
    assert len(game.threads) == 2
    assert threading.get_ident() not in game.threads


def test_each_seat_has_its_own_view_of_each_position() -> None:
    state, _ = open_table("conex", {"first": 0}, 2, COMPANY, "ada")
    mine, theirs = state.view(0), state.view(1)
    assert mine != theirs
    assert (mine, theirs) == (state.match.view(0), state.match.view(1))
    assert state.view(0) is mine
    state.match.play(state.match.sample())
    assert mine != state.view(0) == state.match.view(0)

"""How long the server's event loop is held while games are played: `python -m bench.loop [games]`.

A house with its tables runs in a thread of its own, on SQLite. Everyone has a profile. Everyone at
a table is connected; a spectator comes and goes; in every other game the last seat is a bot's.
Games of several people are rated, and with a clock where there are turns. Each callback of the loop
is timed: while one runs, everyone else waits. The longest one from a move to the next is what the
move held the loop for. It is CPU time of that thread, so other work on the machine does not count.

Then 200 tables of a game are played at together, for a while, with the collector of garbage as a
server has it: there each callback of the loop counts for itself.

Random towers of Konexi are seldom high. So there are careful ones besides, and nothing of them is
remembered from one move to the next, as if many other towers had been looked at in between.
"""

import asyncio
import gc
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

import msgspec

from inglenook.core.game import Game, Move, Rng
from inglenook.core.match import Match
from inglenook.core.registry import find_game, game_names, levels
from inglenook.core.time_control import TimeControl
from inglenook.games.konexi.rules import offers
from inglenook.games.konexi.rules.moves import Found, Join, Nothing
from inglenook.server.accounts.profiles import keep_profile
from inglenook.server.accounts.tokens import usual_token
from inglenook.server.house import Connection, House
from inglenook.server.live import presence
from inglenook.server.operations.worker import tune_garbage_collector
from inglenook.server.store import SqliteStore
from inglenook.server.table import pace
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.account_messages import NewProfile
from inglenook.shared.presets import presets

GAMES = 8
LIMIT_MS = 5.0
"""No move should hold the loop for longer."""
ENOUGH_S = 20.0
"""Seconds after which a game has shown enough."""
HIGH = 20
"""Letters from which on a tower is high."""
TABLES = 200
"""Of a full house."""
TOWERS = 3
"""High towers to build."""
CLOCK = TimeControl(base=3_600_000, increment=1000)
MOST_SEATS = 6
MOST_ROUNDS = 20
"""After which it is given up: most of them fall."""

T = TypeVar("T")


class Held(NamedTuple):
    ms: float
    by: str
    """The coroutine or function that the loop was in."""


Taken = dict[str, list[Held]]
"""What each move held the loop for, by what it was."""


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    gc.disable()  # a server looks for cycles rarely; here they would be found by chance
    pace.FACTOR["brisk"] = presence.PAUSE = 0.0  # nobody has to follow
    print(f"{'':24}{'moves':>8}{'median':>10}{'99 %':>10}{'longest':>10}  ms of CPU time")
    for name in game_names():
        with serving() as server:
            show(play_games(server, name, games))
        with serving() as server:
            show(full_house(server, name))
    with serving() as server:
        show(build_towers(server))


def show(taken: Taken) -> None:
    for what, held in taken.items():
        print(f"{what:24}{line(sorted(held))}", flush=True)


def line(held: list[Held]) -> str:
    late = held[int(len(held) * 0.99)]
    over = f"  over the limit: {held[-1].by}" if held[-1].ms > LIMIT_MS else ""
    middle = median(each.ms for each in held)
    return f"{len(held):8}{middle:10.2f}{late.ms:10.2f}{held[-1].ms:10.2f}{over}"


class Server:
    """A house on an event loop of its own."""

    def __init__(self, folder: Path) -> None:
        self.held: list[Held] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        store = SqliteStore(folder / "bench.db")
        self.house = House(store, "of the bench")
        self.do(self.house.start())
        for guest in map(str, range(MOST_SEATS)):
            profile = NewProfile(f"Guest {guest}", usual_token(guest))
            self.do(keep_profile(store, guest, profile))

    def do(self, job: Coroutine[Any, Any, T]) -> T:
        """Have it done on the loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(job, self._loop).result()

    def close(self) -> None:
        self.do(self.house.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()


@contextmanager
def timed_callbacks(held: list[Held]) -> Iterator[None]:
    """Time all that event loops do: it goes through the handles of their callbacks."""
    plain = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        callback: Any = handle._callback  # type: ignore[attr-defined] # not in the stubs
        owner = getattr(callback, "__self__", None)
        began = time.thread_time()
        plain(handle)
        took = (time.thread_time() - began) * 1000
        what = owner.get_coro() if isinstance(owner, asyncio.Task) else callback
        held.append(Held(took, getattr(what, "__qualname__", str(what))))

    with patch.object(asyncio.Handle, "_run", timed):
        yield


@contextmanager
def serving() -> Iterator[Server]:
    with TemporaryDirectory() as folder:
        server = Server(Path(folder))
        with timed_callbacks(server.held):
            yield server
        server.close()


class Party:
    """All people at a table, and what their moves hold the loop for."""

    def __init__(
        self, server: Server, game: Game, seats: int, options: dict[str, Any], bots: int = 0
    ) -> None:
        self._server = server
        self._people = range(seats - bots)
        self._asks = count()
        self._spectator = Connection("spectator")
        level = levels(game.name)[0].name
        me, bot = m.SeatChoice("free"), m.SeatChoice("bot", level=level)
        chosen = (me,) * len(self._people) + (bot,) * bots
        rated = len(self._people) == seats > 1
        clock = CLOCK if rated and not game.real_time else None
        new = m.NewTable(game.name, chosen, options, rated=rated, time_control=clock)
        self._table = server.do(server.house.find(server.do(server.house.open("0", new))))
        for seat in self._people:
            server.do(self._table.join(Connection(str(seat))))
            server.do(self._table.ask(str(seat), asks.Sit("sit", seat, f"Guest {seat}")))
        self._wait()

    @property
    def match(self) -> Match:
        assert self._table.state
        return self._table.state.match

    @property
    def to_move(self) -> list[int]:
        """The people who are to move; nobody while a bot thinks, NATURE settles or time is up."""
        return [seat for seat in sorted(self.match.to_move()) if seat in self._people]

    def play(self, seat: int, move: Move) -> Held:
        plain = msgspec.to_builtins(move)
        return self._ask(asks.Play(f"ask {next(self._asks)}", seat, plain), seat)

    async def play_on(self, end: float) -> int:
        """Random moves until that time, or the game is over; how many."""
        while not self.match.outcome() and time.monotonic() < end:
            if not self.to_move:
                await asyncio.sleep(0.01)
                continue
            match, seat = self.match, self.to_move[0]
            rng = Rng("together", len(match.log))
            # What a bench thinks up is not the server's work.
            move = await asyncio.to_thread(match.game.sample, match.state, seat, rng)
            ask = asks.Play(f"ask {next(self._asks)}", seat, msgspec.to_builtins(move))
            await self._table.ask(str(seat), ask)
            await self._hear()
        return len(self.match.log)

    def preview(self, seat: int) -> Held:
        return self._ask(asks.Preview(f"ask {next(self._asks)}", seat), seat)

    def _ask(self, ask: asks.AnyAsk, seat: int) -> Held:
        """What the loop was held for at most until the next move."""
        self._server.held.clear()
        self._server.do(self._table.ask(str(seat), ask))
        self._wait()
        self._server.do(self._come_or_go())
        return max(self._server.held)

    def _wait(self) -> None:
        """Until somebody here can move."""
        end = time.monotonic() + ENOUGH_S
        while not (self.to_move or self.match.outcome()) and time.monotonic() < end:
            time.sleep(0.002)

    async def _come_or_go(self) -> None:
        """The spectator comes, or leaves; everyone hears of it, and of what was played."""
        if self._spectator in self._table.audience:
            self._table.leave(self._spectator)
        else:
            await self._table.join(self._spectator)
        await asyncio.sleep(0.01)
        await self._hear()

    async def _hear(self) -> None:
        """Everyone takes what was said to them."""
        for connection in self._table.audience:
            while connection.waiting:
                await connection.next()


def play_games(server: Server, name: str, games: int) -> Taken:
    """Random games by every number of players, as usual and as long as the screens offer."""
    game = find_game(name)
    taken: Taken = defaultdict(list)
    for number in range(games):
        seats = game.seats[number % len(game.seats)]
        options = presets(name)[-1].options[seats] if number % 4 < 2 else {}
        party = Party(server, game, seats, options, bots=number % 2 if seats > 1 else 0)
        end = time.monotonic() + ENOUGH_S
        while party.to_move and time.monotonic() < end:
            seat = party.to_move[number % len(party.to_move)]
            taken[f"{name}: preview"].append(party.preview(seat))
            state, rng = party.match.state, Rng(f"move {number}", len(party.match.log))
            if seat in party.to_move:
                taken[f"{name}: move"].append(party.play(seat, game.sample(state, seat, rng)))
    return taken


def full_house(server: Server, name: str) -> Taken:
    """Random games at many tables at once; and a look for garbage at the end of it."""
    game = find_game(name)
    parties = [Party(server, game, min(set(game.seats) - {1}), {}) for _ in range(TABLES)]
    gc.collect()
    gc.enable()
    server.held.clear()
    moves = server.do(_play_together(parties))
    held = list(server.held)
    gc.disable()
    began = time.thread_time()
    gc.collect()
    looked = Held((time.thread_time() - began) * 1000, "gc.collect")
    return {
        f"{name}: {TABLES} tables": held,
        f"  in {moves} moves; gc": [looked],
    }


async def _play_together(parties: list[Party]) -> int:
    """Random moves at all of them, one after the other at each, until enough was seen."""
    thresholds = gc.get_threshold()
    tune_garbage_collector()
    end = time.monotonic() + ENOUGH_S
    moves = sum(await asyncio.gather(*(party.play_on(end) for party in parties)))
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    return moves


def build_towers(server: Server) -> Taken:
    """Letter by letter, each where it stands most steadily, with no word said."""
    taken: Taken = defaultdict(list)
    party = Party(server, find_game("konexi"), 2, {"steady": True, "word_ms": 0})
    towers = 0
    while towers < TOWERS and party.match.state.round < MOST_ROUNDS:
        seat, state = party.to_move[0], party.match.state
        move = careful(party.match, seat)
        offers.places.cache_clear()
        offers.steadiness.cache_clear()
        held = party.play(seat, move)
        if len(state.tower) >= HIGH:
            taken[f"konexi: {type(move).__name__.lower()}, high"].append(held)
            towers += isinstance(move, Join) and len(state.ring) == 0
    return taken


def careful(match: Match, seat: int) -> Move:
    """The steadiest place for a letter, and nothing said; elsewhere what comes first."""
    state = match.state
    if state.phase == "claim":
        return Nothing()
    if state.phase != "place":
        first: Move = match.legal(seat)[0]
        return first
    if not state.tower:
        rest = max(offers.rests(state.hand), key=lambda rest: rest.gauge)
        return Found(rest.pose)
    ways = [(way, place) for place in offers.places(state.tower, state.hand) for way in place.ways]
    way, place = max(ways, key=lambda each: each[0].gauge)
    return Join(way.own, place.to, place.at, way.roll)


if __name__ == "__main__":
    main()

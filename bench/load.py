"""The load: many tables with two players each, and how long every move takes.

The time of a move runs from its player sending it until both players have it. There are two
patterns. *Flat out*: a player moves as soon as it is told of the other's move, so that at all times
about as many moves as tables are under way: that measures what a server can take. *Paced*: every
table plays two moves a second, and the tables take turns: that measures what people at the tables
feel. A move that is due before its player knows of the one before counts from when it was due, so
that a server that falls behind cannot hide it.

Games are random and made beforehand, and opening tables is not measured.
"""

import asyncio
import os
import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import picows
import psutil
from msgspec import Struct

from bench.serving import Serving, cpu, memory

PACE = 2
"""Moves a second at a paced table."""
AT_ONCE = 16
"""Tables that are opened at the same time."""
SETTLE = 0.3
"""Seconds after opening tables (arrivals are announced a moment later), and for the last moves."""


class Player(picows.WSListener):
    """One browser at one table, with its own connection. How it talks depends on the server."""

    def __init__(self, game: "Game", seat: int) -> None:
        self.game, self.seat = game, seat
        self.seated: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def play(self, n: int) -> None:
        """Make the nth move of the game."""
        raise NotImplementedError

    def send(self, text: bytes) -> None:
        self.transport.send(picows.WSMsgType.TEXT, text)

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        self.transport = transport

    def on_ws_disconnected(self, _: picows.WSTransport) -> None:
        if not self.game.left:
            self.fail("the server hung up")

    def fail(self, why: str) -> None:
        for waiting in (self.seated, self.game.over):
            if not waiting.done():
                waiting.set_exception(ConnectionError(why))


class Game:
    """A game between two players: when each move was due, and when both had it."""

    def __init__(self, moves: Sequence[bytes]) -> None:
        self.moves = moves
        self.players: list[Player] = []
        self.flat_out = False
        self.took: list[float] = []
        """Seconds of every move that both have."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.left = False
        self._due: list[float] = []
        self._sent = 0
        self._known = [0, 0]
        """How many moves each player knows of."""

    def due(self) -> None:
        """The next move is to be made: now, or as soon as its player knows of the one before."""
        if len(self._due) < len(self.moves):
            self._due.append(time.perf_counter())
            self._go_on()

    def told(self, seat: int, moves: int) -> None:
        """A player is told how many moves were made."""
        now = time.perf_counter()
        for n in range(self._known[seat], min(moves, self._known[1 - seat])):
            self.took.append(now - self._due[n])
        self._known[seat] = moves
        if len(self.took) == len(self.moves) and not self.over.done():
            self.over.set_result(None)
        if self.flat_out and moves % 2 == seat:
            self.due()
        else:
            self._go_on()

    def _go_on(self) -> None:
        n = self._sent
        if n < len(self._due) and self._known[n % 2] == n:
            self._sent += 1
            self.players[n % 2].play(n)

    def leave(self) -> None:
        self.left = True
        for player in self.players:
            player.transport.disconnect()


class Measured(Struct):
    """What playing in one pattern gave."""

    pattern: str
    tables: int
    took: list[float]
    seconds: float
    due: int
    """Moves that would have been made by a server that keeps up."""
    cores: list[float]
    """What server, database and this program used."""
    memory: float
    """Of the server with the tables in play, in MiB."""

    def ms(self, percent: int) -> float:
        """The time within which `percent` per cent of the moves were made."""
        return statistics.quantiles(self.took, n=100)[percent - 1] * 1000


class Wire(Protocol):
    """How to reach the tables of one kind of server."""

    def moves(self, n: int) -> Sequence[bytes]:
        """Those of the nth game."""

    def open(self, port: int) -> Any:
        """Make a table, without asyncio; returns what its players must know of it."""

    async def sit_down(self, game: Game, table: Any) -> None:
        """Connect the players of a game to their table."""


class Load(Struct):
    """A server and its database, and how to reach its tables."""

    wire: Wire
    serving: Serving
    database: psutil.Process | None

    def open(self, tables: int) -> list[Any]:
        """New tables with nobody at them."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(self.wire.open, [self.serving.port] * tables))

    async def seat(self, tables: list[Any], first: int = 0) -> list[Game]:
        """Two players each at these tables, connected and seated, for the games from `first` on."""
        few = asyncio.Semaphore(AT_ONCE)

        async def seat_at(n: int, table: Any) -> Game:
            game = Game(self.wire.moves(n))
            async with few:
                await self.wire.sit_down(game, table)
                await asyncio.gather(*(player.seated for player in game.players))
            return game

        games = await asyncio.gather(*(seat_at(*table) for table in enumerate(tables, first)))
        await asyncio.sleep(SETTLE)
        return games

    async def flat_out(self, tables: int, seconds: float) -> Measured:
        """One round of games after the other, each at new tables."""
        took, mib, meter = [], 0.0, Meter(self)
        while meter.seconds < seconds:
            games = await self.seat(self.open(tables))
            with meter:
                overs = asyncio.gather(*(game.over for game in games))
                for game in games:
                    game.flat_out = True
                    game.due()
                done, _ = await asyncio.wait([overs], timeout=seconds - meter.seconds)
            for over in done:
                over.result()
            mib = max(mib, memory(self.serving.process))
            took += leave(games)
        return Measured("flat out", tables, took, meter.seconds, len(took), meter.cores, mib)

    async def paced(self, tables: int, seconds: float) -> Measured:
        """The tables one after the other, each at the same pace."""
        games = await self.seat(self.open(tables))
        rounds = int(seconds * PACE)
        with Meter(self) as meter:
            began = time.perf_counter()
            for n in range(rounds * tables):
                early = began + n / (PACE * tables) - time.perf_counter()
                if early > 0:
                    await asyncio.sleep(early)
                games[n % tables].due()
            await asyncio.sleep(SETTLE)
        for game in games:
            if game.over.done():
                game.over.result()
        mib = memory(self.serving.process)
        took = leave(games)
        return Measured("paced", tables, took, seconds, rounds * tables, meter.cores, mib)


def leave(games: list[Game]) -> list[float]:
    """Have everyone hang up; returns how long the moves took."""
    for game in games:
        game.leave()
    return [seconds for game in games for seconds in game.took]


class Meter:
    """The CPU that server, database and this program use while it is on."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._used = [0.0, 0.0, 0.0]
        self.seconds = 0.0

    @property
    def cores(self) -> list[float]:
        return [used / self.seconds for used in self._used]

    def _read(self) -> list[float]:
        own, database = os.times(), self._load.database
        others = cpu(self._load.serving.process), cpu(database) if database else 0.0
        return [*others, own.user + own.system]

    def __enter__(self) -> "Meter":
        self._began, self._before = time.perf_counter(), self._read()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds += time.perf_counter() - self._began
        for i, now in enumerate(self._read()):
            self._used[i] += now - self._before[i]

"""How many moves a second the server takes: `python bench/server.py`.

The server runs as it always does, in a process of its own with a data folder of its own, every move
on the disk before it is shown. 500 tables play at once, with two browsers a table, each with its
own cookie and WebSocket. Games are random, legal and made beforehand; a player moves as soon as it
is told of the other's move. The time of a move runs from sending it to its `ack`. When all games of
a round are over, new tables are opened for the next; opening them is not measured.
"""

import asyncio
import http.client
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import msgspec
import picows
import rich
import uvloop
from rich.table import Table

from inglenook.game import Rng
from inglenook.match import Match

TABLES = 500
SECONDS = 15.0
GAMES = TABLES
SERVE = (Path(sys.executable).parent / "inglenook", "serve", "--port", "0", "--data")
NEW = b'{"game":"kewbz","seats":[{"kind":"me","name":"Ada"},{"kind":"free"}]}'
SIT = b'{"id":"sit","type":"sit","seat":1,"name":"Bob"}'


def main() -> None:
    games = [random_game(seed) for seed in range(GAMES)]
    bench = Bench()
    with tempfile.TemporaryDirectory() as data, server(data) as port:
        while bench.seconds < SECONDS:
            uvloop.run(bench.play_round(port, games))
    bench.report()


def random_game(seed: int) -> list[bytes]:
    """Its moves, each as it is sent but for the id."""
    match, moves = Match("kewbz"), []
    for n in count():
        if match.outcome():
            break
        (seat,) = match.to_move()
        move = match.game.sample(match.state, seat, Rng(str(seed), n))
        match.submit(seat, move, t=n)
        moves.append(b'"type":"play","seat":%d,"move":%s}' % (seat, msgspec.json.encode(move)))
    return moves


@contextmanager
def server(data: str) -> Iterator[int]:
    """A server with that data folder; its port."""
    process = subprocess.Popen([*SERVE, data], stdout=subprocess.PIPE)
    assert process.stdout
    address = re.search(rb":(\d+)\s", process.stdout.readline())
    assert address, "the server did not start"
    try:
        yield int(address[1])
    finally:
        process.terminate()
        process.wait()


class Player(picows.WSListener):
    """One browser at one table."""

    def __init__(self, moves: list[bytes], seat: int, took: list[float]) -> None:
        self._moves, self._seat, self._took = moves, seat, took
        self._sent_at = 0.0
        loop = asyncio.get_running_loop()
        self.seated: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[None] = loop.create_future()

    def on_ws_connected(self, transport: picows.WSTransport) -> None:
        self.transport = transport
        if self._seat:
            transport.send(picows.WSMsgType.TEXT, SIT)

    def on_ws_frame(self, _: picows.WSTransport, frame: picows.WSFrame) -> None:
        said = frame.get_payload_as_bytes()
        if said.startswith(b'{"type":"moved"'):
            self.go_on(int(said[22:26].partition(b",")[0]))
        elif said.startswith(b'{"type":"ack","id":"sit"'):
            self.seated.set_result(None)
        elif said.startswith(b'{"type":"ack"'):
            self._took.append(time.perf_counter() - self._sent_at)
        elif not said.startswith(b'{"type":"table"'):
            raise SystemExit(f"the server said {said.decode()}")

    def on_ws_disconnected(self, _: picows.WSTransport) -> None:
        if not self.over.done():
            self.over.set_exception(ConnectionError("the server hung up"))

    def go_on(self, seq: int) -> None:
        """Move if it is my turn after entry `seq`."""
        turn = seq + 1
        if turn == len(self._moves):
            self.over.set_result(None)
        elif turn % 2 == self._seat:
            self._sent_at = time.perf_counter()
            ask = b'{"id":"%d",%s' % (turn, self._moves[turn])
            self.transport.send(picows.WSMsgType.TEXT, ask)


class Bench:
    def __init__(self) -> None:
        self.seconds = 0.0
        self.took: list[float] = []

    async def play_round(self, port: int, games: list[list[bytes]]) -> None:
        api = http.client.HTTPConnection("127.0.0.1", port)
        players = []
        for n in range(TABLES):
            api.request("POST", "/api/tables", NEW, {"content-type": "application/json"})
            answer = api.getresponse()
            cookie = str(answer.headers["set-cookie"]).partition(";")[0]
            table = msgspec.json.decode(answer.read())["id"]
            for seat in (0, 1):
                player = Player(games[n % GAMES], seat, self.took)
                await picows.ws_connect(
                    lambda player=player: player,
                    f"ws://127.0.0.1:{port}/tables/{table}/play",
                    extra_headers={"Cookie": cookie} if seat == 0 else None,
                )
                players.append(player)
        await asyncio.gather(*(player.seated for player in players[1::2]))
        # Who comes and goes is told a moment later: that is not to be measured either.
        await asyncio.sleep(0.5)
        began = time.perf_counter()
        for player in players[::2]:
            player.go_on(-1)
        await asyncio.gather(*(player.over for player in players))
        self.seconds += time.perf_counter() - began
        for player in players:
            player.transport.disconnect()

    def report(self) -> None:
        cuts = statistics.quantiles(self.took, n=100)
        shown = Table(title=f"{TABLES} tables, two WebSockets each, {self.seconds:.1f} s of play")
        for column in ("moves", "moves/s", "p50 ms", "p95 ms", "p99 ms"):
            shown.add_column(column, justify="right")
        times = (f"{cuts[p - 1] * 1000:.1f}" for p in (50, 95, 99))
        count = len(self.took)
        shown.add_row(f"{count:,}", f"{count / self.seconds:,.0f}", *times)
        rich.print(shown)


if __name__ == "__main__":
    main()

"""Does the nearer player win? `python -m bench.races`.

A real server, and many tables of the race in `tests/toys/snap`, each with two players. Both connect
through their own proxy, which holds back every byte in both directions: one adds 20 ms to the
round trip, the other 200 ms. Whoever claims first after the round has begun wins it; claims within
20 ms of each other are a tie.

Reactions are random and paired: one player's in a round is the other's in the next. So chance
favours nobody, and what is left is what the network does. That both need five seconds and more is
for the purses (docs/fairness.md), which fill up at the pace of a game and not of a benchmark.
"""

import asyncio
import http.client
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import rich
from msgspec import Struct
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from bench.serving import serving

ROOT = Path(__file__).resolve().parent.parent
SERVE = (sys.executable, ROOT / "tests/toys/serve.py", "serve", "--port", "0", "--data")
TABLES = 80
ROUNDS = 6
REACTION = (5.5, 6.0)
"""Seconds from hearing that a round has begun to claiming it."""
STAGGER = 0.02
"""Seconds between the beginnings of two tables: they should race, not queue."""


class Result(Struct):
    """Of all races: how many each player won, and would have won by the moment of arrival."""

    won: list[int]
    first: list[int]
    races: int
    granted: list[float]
    """The mean lag granted to each, in ms."""

    def share(self, won: list[int]) -> float:
        """The share of the decided races that the nearer player won, in per cent."""
        return 100 * won[0] / sum(won)


def main() -> None:
    shown = Table(title=f"{TABLES * ROUNDS} races a line, won by the nearer player")
    for column in ("added to the round trip", "granted", "ties", "by arrival", "as judged"):
        shown.add_column(column, justify="right")
    for delays in ((20, 200), (40, 400)):
        result = asyncio.run(race(delays, TABLES))
        shown.add_row(
            f"{delays[0]} and {delays[1]} ms",
            f"{result.granted[0]:.0f} and {result.granted[1]:.0f} ms",
            str(result.races - sum(result.won)),
            f"{result.share(result.first):.1f} %",
            f"{result.share(result.won):.1f} %",
        )
    rich.print(shown)


async def race(delays: tuple[int, int], tables: int) -> Result:
    """Race at `tables` tables at once, the players' round trips delayed by `delays` ms."""
    with tempfile.TemporaryDirectory() as data, serving(*SERVE, data) as server:
        port = server.port
        async with proxy(port, delays[0]) as near, proxy(port, delays[1]) as far:
            games = [play(port, (near, far), n) for n in range(tables)]
            return summed(await asyncio.gather(*games))


def summed(games: list[list[list[tuple[int, int]]]]) -> Result:
    """From each round's claims, (t, lag) of the near player and then of the far one."""
    rounds = [claims for game in games for claims in game]
    won, first = [0, 0], [0, 0]
    for near, far in rounds:
        ahead = (far[0] - far[1]) - (near[0] - near[1])
        if abs(ahead) > 20:
            won[ahead < 0] += 1
        first[far[0] < near[0]] += 1
    granted = [sum(claims[i][1] for claims in rounds) / len(rounds) for i in (0, 1)]
    return Result(won, first, len(rounds), granted)


def reactions(rng: random.Random, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds of the near player and of the far one: every pair comes twice, exchanged."""
    pairs = [(rng.uniform(*REACTION), rng.uniform(*REACTION)) for _ in range(rounds // 2)]
    near = [reaction for pair in pairs for reaction in pair]
    return near, [reaction for pair in pairs for reaction in reversed(pair)]


async def play(port: int, ways: tuple[int, int], n: int) -> list[list[tuple[int, int]]]:
    """The nth game between a near player and a far one; the claims of every round."""
    rng = random.Random(f"races {n}")
    await asyncio.sleep(n * STAGGER)
    near, far = reactions(rng, ROUNDS)
    # Neither seat should be an advantage.
    seats = (1, 0) if n % 2 else (0, 1)
    table = await asyncio.to_thread(open_table, port)
    scores: tuple[list[Any], list[Any]] = await asyncio.gather(
        player(ways[0], table, seats[0], near), player(ways[1], table, seats[1], far)
    )
    assert scores[0] == scores[1]
    claims = [line for line in scores[0] if line[3]["type"] == "claim"]
    rounds: list[list[tuple[int, int]]] = []
    for pair in zip(claims[::2], claims[1::2], strict=True):
        by_seat = {line[2]: (line[1], line[4]) for line in pair}
        rounds.append([by_seat[seat] for seat in seats])
    return rounds


def open_table(port: int) -> str:
    api = http.client.HTTPConnection("127.0.0.1", port)
    free = {"kind": "free"}
    new = {"game": "snap", "seats": [free, free], "options": {"rounds": ROUNDS}}
    json = {"content-type": "application/json"}
    api.request("POST", "/api/tables", msgspec.json.encode(new), json)
    table: str = msgspec.json.decode(api.getresponse().read())["id"]
    api.close()
    return table


async def player(port: int, table: str, seat: int, reactions: list[float]) -> list[Any]:
    """Sit down, claim every round, and bring the log home."""
    log: list[Any] = []
    claims: set[asyncio.Task[None]] = set()
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}/play", compression=None) as socket:
        await socket.send(f'{{"type":"sit","id":"sit","seat":{seat},"name":"P{seat}"}}')
        begun = -1
        async for text in socket:
            said = msgspec.json.decode(text)
            match said["type"]:
                case "probe":
                    await socket.send(f'{{"type":"probed","n":{said["n"]}}}')
                case "refused":
                    raise SystemExit(f"the server said {said}")
                case "table" | "moved":
                    log += [line for line in said["entries"] if line[0] >= len(log)]
                    if said["outcome"]:
                        break
                    if said.get("status") == "waiting":
                        continue
                    if said["view"]["round"] > begun:
                        begun = said["view"]["round"]
                        claims.add(asyncio.create_task(_claim(socket, seat, begun, reactions)))
    await asyncio.gather(*claims)
    return log


async def _claim(socket: ClientConnection, seat: int, n: int, reactions: list[float]) -> None:
    await asyncio.sleep(reactions[n])
    await socket.send(f'{{"type":"play","id":"{n}","seat":{seat},"move":{{"type":"claim"}}}}')


@asynccontextmanager
async def proxy(port: int, delay: int) -> AsyncIterator[int]:
    """A way to a port that adds `delay` ms to a round trip, half of it in each direction."""
    loop, seconds = asyncio.get_running_loop(), delay / 2000
    pumps: set[asyncio.Task[None]] = set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            loop.call_at(loop.time() + seconds, writer.write, data)
        loop.call_at(loop.time() + seconds, writer.close)

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        for ends in ((reader, back), (there, writer)):
            pumps.add(asyncio.create_task(pump(*ends)))

    listener = await asyncio.start_server(pass_on, "127.0.0.1", 0)
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        listener.close()
        for task in pumps:
            task.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)


if __name__ == "__main__":
    main()

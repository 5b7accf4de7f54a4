"""Does the nearer player win in Prolix itself? `python -m bench.races_prolix`.

A real server, and many tables of three: two who race with their words in every turn, through
proxies that add 20 ms to the round trip of one and 200 ms to that of the other, and a third who
says nothing. There is no tie window, so that of two words the earlier one counts and the other
was not said: who was first is decided by the rules of Prolix, in the log, as always.

Reactions are random and come in pairs: what one player took in a race, the other takes in the
next. If the network changed nothing, each would win one of the two. So the share of a pair that
the nearer player won hardly varies, and its mean can be told from few races; the interval is that
of this mean, over the pairs. Whoever hears that the other has spoken stays silent, as people do.
Five seconds and more between two words are for the purses (docs/fairness.md).
"""

import asyncio
import http.client
import random
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import rich
import typer
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from bench.races import STAGGER, proxy, reactions
from bench.serving import serving
from inglenook.core.game import Rng
from inglenook.games.prolix import GAME
from inglenook.games.prolix.view import View
from inglenook.games.prolix.wording import sample

INGLENOOK = Path(sys.executable).parent / "inglenook"
DELAYS = (20, 200)
RACES = 16
"""At a table: few enough that nobody is out for having interrupted too often."""
OPTIONS = {"rounds": 10, "tie_window_ms": 0, "challenges": "referee"}


class Race(Struct, frozen=True):
    winner: int | None
    """0: the nearer player, 1: the other, None: both at the same ms."""
    granted: tuple[int | None, int | None]
    """The lag of each, in ms, if they spoke."""


def main(tables: Annotated[int, typer.Option(help="At once.")] = 128) -> None:
    games = asyncio.run(race(tables))
    races = [each for game in games for each in game]
    pairs = [share for game in games for share in shares(game)]
    mean = statistics.mean(pairs)
    half = 1.96 * statistics.stdev(pairs) / len(pairs) ** 0.5
    granted = [
        statistics.median(lag for each in races if (lag := each.granted[i]) is not None)
        for i in (0, 1)
    ]
    ties = sum(each.winner is None for each in races)
    rich.print(
        f"{len(races):,} races of Prolix at {DELAYS[0]} and {DELAYS[1]} ms, {ties} of them ties; "
        f"granted {granted[0]:.0f} and {granted[1]:.0f} ms (medians)\n"
        f"won by the nearer player: {100 * mean:.1f} % "
        f"(95 %: {100 * (mean - half):.1f} to {100 * (mean + half):.1f}, {len(pairs):,} pairs)"
    )


def shares(game: list[Race]) -> Iterator[float]:
    """Of each whole pair of races, the share that the nearer player won."""
    won = [0.5 if each.winner is None else 1 - each.winner for each in game]
    for first, second in zip(won[::2], won[1::2], strict=False):
        yield (first + second) / 2


async def race(tables: int) -> list[list[Race]]:
    with tempfile.TemporaryDirectory() as data:
        command = (INGLENOOK, "serve", "--port", "0", "--data", data)
        with serving(*command) as server:
            async with proxy(server.port, DELAYS[0]) as near, proxy(server.port, DELAYS[1]) as far:
                games = [play(server.port, (near, far), n) for n in range(tables)]
                return await asyncio.gather(*games)


async def play(port: int, ways: tuple[int, int], n: int) -> list[Race]:
    """The races of the nth table."""
    rng = random.Random(f"prolix {n}")
    await asyncio.sleep(n * STAGGER)
    near, far = reactions(rng, RACES)
    # Neither seat should be an advantage.
    seats = (2, 1) if n % 2 else (1, 2)
    table = await asyncio.to_thread(open_table, port)
    told = await asyncio.gather(
        Player(seats[0], near).play(ways[0], table), Player(seats[1], far).play(ways[1], table)
    )
    assert told[0] == told[1]
    return [
        Race(_winner(won, seats), (lags.get(seats[0]), lags.get(seats[1]))) for won, lags in told[0]
    ]


def _winner(won: list[int], seats: tuple[int, int]) -> int | None:
    return seats.index(won[0]) if len(won) == 1 else None


def open_table(port: int) -> str:
    """A table with somebody who does not speak, and two seats for those who do."""
    api = http.client.HTTPConnection("127.0.0.1", port)
    seats = [{"kind": "me", "name": "Silent"}, {"kind": "free"}, {"kind": "free"}]
    new = {"game": "prolix", "seats": seats, "options": OPTIONS}
    api.request(
        "POST", "/api/tables", msgspec.json.encode(new), {"content-type": "application/json"}
    )
    table: str = msgspec.json.decode(api.getresponse().read())["id"]
    api.close()
    return table


class Player:
    """One who says a word in every turn, some seconds after it has begun."""

    def __init__(self, seat: int, reactions: list[float]) -> None:
        self._seat = seat
        self._reactions = reactions
        self._rng = random.Random(f"words {seat} {reactions[0]}")
        self._races: list[tuple[list[int], dict[int, int]]] = []
        """Of each race that is over, who won, and the lag of those who spoke."""
        self._lags: dict[int, int] = {}
        self._seq = -1
        self._claim: asyncio.Task[None] | None = None
        self._begun = -1

    async def play(self, port: int, table: str) -> list[tuple[list[int], dict[int, int]]]:
        address = f"ws://127.0.0.1:{port}/tables/{table}/play"
        async with connect(address, compression=None, proxy=None) as socket:
            sit = {"type": "sit", "id": "sit", "seat": self._seat, "name": f"P{self._seat}"}
            await socket.send(msgspec.json.encode(sit), text=True)
            async for text in socket:
                said = msgspec.json.decode(text)
                match said["type"]:
                    case "probe":
                        await socket.send(f'{{"type":"probed","n":{said["n"]}}}')
                    case "refused" if said["code"] not in ("too-late", "wrong-phase"):
                        raise SystemExit(f"the server said {said}")
                    case "table" | "moved":
                        self._hear(said, socket)
                if len(self._races) == RACES:
                    break
        return self._races

    def _hear(self, said: dict[str, Any], socket: ClientConnection) -> None:
        for seq, _, seat, move, lag in said["entries"]:
            if seq <= self._seq:
                continue
            self._seq = seq
            if move["type"] == "say":
                self._lags[seat] = lag
                self._hush()
            elif move["type"] == "close":
                words = said["view"]["last"]["words"]
                won = [word["seat"] for word in words if word["won"]]
                self._races.append((won, self._lags))
                self._lags = {}
        view, race = said["view"], len(self._races)
        if view["phase"] == "open" and race > self._begun and race < RACES:
            self._begun = race
            self._claim = asyncio.create_task(self._speak(view, race, socket))

    def _hush(self) -> None:
        if self._claim:
            self._claim.cancel()

    async def _speak(self, view: dict[str, Any], race: int, socket: ClientConnection) -> None:
        began = asyncio.get_running_loop().time()
        state = GAME.determinize(msgspec.convert(view, View), Rng("guess", race))
        word = sample(state, self._seat, Rng(str(self._rng.random()), race))
        await asyncio.sleep(began + self._reactions[race] - asyncio.get_running_loop().time())
        play = {"type": "play", "id": f"{race}", "seat": self._seat}
        move = {"type": "say", "word": word}
        await socket.send(msgspec.json.encode({**play, "move": move}), text=True)


if __name__ == "__main__":
    typer.run(main)

"""Does memory grow? `python -m bench.soak`: an hour of steady play, and the slope at its end.

Two hundred tables play at the pace of `bench/load.py`. When a game is over, both players leave and
a new table is opened in its place, so that tens of thousands come and go. A table stays in the
server's memory for some minutes after the last player has left: until then memory must grow, and
what counts begins after that.
"""

import asyncio
import random
import statistics
import time
from typing import Annotated

import typer
import uvloop

from bench.load import PACE, Load
from bench.server import CONTENDERS, started
from bench.serving import memory

SAMPLE = 10.0
"""Seconds between two looks at the server's memory."""


def main(
    minutes: Annotated[float, typer.Option(help="Of play.")] = 60.0,
    warm_up: Annotated[float, typer.Option(help="Minutes that do not count.")] = 10.0,
    tables: Annotated[int, typer.Option(help="Where people play at the same time.")] = 200,
    contender: Annotated[str, typer.Option(help=", ".join(CONTENDERS))] = "sqlite",
) -> None:
    with started(contender) as load:
        samples = uvloop.run(Soak(load, tables).run(minutes))
    counted = [(at, mib) for at, mib in samples if at >= warm_up]
    slope = statistics.linear_regression(*zip(*counted, strict=True)).slope * 60
    print(f"{contender}: {slope:+.1f} MiB/hour after the first {warm_up:g} minutes")


class Soak:
    def __init__(self, load: Load, tables: int) -> None:
        self._load = load
        self._tables = tables
        self._took: list[float] = []
        self._opened = 0
        self._over = 0

    async def run(self, minutes: float) -> list[tuple[float, float]]:
        """Play for that long; returns pairs of minutes and the server's MiB."""
        players = [asyncio.create_task(self._keep_playing(n)) for n in range(self._tables)]
        samples, began = [], time.monotonic()
        while (now := (time.monotonic() - began) / 60) < minutes:
            samples.append((now, memory(self._load.serving.process)))
            if len(samples) % round(60 / SAMPLE) == 0:
                self._report(*samples[-1])
            done, _ = await asyncio.wait(players, timeout=SAMPLE, return_when="FIRST_COMPLETED")
            for broken in done:
                broken.result()
        return samples

    async def _keep_playing(self, n: int) -> None:
        await asyncio.sleep(random.Random(n).uniform(0, 20))
        while True:
            table = await asyncio.to_thread(self._load.wire.open, self._load.serving.port)
            self._opened += 1
            (game,) = await self._load.seat([table], self._opened)
            while not game.over.done():
                game.due()
                await asyncio.sleep(1 / PACE)
            game.over.result()
            game.leave()
            self._took += game.took
            self._over += 1

    def _report(self, minute: float, mib: float) -> None:
        took, self._took = self._took, []
        p99 = statistics.quantiles(took, n=100)[98] * 1000
        said = f"{len(took):,} moves, p99 {p99:.1f} ms, {self._over:,} games over"
        print(f"{minute:5.1f} min  {mib:7.1f} MiB  {said}", flush=True)


if __name__ == "__main__":
    typer.run(main)

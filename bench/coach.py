"""How long a bot's answer takes while games are analysed: `python -m bench.coach [answers]`.

The same pool does both. First bots answer by themselves, then while several finished games of Kewbz
are analysed at once. An analysis waits for its turn until nobody else does, and ends its part after
a while: an answer waits for one part at most.
"""

import asyncio
import sys
import time
from statistics import median

from inglenook.coach.parts import PART
from inglenook.core.match import Match
from inglenook.core.record_io import dumps
from inglenook.server.compute.job_queue import Asker
from inglenook.server.compute.pool import Pool, processes_for

ANSWERS = 60
ANALYSES = 6
"""Games that are analysed at the same time."""
LEVEL = "brick"


def finished(seed: str) -> str:
    """The record of a game played by samples."""
    match = Match("kewbz", seed=seed)
    while not match.outcome():
        match.play(match.sample())
    return dumps(match.record())


async def analyse(pool: Pool, table: int) -> None:
    """Analyse one game after the other, without end."""
    game = 0
    while True:
        record = finished(f"{table} {game}")
        first: int | None = 1
        while first is not None:
            _, first = await pool.analyse(Asker("", "", f"analysis {table}"), record, first)
        game += 1


async def answers(pool: Pool, count: int) -> list[float]:
    """The ms that each answer of a bot takes."""
    view, taken = Match("kewbz").view(0), []
    for n in range(count):
        began = time.perf_counter()
        await pool.choose(Asker("", "", "table"), "kewbz", LEVEL, view, 0, "bench", n)
        taken.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.05)
    return taken


def line(name: str, taken: list[float]) -> str:
    return f"{name}: median {median(taken):.0f} ms, longest {max(taken):.0f} ms"


async def run(count: int) -> None:
    pool = Pool(processes_for(1))
    try:
        await answers(pool, 3)  # what has to be loaded first is not counted
        print(line("by themselves", await answers(pool, count)))
        running = [asyncio.create_task(analyse(pool, n)) for n in range(ANALYSES)]
        await asyncio.sleep(2)
        print(line(f"while {ANALYSES} games are analysed", await answers(pool, count)))
        print(f"a part of an analysis: {PART * 1000:.0f} ms, and the step that it is at")
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    finally:
        pool.close()


if __name__ == "__main__":
    asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else ANSWERS))

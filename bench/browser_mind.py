"""How many positions a second the network judges in the browser: `python -m bench.browser_mind`.

In Chromium, in the worker that plays Kewbz there, with the search around it: from the empty board
of each size until so many ways were gone. A second of the clock tells what a player gets on a quiet
machine; a second of processor time, of the whole browser, is the same on a busy one.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil
from rich.console import Console
from rich.table import Table

from tests.browser.browsers import chromium
from tests.browser.test_mind import ASK, script
from tests.serving import Server

WAYS = 2000
SIZES = (6, 8, 10)


def processor() -> float:
    """Seconds that everything started from here has used."""
    times = [each.cpu_times() for each in psutil.Process().children(recursive=True)]
    return float(sum(used.user + used.system for used in times))


def main() -> None:
    table = Table(title=f"Positions judged in Chromium, {psutil.cpu_count()} cores")
    for column in ("board", "a second", "a second of processor time"):
        table.add_column(column, justify="right")
    with TemporaryDirectory() as folder, Server(Path(folder)) as server, chromium() as browser:
        page = browser.new_page(base_url=server.url)
        page.goto("/robots.txt")
        for size in SIZES:
            start = {"type": "start", "options": {"size": size}}
            (scene,) = page.evaluate(ASK, {"script": script(), "all": [start]})

            def think(ways: int, view: object = scene["view"]) -> None:
                asks = [{"type": "think", "view": view, "ways": ways}]
                page.evaluate(ASK, {"script": script(), "all": asks})

            # What is spent on starting is in both, and in the difference no more.
            spent = []
            for ways in (WAYS // 4, WAYS):
                began, used = perf_counter(), processor()
                think(ways)
                spent.append((perf_counter() - began, processor() - used))
            (clock, busy), (clock_all, busy_all) = spent
            more = WAYS - WAYS // 4
            rates = (more / (clock_all - clock), more / (busy_all - busy))
            table.add_row(f"{size}×{size}", *(f"{rate:,.0f}" for rate in rates))
    Console().print(table)


if __name__ == "__main__":
    main()

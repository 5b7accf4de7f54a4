"""How fast the words are: `python -m bench.words`."""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from inglenook.words import families, lexicon, search

BAG = "bcdfghlmnprst" * 5 + "kvwy" * 2 + "jqxz"
COLUMNS = (4, 4, 4, 4, 3, 3, 2, 2)
BOARDS = 1000

# In its own process: what is loaded once shows its cost once.
FIRST_USE = """
import json, time
import numpy
from pathlib import Path
{imports}
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096
before, began = resident(), time.perf_counter()
{use}
print(json.dumps([time.perf_counter() - began, resident() - before]))
"""


def boards() -> list[search.Tiles]:
    """Eight tiles as they may come to lie in Prolix: two rare ones and two of a letter at most."""
    rng, found = random.Random(1), list[search.Tiles]()
    while len(found) < BOARDS:
        letters = rng.sample(BAG, 8)
        rare = sum(letter in "kvwyjqxz" for letter in letters)
        if rare <= 2 and all(letters.count(letter) <= 2 for letter in letters):
            tiles: dict[str, tuple[int, ...]] = {}
            for letter, column in zip(letters, COLUMNS, strict=True):
                points = column + (letter in "kvwy") + 2 * (letter in "jqxz")
                tiles[letter] = tuple(sorted((*tiles.get(letter, ()), points), reverse=True))
            found.append(tiles)
    return found


def took(act: Callable[[Any], object], on: Sequence[object]) -> str:
    """The median of all calls, and what 99 in 100 stay within."""
    times = []
    for thing in on:
        began = perf_counter()
        act(thing)
        times.append(perf_counter() - began)
    return f"{shown(median(times))}, 99 %: {shown(quantiles(times, n=100)[-1])}"


def shown(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds > 1e-4 else f"{seconds * 1e6:.1f} µs"


def first_use(imports: str, use: str) -> str:
    """Time and memory of a first use, the median of five processes."""
    runs: list[tuple[float, int]] = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", FIRST_USE.format(imports=imports, use=use)],
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
        for _ in range(5)
    ]
    seconds, size = (median(column) for column in zip(*runs, strict=True))
    return f"{shown(seconds)}, {size / 2**20:.1f} MiB"


def main() -> None:
    book, rng, dealt = lexicon.book(), random.Random(2), boards()
    words = [book.word(rng.randrange(len(book.ends))) for _ in range(5000)]
    pairs = list(zip(words[::2], words[1::2], strict=True))
    search.best(dealt[0])
    families.clash("goose", "geese")
    table = Table("", title=f"Words: a reference of {len(book.ends):,}")
    table.add_column("", justify="right")
    for name, figure in (
        ("best word of a board", took(lambda tiles: search.best(tiles, limit=1), dealt)),
        ("best 20 of a board", took(lambda tiles: search.best(tiles, limit=20), dealt)),
        ("best 20, up to size 35", took(lambda tiles: search.best(tiles, 35, limit=20), dealt)),
        ("all above 15 points", took(lambda tiles: search.best(tiles, above=15), dealt)),
        ("lookup of a word", took(lexicon.size_of, words)),
        ("two words compared, never seen", took(lambda pair: families.clash(*pair), pairs)),
        ("two words compared, seen before", took(lambda _: families.clash("run", "ran"), words)),
        (
            "first lookup",
            first_use("from inglenook.words import lexicon", "lexicon.is_accepted('jewelers')"),
        ),
        (
            "first search",
            first_use("from inglenook.words import search", "search.best({'j': (5,)}, limit=1)"),
        ),
        (
            "first comparison",
            first_use("from inglenook.words import families", "families.clash('goose', 'geese')"),
        ),
    ):
        table.add_row(name, figure)
    Console().print(table)


if __name__ == "__main__":
    main()

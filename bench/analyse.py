"""How long analyses take: `python -m bench.analyse [--games N] [--each N]`.

First what one takes, in every game: weak bots play some games of each, as people usually play it.

Then many: weak bots play games of Kewbz, 8x8 with 30 cubes each. `inglenook analyse` is killed when
about half of them are analysed, and started again: it goes on where it stopped, and every game is
there once. `--games 0` leaves that out.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

import inglenook
from inglenook import Match, Record, dumps
from inglenook.contests.arena import step

TABLES = {
    "kewbz": ("cobble", "pebble"),
    "conex": ("greedy", "hasty", "greedy"),
    "konexi": ("fidget", "fumble", "fidget"),
    "prolix": ("chatter", "murmur", "chatter"),
}
"""Who plays each game."""


def finished(game: str, seed: str) -> Record:
    """The record of one game."""
    match: Match = Match(game, len(TABLES[game]), seed=seed)
    while match.outcome() is None:
        step(match, TABLES[game], seed)
    return match.record()


def each(game: str, count: int) -> str:
    """What one analysis takes, in processor time of one core."""
    taken = []
    for n in range(count + 1):
        record = finished(game, f"each {n}")
        began = time.process_time()
        steps = len(list(inglenook.analyse(record)))
        taken.append((time.process_time() - began, steps))
    # Before the first of them something had to be loaded.
    seconds = [one for one, _ in taken[1:]]
    steps = max(steps for _, steps in taken)
    return f"{game}: median {median(seconds):.2f} s, longest {max(seconds):.2f} s; {steps} steps"


def lines(out: Path) -> list[bytes]:
    return out.read_bytes().splitlines() if out.exists() else []


def analyse(games: Path, out: Path, until: int) -> float:
    """The seconds that it took; it is killed as soon as so many games are analysed."""
    command = [sys.executable, "-m", "inglenook", "analyse", str(games), "--out", str(out)]
    began = time.perf_counter()
    process = subprocess.Popen(command, start_new_session=True)
    while process.poll() is None:
        time.sleep(0.05)
        if len(lines(out)) >= until:
            # With its whole group: nothing of it goes on.
            os.killpg(process.pid, 9)
            process.wait()
    return time.perf_counter() - began


def found(out: Path) -> Iterator[int]:
    """The lines of the games that are analysed."""
    for line in lines(out):
        yield msgspec.json.decode(line)["line"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--each", type=int, default=5)
    asked = parser.parse_args()
    for game in TABLES:
        print(each(game, asked.each), flush=True)
    if asked.games:
        many(asked.games)


def many(count: int) -> None:
    """Analyse so many games of Kewbz, and be killed halfway."""
    with TemporaryDirectory() as folder:
        games, out = Path(folder, "games.jsonl"), Path(folder, "analyses.jsonl")
        began = time.perf_counter()
        games.write_text(
            "".join(dumps(finished("kewbz", f"analyse {n}")) + "\n" for n in range(count))
        )
        print(f"{count} games played in {time.perf_counter() - began:.0f} s")
        first = analyse(games, out, count // 2)
        done = len(lines(out))
        print(f"killed after {first:.0f} s, with {done} analysed")
        second = analyse(games, out, count + 1)
        assert sorted(found(out)) == list(range(1, count + 1))
        minutes = (first + second) / 60
        print(f"{count} analysed in {first + second:.0f} s: {count / minutes:.0f} a minute")
        # Of the run that came to its end: the processes of the other were not waited for.
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        each = (used.ru_utime + used.ru_stime) / (count - done)
        load = os.getloadavg()[0]
        print(f"{each:.2f} s of processor time a game; {os.cpu_count()} cores, load {load:.0f}")


if __name__ == "__main__":
    main()

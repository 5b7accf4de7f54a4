"""Puzzles found in games of bots, on all cores: a game's `mine.py` says what is one."""

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from itertools import count

import msgspec

from inglenook.bots.worker_processes import finished
from inglenook.bots.worker_processes import workers as processes
from inglenook.coach.exercises import Puzzle
from inglenook.core.game import Refused
from inglenook.core.registry import part_of

Miner = Callable[[str], Iterator[Puzzle]]
"""What finds the puzzles in one game of bots, whose chance follows from a seed."""
AHEAD = 2
"""Games that wait for each process."""


def mine(
    game: str, seed: str, first: int = 0, workers: int | None = None
) -> Generator[Puzzle, None, None]:
    """The puzzles of one game of bots after the other, no two of one name, without end.

    Each game has a seed of its own: that one, and a number from `first` on. They come in the order
    of these numbers, whichever process is done first. Refused `no-puzzles` if the game does not say
    what a puzzle is.
    """
    _require_miner(game)
    seeds = (f"{seed} {n}" for n in count(first))
    many, names = workers or os.cpu_count() or 1, set[str]()
    running = deque[Future[bytes]]()
    with processes(many) as pool:
        while True:
            while len(running) < many * AHEAD:
                running.append(pool.submit(mined, game, next(seeds)))
            found = next(finished([running.popleft()])).result()
            for puzzle in msgspec.json.decode(found, type=tuple[Puzzle, ...]):
                if puzzle.name not in names:
                    names.add(puzzle.name)
                    yield puzzle


def mined(game: str, seed: str) -> bytes:
    """The puzzles of one game of bots, as JSON."""
    return msgspec.json.encode(list(_require_miner(game)(seed)))


def as_text(puzzles: list[Puzzle]) -> str:
    """A `puzzles.json`: one a line, the easiest first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
    lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in ordered)
    return f"[\n{lines}\n]\n"


def _require_miner(game: str) -> Miner:
    module = part_of(game, "mine")
    if module is None:
        raise Refused("no-puzzles", detail=f"{game} does not say what a puzzle is")
    found: Miner = module.mine
    return found

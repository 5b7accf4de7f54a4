"""What a value of Kewbz' engine means for the chance to win: `python -m bench.kewbz_chances`.

Plays bots against themselves from random openings, sets the margin expected of every position
against how the game went, and fits the spread that `analyse.py` has: `NARROW + WIDER * cubes left`.
"""

import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from inglenook import Match, choose
from inglenook.games.kewbz.analyse import DEPTH
from inglenook.games.kewbz.engine import best, margin, options
from inglenook.games.kewbz.judge import WIN
from inglenook.games.kewbz.search import blank

GAMES = 90
OPENING = 5
LEVEL = "lintel"
"""Who plays: as strong as people who like the game, who slip now and then."""
SIZES = ((6, 20), (8, 30), (10, 50))


class Sample(NamedTuple):
    """A position: the margin expected by who is to move, the fewest cubes left, and 1, ½ or 0."""

    margin: float
    left: int
    won: float


def samples(games: int) -> list[Sample]:
    found = []
    for number in range(games):
        size, cubes = SIZES[number % len(SIZES)]
        match = Match("kewbz", options={"size": size, "cubes": cubes}, seed=f"chances {number}")
        for _ in range(OPENING):
            match.play(match.sample())
        seen = []
        while (outcome := match.outcome()) is None:
            s = match.state
            _, value = best(size, options(s), DEPTH, blank(size))
            if abs(value) < WIN // 2:  # else the end is known
                seen.append((s.turn, margin(value), min(s.unplayed)))
            move = choose(match, LEVEL)
            assert move is not None
            match.play(move)
        for turn, expected, left in seen:
            won = (turn in outcome.winners) / len(outcome.winners)
            found.append(Sample(expected, left, won))
    return found


def chance(x: NDArray[np.float64], narrow: float, wider: float) -> NDArray[np.float64]:
    guess: NDArray[np.float64] = 1 / (1 + np.exp(-x[:, 0] / (narrow + wider * x[:, 1])))
    return guess.clip(1e-6, 1 - 1e-6)


def fit(x: NDArray[np.float64]) -> tuple[float, float]:
    """The spread that makes what happened likeliest, to two digits."""

    def surprise(narrow: float, wider: float) -> float:
        p, won = chance(x, narrow, wider), x[:, 2]
        return float(-(won * np.log(p) + (1 - won) * np.log(1 - p)).mean())

    grid = [(a / 20, b / 100) for a in range(2, 160, 4) for b in range(0, 60, 2)]
    return min(grid, key=lambda spread: surprise(*spread))


def main() -> None:
    x = np.array(samples(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES), np.float64)
    narrow, wider = fit(x)
    console = Console()
    console.print(f"{len(x)} positions: NARROW = {narrow:.2f}, WIDER = {wider:.2f}")
    table = Table("cubes left", "margin expected", "positions", "chance said", "won")
    guess = chance(x, narrow, wider)
    for low, high in ((0, 6), (6, 12), (12, 25), (25, 60)):
        for least, most in ((-99, -6), (-6, -2), (-2, 2), (2, 6), (6, 99)):
            here = (x[:, 1] >= low) & (x[:, 1] < high) & (x[:, 0] >= least) & (x[:, 0] < most)
            if here.sum() > 20:
                cells = (f"{guess[here].mean():.2f}", f"{x[here, 2].mean():.2f}")
                table.add_row(f"{low} to {high - 1}", f"{least} to {most}", str(here.sum()), *cells)
    console.print(table)


if __name__ == "__main__":
    main()

"""What a value of Kewbz' engine means for the chance to win: `python -m bench.kewbz_chances`.

Plays bots against themselves from random openings, sets the margin expected of every position
against how the game went, and fits the spread that `analyse.py` has.
"""

import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from inglenook import Match, choose
from inglenook.games.kewbz.analyse import judge_for

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
            there = judge_for(s)(s)
            if not there.known:
                seen.append((s.turn, there.margin, min(s.unplayed)))
            move = choose(match, LEVEL)
            assert move is not None
            match.play(move)
        for turn, expected, left in seen:
            won = (turn in outcome.winners) / len(outcome.winners)
            found.append(Sample(expected, left, won))
    return found


def chance(x: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    guess: NDArray[np.float64] = 1 / (1 + np.exp(-x[:, 0] / spread))
    return guess.clip(1e-6, 1 - 1e-6)


def fit(x: NDArray[np.float64]) -> float:
    """The spread that makes what happened likeliest, to a tenth."""

    def surprise(spread: float) -> float:
        p, won = chance(x, spread), x[:, 2]
        return float(-(won * np.log(p) + (1 - won) * np.log(1 - p)).mean())

    return min((n / 10 for n in range(10, 200)), key=surprise)


def main() -> None:
    x = np.array(samples(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES), np.float64)
    spread = fit(x)
    console = Console()
    console.print(f"{len(x)} positions: SPREAD = {spread}")
    table = Table("cubes left", "margin expected", "positions", "chance said", "won")
    guess = chance(x, spread)
    for low, high in ((0, 6), (6, 12), (12, 25), (25, 60)):
        for least, most in ((-99, -6), (-6, -2), (-2, 2), (2, 6), (6, 99)):
            here = (x[:, 1] >= low) & (x[:, 1] < high) & (x[:, 0] >= least) & (x[:, 0] < most)
            if here.sum() > 20:
                cells = (f"{guess[here].mean():.2f}", f"{x[here, 2].mean():.2f}")
                table.add_row(f"{low} to {high - 1}", f"{least} to {most}", str(here.sum()), *cells)
    console.print(table)


if __name__ == "__main__":
    main()

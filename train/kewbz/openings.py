"""What the first cube is worth on each cell: python -m train.kewbz.openings DIR FILE.json

The network of a run plays games against itself from each first cell, one eighth of the board
standing for all of it, and some from an empty board, with and without the swap. Its search draws
among moves that look alike, so no two games need be the same.
"""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from train.kewbz import files, game, selfplay

GAMES, SIMULATIONS = 512, 32
"""How many games there are for each opening, and how long is thought about a move."""
FILES = "abcdefghij"


class Opening(NamedTuple):
    size: int
    cubes: int
    swap: bool
    cell: str | None
    """Where the first cube lies, like a1; None on an empty board."""
    action: int = 0


class Found(NamedTuple):
    """What came of the games of an opening, to whoever went first."""

    size: int
    cubes: int
    swap: bool
    cell: str | None
    games: int
    won: float
    """The share of games won, a shared win being half of one."""
    won_error: float
    """Its standard error."""
    margin: float
    margin_error: float


def openings() -> list[Opening]:
    found = []
    for size, cubes in zip(game.SIZES, selfplay.CUBES, strict=True):
        found += [Opening(size, cubes, swap, None) for swap in (False, True)]
        half = (size + 1) // 2
        for rank in range(half):
            for file in range(rank, half):
                name = f"{FILES[file]}{rank + 1}"
                found.append(Opening(size, cubes, False, name, rank * game.SIDE + file))
    return found


def played(folder: Path, games: int = GAMES, simulations: int = SIMULATIONS) -> list[Found]:
    learner, shape = files.load(folder, rate=1.0)
    there = openings()

    def each(values: list[Any]) -> Any:
        return jnp.repeat(jnp.array(values), games)

    @jax.jit
    def move(params: Any, s: game.State, key: Any) -> game.State:
        # Where a game is over, no action is legal, and none changes anything.
        return game.step(s, selfplay.search(params, shape, s, key, simulations).action)

    s = game.init(*(each([opening[n] for opening in there]) for n in range(3)))
    placed = jax.jit(game.step)(s, each([opening.action for opening in there]))
    s = _chosen(each([opening.cell is not None for opening in there]), placed, s)
    keys = partial(jax.random.fold_in, jax.random.key(0))
    turn = 0
    while not bool(jnp.all(game.is_over(s))):
        s, turn = move(learner.average, s, keys(turn)), turn + 1
    margins = np.asarray(game.margin(s), np.float64).reshape(len(there), games)
    won = (np.sign(margins) + 1) / 2

    def error(values: Any) -> float:
        return round(float(values.std() / games**0.5), 4)

    return [
        Found(
            *opening[:4],
            games,
            round(float(share.mean()), 4),
            error(share),
            round(float(lead.mean()), 3),
            error(lead),
        )
        for opening, share, lead in zip(there, won, margins, strict=True)
    ]


def _chosen(which: Any, yes: game.State, no: game.State) -> game.State:
    def choose(a: Any, b: Any) -> Any:
        return jnp.where(which.reshape(-1, *[1] * (a.ndim - 1)), a, b)

    chosen: game.State = jax.tree.map(choose, yes, no)
    return chosen


def tables(found: list[Found]) -> str:
    """For people: the first player's share of the wins, and the margin, an eighth of each board."""
    lines = [
        "| | first, without the swap | margin | first, with it | margin |",
        "|---|---|---|---|---|",
    ]
    for size in game.SIZES:
        free, swaps = (each for each in found if each.size == size and each.cell is None)
        shares = " | ".join(f"{each.won:.1%} | {each.margin:+.1f}" for each in (free, swaps))
        lines.append(f"| {size}×{size}, {free.cubes} cubes | {shares} |")
    for size in game.SIZES:
        half = (size + 1) // 2
        lines += ["", f"| {size}×{size} | {' | '.join(FILES[:half])} |", "|---" * (half + 1) + "|"]
        told = {
            each.cell: f"{each.won:.0%} {each.margin:+.1f}" for each in found if each.size == size
        }
        for rank in range(half, 0, -1):
            row = (told.get(f"{file}{rank}", "") for file in FILES[:half])
            lines.append(f"| {rank} | {' | '.join(row)} |")
    return "\n".join(lines)


def main(words: list[str]) -> None:
    try:
        folder, path = words
    except ValueError:
        sys.exit("usage: python -m train.kewbz.openings DIR FILE.json")
    try:
        files.make(Path(path).parent)  # before a minute of games
        found = played(Path(folder))
    except files.Failed as wrong:
        sys.exit(str(wrong))
    Path(path).write_text(json.dumps([each._asdict() for each in found], indent=1) + "\n")
    print(tables(found))


if __name__ == "__main__":
    main(sys.argv[1:])

"""How fast games are played from Python, in every way there is: `python -m bench.envs`.

CPU time of one core. Needs `open_spiel` for the comparison.
"""

import random
from collections.abc import Callable
from importlib.metadata import version
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

import inglenook
from inglenook.envs import gymnasium, openspiel, pettingzoo

SECONDS = 3.0
MANY = 4096
SETTINGS: tuple[tuple[str, int], ...] = (
    ("kewbz", 2),
    ("conex", 2),
    ("prolix", 1),
    ("prolix", 2),
    ("prolix", 3),
    ("konexi", 2),
)


def sampled(game: str, seats: int) -> Callable[[int], int]:
    def play(seed: int) -> int:
        match = inglenook.Match(game, seats, seed=str(seed))
        while not match.outcome():
            match.play(match.sample())
        return len(match.log)

    return play


def played_out(game: str, games: int) -> Callable[[int], int]:
    match = inglenook.Match(game, seed="bench")

    def play(seed: int) -> int:
        return inglenook.playouts(match, games, str(seed)).moves

    return play


def spiel(game: "pyspiel.Game") -> Callable[[int], int]:
    def play(seed: int) -> int:
        rng, state, actions = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
        return actions

    return play


def zoo(game: str) -> Callable[[int], int]:
    made = pettingzoo.env(game)

    def play(seed: int) -> int:
        rng, steps = np.random.default_rng(seed), 0
        made.reset(seed=seed)
        for _ in made.agent_iter():
            seen, _, over, cut, _ = made.last()
            legal = np.flatnonzero(seen["action_mask"])
            made.step(None if over or cut else int(rng.choice(legal)))
            steps += 1
        return steps

    return play


def vector() -> Callable[[int], int]:
    made: Any = gymnasium.make_vec("kewbz", MANY)
    made.reset(seed=1)

    def play(seed: int) -> int:  # noqa: ARG001 - games go on
        made.step(made.choose())
        return MANY

    return play


def rate(play: Callable[[int], int]) -> float:
    """What is counted in a second of one core's time."""
    play(0)
    began, count, seed = process_time(), 0, 1
    while (spent := process_time() - began) < SECONDS:
        count += play(seed)
        seed += 1
    return count / spent


def main() -> None:
    table = Table("what", title="In a second of one core")
    table.add_column("", justify="right")
    peers = f"OpenSpiel {version('open_spiel')}"
    rows: list[tuple[str, Callable[[int], int]]] = [
        *((f"Match and sample, {g}, {n}: entries", sampled(g, n)) for g, n in SETTINGS),
        ("playouts, kewbz: moves", played_out("kewbz", 10_000)),
        ("playouts, conex: moves", played_out("conex", 500)),
        (f"make_vec, kewbz, {MANY}: steps, the other's answer and planes included", vector()),
        ("PettingZoo, kewbz: steps", zoo("kewbz")),
        ("PettingZoo, conex: steps", zoo("conex")),
        ("OpenSpiel, our kewbz: actions", spiel(openspiel.load("kewbz"))),
        ("OpenSpiel, our conex: actions and draws", spiel(openspiel.load("conex"))),
        (f"{peers}, its othello: actions", spiel(pyspiel.load_game("othello"))),
        (f"{peers}, its hex 8x8: actions", spiel(pyspiel.load_game("hex(board_size=8)"))),
    ]
    for name, play in rows:
        table.add_row(name, f"{rate(play):,.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()

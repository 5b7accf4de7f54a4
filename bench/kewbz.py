"""How fast Kewbz is, compiled: `python -m bench.kewbz`. Needs `open_spiel` for the comparison."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter, process_time

import pyspiel
from rich.console import Console
from rich.table import Table

from inglenook.core.game import Entry, Rng
from inglenook.games.kewbz import fast, rules
from inglenook.games.kewbz.root_search import best, options
from inglenook.games.kewbz.search import DEEPEST, blank
from inglenook.shared.compiled import stopped_after

SECONDS = 3.0
OPENING = 8
KEWBZ = rules.Kewbz()


def kewbz_playouts(size: int, cubes: int) -> Callable[[int], tuple[int, int]]:
    board, start = fast.board(size), fast.from_state(KEWBZ.setup(2, rules.Options(size, cubes)))
    fast.playouts(board, start, 1, 1)

    def play(seed: int) -> tuple[int, int]:
        return fast.playouts(board, start, 10_000, seed)[0], 10_000

    return play


def open_spiel_playouts(name: str) -> Callable[[int], tuple[int, int]]:
    game = pyspiel.load_game(name)

    def play(seed: int) -> tuple[int, int]:
        rng, state, moves = random.Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        return moves, 1

    return play


def rate(play: Callable[[int], tuple[int, int]]) -> tuple[float, float]:
    """Moves and games in a second of one core's time."""
    began, moves, games, seed = process_time(), 0, 0, 1
    while (spent := process_time() - began) < SECONDS:
        more_moves, more_games = play(seed)
        moves, games, seed = moves + more_moves, games + more_games, seed + 1
    return moves / spent, games / spent


def search_speed(size: int, cubes: int) -> float:
    """Positions that the top bot's search looks at in a second."""
    s, rng = KEWBZ.setup(2, rules.Options(size, cubes)), Rng("bench", 0)
    for _ in range(OPENING):
        s = KEWBZ.apply(s, Entry(0, 0, s.turn, KEWBZ.sample(s, s.turn, rng)))
    choices, m = options(s), blank(size)
    best(size, choices, 3, m)
    m = blank(size)
    began = process_time()
    with stopped_after(SECONDS, m.stop):
        best(size, choices, DEEPEST, m)
    return float(m.counts[0]) / (process_time() - began)


FIRST_MOVE = """
from inglenook import Match, choose
choose(Match("kewbz", options={{"size": {size}}}), "arch")
"""


def start_up(cache: str, size: int) -> float:
    """Seconds until a fresh process has answered with a bot's first move."""
    began = perf_counter()
    subprocess.run(
        [sys.executable, "-c", FIRST_MOVE.format(size=size)],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        check=True,
    )
    return perf_counter() - began


def main() -> None:
    console = Console()
    spiel = f"OpenSpiel {version('open_spiel')}"
    games = Table("game", title="Random games, a second of one core")
    for heading in ("moves", "games"):
        games.add_column(heading, justify="right")
    for name, play in (
        ("Kewbz 8x8, 30 cubes", kewbz_playouts(8, 30)),
        ("Kewbz 6x6, 20 cubes", kewbz_playouts(6, 20)),
        ("Kewbz 12x12, 60 cubes", kewbz_playouts(12, 60)),
        (f"{spiel} othello, from Python", open_spiel_playouts("othello")),
        (f"{spiel} hex 8x8, from Python", open_spiel_playouts("hex(board_size=8)")),
    ):
        moves, played = rate(play)
        games.add_row(name, f"{moves:,.0f}", f"{played:,.0f}")
    console.print(games)
    bot = Table("the top bot", title="Search and start-up")
    bot.add_column("", justify="right")
    for size, cubes in ((8, 30), (12, 60)):
        speed = search_speed(size, cubes)
        bot.add_row(f"positions a second, {size}x{size}", f"{speed:,.0f}")
    for size in (8, 12):
        with tempfile.TemporaryDirectory() as cache:
            for when in ("compiling for the first time", "compiled before"):
                seconds = start_up(cache, size)
                bot.add_row(f"first move of a process, {size}x{size}, {when}", f"{seconds:.1f} s")
    console.print(bot)


if __name__ == "__main__":
    main()

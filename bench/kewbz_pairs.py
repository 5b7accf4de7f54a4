"""Two levels of Kewbz in pairs of games from the same balanced opening, seats swapped.

    python -m bench.kewbz_pairs --a capstone --b keystone --seconds 1 --pairs 100 --seed NAME

An opening is four random moves after which the search, seven moves deep, sees neither side ahead by
more than 1.5 points, nor does the network, after 400 positions, by more than a tenth of a sure win.
By the search alone, whoever goes first would win four games in five, however well they play. What
tells most is whose total margin over both games of a pair is the larger. With `--cpu`, thinking is
timed by the processor time of this process: other work on the machine costs nobody anything.
"""

import argparse
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
from numpy.typing import NDArray

from inglenook.core.bot import Level
from inglenook.core.game import Entry, Rng
from inglenook.games.kewbz import bot, fast, mind, rules
from inglenook.games.kewbz.judge import POINT
from inglenook.games.kewbz.root_search import best, options
from inglenook.games.kewbz.search import blank

KEWBZ = rules.Kewbz()
RANDOM, DEPTH, EVEN = 4, 7, 1.5
POSITIONS, SURE = 400, 0.1


def opening(options_of_game: rules.Options, seed: str, pair: int) -> rules.State:
    rng = Rng(seed, pair)
    while True:
        s = KEWBZ.setup(2, options_of_game)
        for _ in range(RANDOM):
            s = KEWBZ.apply(s, Entry(0, 0, s.turn, KEWBZ.sample(s, s.turn, rng)))
        if abs(best(s.size, options(s), DEPTH, blank(s.size))[1]) > EVEN * POINT:
            continue
        seen = mind.think(s.size, fast.from_state(s), blank(s.size), POSITIONS)
        if abs(seen[0].value) <= SURE:
            return s


def play(s: rules.State, levels: tuple[Level, Level], rng: Rng) -> int:
    """Seat 0's margin."""
    while not KEWBZ.outcome(s):
        move = bot.BOT.choose(KEWBZ.view(s, s.turn), s.turn, levels[s.turn], rng)
        s = KEWBZ.apply(s, Entry(0, 0, s.turn, move))
    blue, amber = KEWBZ.scores(s)
    return blue - amber


@contextmanager
def stopped_after_cpu(seconds: float, stop: NDArray[np.bool_]) -> Iterator[None]:
    stop[0] = False
    end, done = time.process_time() + seconds, threading.Event()

    def watch() -> None:
        while not done.wait(0.002):
            if time.process_time() >= end:
                stop[0] = True

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def use_processor_time() -> None:
    """Time the bots' thinking by the processor time of this process."""
    vars(bot).update(
        stopped_after=stopped_after_cpu,
        time=SimpleNamespace(perf_counter=time.process_time),
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kewbz_pairs", description=__doc__)
    parser.add_argument("--a", default="capstone")
    parser.add_argument("--b", default="keystone")
    parser.add_argument("--seconds", type=float, default=1.0, help="for a move")
    parser.add_argument("--b-seconds", type=float, help="of b, if it has others")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first pair")
    parser.add_argument("--seed", default="pairs")
    parser.add_argument("--size", type=int, default=8)
    parser.add_argument("--cubes", type=int, default=30)
    parser.add_argument("--cpu", action="store_true")
    given = parser.parse_args()
    if given.cpu:
        use_processor_time()
    a = Level(given.a, 0, given.seconds)
    b = Level(given.b, 0, given.b_seconds or given.seconds)
    bot.BOT.warm()
    won, pairs, total, first = 0.0, 0.0, 0, 0.0
    for n in range(given.pairs):
        s = opening(rules.Options(given.size, given.cubes), given.seed, given.first + n)
        rng = Rng(given.seed, given.first + n)
        margins = play(s, (a, b), rng), -play(s, (b, a), rng)
        wins = [(margin > 0) + 0.5 * (margin == 0) for margin in margins]
        won += sum(wins)
        first += wins[0] + 1 - wins[1]
        both = sum(margins)
        pairs += (both > 0) + 0.5 * (both == 0)
        total += both
        games = 2 * (n + 1)
        print(
            f"{given.first + n}: {margins[0]:+d} {margins[1]:+d}; {won / games:.1%} of games,"
            f" {pairs / (n + 1):.1%} of pairs, {total / games:+.2f} points a game;"
            f" going first won {first / games:.1%}",
            flush=True,
        )


if __name__ == "__main__":
    main()

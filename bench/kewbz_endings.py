"""How long it takes to count endings of Kewbz out: Capstone's way, and Keystone's search beside it.

    python -m bench.kewbz_endings --cubes 12 --games 12

The positions are those of games of Arch against itself, after four random moves, in which a player
has so many cubes left for the first time. Keystone's search is stopped after a minute.
"""

import argparse
import time
from collections.abc import Callable
from statistics import median

from bench.kewbz_pairs import KEWBZ, stopped_after_cpu
from inglenook.core.game import Entry, Rng
from inglenook.games.kewbz import bot, rules
from inglenook.games.kewbz.endings import best_to_the_end
from inglenook.games.kewbz.root_search import best, options
from inglenook.games.kewbz.search import DEEPEST, Memory, blank

RANDOM, DEPTH, LONGEST_S = 4, 5, 60.0


def ending(seed: str, cubes: int) -> rules.State:
    s, rng = KEWBZ.setup(2, rules.Options()), Rng(seed, 0)
    for _ in range(RANDOM):
        s = KEWBZ.apply(s, Entry(0, 0, s.turn, KEWBZ.sample(s, s.turn, rng)))
    while min(s.unplayed) > cubes:
        move = best(s.size, options(s), DEPTH, blank(s.size))[0].move
        s = KEWBZ.apply(s, Entry(0, 0, s.turn, move))
    return s


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kewbz_endings", description=__doc__)
    parser.add_argument("--cubes", type=int, default=12)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", default="endings")
    given = parser.parse_args()
    ways: dict[str, Callable[[rules.State, Memory], object]] = {
        "Capstone": best_to_the_end,
        "Keystone": lambda s, m: best(s.size, options(s), DEEPEST, m),
    }
    bot.BOT.warm()
    took: dict[str, list[float]] = {name: [] for name in ways}
    for n in range(given.games):
        s = ending(f"{given.seed} {n}", given.cubes)
        for name, count in ways.items():
            m = blank(s.size)
            with stopped_after_cpu(LONGEST_S, m.stop):
                began = time.process_time()
                count(s, m)
                took[name].append(time.process_time() - began)
        print(
            s.unplayed, *(f"{name} {times[-1]:.2f} s" for name, times in took.items()), flush=True
        )
    for name, times in took.items():
        print(f"{name}: median {median(times):.2f} s, slowest {max(times):.2f} s")


if __name__ == "__main__":
    main()

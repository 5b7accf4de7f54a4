"""Compile what the games compile, so that nobody waits for it at the table.

`python tools/compile.py`, which `make` does whenever a game has changed.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import inglenook
from inglenook.core.registry import find_bot, part_of


def warm_up(name: str) -> None:
    inglenook.find_game(name).warm()
    if inglenook.levels(name):
        find_bot(name).warm()
    features = part_of(name, "features")
    if features and hasattr(features, "quick"):
        features.warm()


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        list(pool.map(warm_up, inglenook.game_names()))

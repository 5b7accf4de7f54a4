"""What runs in a process of the server's pool: games and bots, and nothing of the server itself.

It stands beside `match`, and not in `tables`, for that reason: a process also loads
what lies beside its functions.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from inglenook.core.game import Move, Rng
from inglenook.core.registry import find_bot, find_game, levels, playable_games

T = TypeVar("T")


def start() -> None:
    """Prepare the process: polite to the server, and gone when the server is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
    os._exit(0)


def timed(function: Callable[..., T], *job: Any) -> tuple[T, float]:
    """What a function gives, and the seconds of processor time it took: how busy the machine is
    says nothing about a job."""
    began = time.process_time()
    return function(*job), time.process_time() - began


def nature(name: str, rules: int, state: Any, seed: str, draw: int) -> Move:
    """NATURE's move in a state of a game by that version of its rules, its draw of that number.

    At a table somebody watches: it has all there is to see.
    """
    game = find_game(name, rules)
    return game.filmed(state, game.nature(state, Rng(seed, draw)))


@cache
def warm_up() -> None:
    """Load and compile what a first move would otherwise have to wait for.

    Once: a process that is a fork of one that has done so has it all.
    """
    for name in playable_games()[0]:
        if levels(name):
            find_bot(name).warm()

"""Threads may be the first to decode something, all at the same time."""

import subprocess
import sys

TOGETHER = """
import threading
import time

from inglenook.core.game import Move
from inglenook.core.registry import find_game

PATIENCE = 0.3


def slowly() -> type:
    time.sleep(PATIENCE)  # meanwhile another thread comes along
    return int


class Wait(Move, frozen=True, tag="wait"):
    ms: "slowly()"


class Waiting(type(find_game("kewbz"))):
    moves = (Wait,)


def decode() -> None:
    decoded.append(game.decode_move({"type": "wait", "ms": 7}))


game, decoded = Waiting(), []
threads = [threading.Thread(target=decode) for _ in range(2)]
for thread in threads:
    thread.start()
    time.sleep(PATIENCE / 3)
for thread in threads:
    thread.join()
assert decoded == [Wait(7), Wait(7)], decoded
"""


def test_threads_may_decode_the_first_moves_of_a_game_together() -> None:
    # In a process of its own: what goes wrong here ends it.
    subprocess.run([sys.executable, "-c", TOGETHER], check=True)

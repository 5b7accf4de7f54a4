"""Which of some moves is best: after each round of games at most half of them are left."""

from collections.abc import Callable
from math import sqrt

import numpy as np

from inglenook.games.conex.bot.search import Floats
from inglenook.games.conex.geometry.plane import Ints

SURE = 3.0
"""Standard errors by which a move must be behind to be given up at once."""

Play = Callable[[Ints, int, int, Floats], int]
"""Given some moves, from and to which number to play games after each of them, and where to write
what they came to, by move and number; to which number it came."""
Weigh = Callable[[Ints, Floats], Floats]
"""Given some moves, and what their games came to; what they are worth."""


def sift(moves: int, games: int, play: Play, weigh: Weigh, unit: float) -> int:
    """The best of so many moves, by up to so many games; the first, if none could be played.

    unit  what a game has to come to more for a move to be worth 1 more
    """
    if moves == 1:
        return 0
    alive, rounds, done = np.arange(moves), (moves - 1).bit_length(), 0
    got = np.zeros((moves, games))
    for _ in range(rounds):
        end = done + games // (rounds * len(alive))
        done = play(alive, done, end, got)
        if done:
            alive = _better(alive, got[alive, :done], weigh, unit)
        if done < end or len(alive) == 1:
            break
    return int(alive[0])


def _better(alive: Ints, got: Floats, weigh: Weigh, unit: float) -> Ints:
    """The better half of the moves, best first, without those that are surely worse."""
    worth = weigh(alive, got)
    order = np.argsort(-worth)
    best = order[0]
    apart = (got - got[best]).std(axis=1) / (unit * sqrt(got.shape[1]))
    order = order[: max(2, (len(order) + 1) // 2)]
    left: Ints = alive[order[worth[best] - worth[order] <= SURE * apart[order]]]
    return left

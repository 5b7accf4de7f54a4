"""How likely a tower is to fall, by what the gauge shows and how fast the hand lets go.

A fit to simulated placements; `make study-konexi` compares it with others.
"""

from collections.abc import Callable
from functools import lru_cache
from math import exp
from statistics import NormalDist

from inglenook.games.konexi.rules.hand import spread

EDGE, CLIFF = 0.11, 47.0
"""Log odds that it falls by itself: at a gauge of 0, and how fast they fall with it."""
NERVE, CALM, SPEED = -3.66, 1.55, 0.0605
"""Log odds that the hand brings it down: at a gauge of 0 and at rest; by the gauge; by the cm/s."""
SPEEDS = tuple(abs(NormalDist().inv_cdf((i + 0.5) / 16)) for i in range(8))
"""Speeds, relative to the typical one, that represent all a hand may have."""


@lru_cache(4096)
def risk(steady: int, letters: int, hand: float) -> float:
    """The chance that a tower of `letters` letters with a gauge of `steady` hundredths falls."""
    return at_any_speed(at_speed, steady, letters, hand)


def at_any_speed(
    falls: Callable[[float, float], float], steady: int, letters: int, hand: float
) -> float:
    """The mean over all speeds that a hand may have; `falls` tells it for a gauge and a speed."""
    typical = spread(hand, letters)
    chances = [falls(steady / 100, typical * speed) for speed in SPEEDS]
    return sum(chances) / len(chances)


def at_speed(gauge: float, speed: float) -> float:
    stands = 1 - logistic(EDGE - CLIFF * gauge)
    return 1 - stands * (1 - logistic(NERVE - CALM * gauge + SPEED * speed))


def logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds)) if odds > -500 else 0.0

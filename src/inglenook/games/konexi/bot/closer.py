"""How likely a tower is to fall, by a closer look than `risk.py`'s.

A fit to 4,678 placements in games, by version 5 of the rules: 301 games of three Surgeons, one of
whom chose two joins in three by a gauge drawn at random. Steady towers fall less in games than
among the placements of every kind that `risk.py` was fitted to. The levels that go by it keep to
it, since their play would change. `python -m bench.konexi_games` compares it with other games.
"""

from functools import lru_cache
from math import log

from inglenook.games.konexi.bot.risk import at_any_speed, logistic
from inglenook.games.konexi.rules.hand import SPEED

EDGE, CLIFF = -0.71, 59.0
"""Log odds that it falls by itself: at a gauge of 0, and how fast they fall with it."""
NERVE, CALM, POWER = -1.08, 4.37, 3.2
"""Log odds that the hand brings it down: at a gauge of 0 and a typical speed; by the gauge; by the
logarithm of the speed."""
LEAST = 10.0
"""cm/s that are added to every speed: a tower trembles even if it is let go at rest."""


@lru_cache(8192)
def risk(steady: int, letters: int, hand: float) -> float:
    """The chance that a tower of `letters` letters with a gauge of `steady` hundredths falls."""
    return at_any_speed(at_speed, steady, letters, hand)


def at_speed(gauge: float, speed: float) -> float:
    stands = 1 - logistic(EDGE - CLIFF * gauge)
    pushed = logistic(NERVE - CALM * gauge + POWER * log((speed + LEAST) / SPEED))
    return 1 - stands * (1 - pushed)

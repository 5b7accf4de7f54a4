"""What a duel of two bots shows."""

import math

from msgspec import Struct

Z = 1.96
"""Standard errors on each side of a 95 % interval."""


class Result(Struct, frozen=True):
    """Games of A against B, in pairs from one opening with the seats swapped."""

    pairs: tuple[tuple[float, float], ...]
    """A's points in both games of each pair: 1 for a win, 0.5 for a shared one."""

    @property
    def wins(self) -> int:
        return self._games(1.0)

    @property
    def draws(self) -> int:
        return self._games(0.5)

    @property
    def losses(self) -> int:
        return self._games(0.0)

    def _games(self, points: float) -> int:
        return sum(game == points for pair in self.pairs for game in pair)

    @property
    def rate(self) -> float:
        """A's share of the points."""
        return sum(map(sum, self.pairs)) / (2 * len(self.pairs))

    @property
    def interval(self) -> tuple[float, float]:
        """Where A's true share lies, with 95 % confidence.

        The two games of a pair are not independent, so pairs are what is counted. It is Wilson's
        interval for as many coins as would vary like the pairs did: pairs in which both games go
        to the same seat vary less than coins. One pair is added that varies just like a coin, so
        that a few pairs that happen to be alike do not look like certainty.
        """
        n, p = len(self.pairs), self.rate
        coin = p * (1 - p)
        spread = (sum((sum(pair) / 2 - p) ** 2 for pair in self.pairs) + coin) / (n + 1)
        coins = n * coin / spread if spread else n
        middle = (p + Z * Z / (2 * coins)) / (1 + Z * Z / coins)
        half = Z * math.sqrt(coin / coins + (Z / coins) ** 2 / 4) / (1 + Z * Z / coins)
        return max(middle - half, 0.0), min(middle + half, 1.0)


def elo(rate: float) -> float:
    """The difference in rating that goes with a share of the points; infinite for all or none."""
    if rate in (0.0, 1.0):
        return math.inf if rate else -math.inf
    return 400 * math.log10(rate / (1 - rate))

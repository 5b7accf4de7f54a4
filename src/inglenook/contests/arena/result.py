"""What games of bots show about one of them."""

import math

from msgspec import Struct

from inglenook.contests.arena.duel import Forfeit

Z = 1.96
"""Standard errors on each side of a 95 % interval."""


class Result(Struct, frozen=True):
    """A's games against the others, in rounds from one opening in which A sits everywhere once."""

    rounds: tuple[tuple[float, ...], ...]
    """A's share of the win in every game of each round: 1 for a win, 0.5 for one that two share."""
    score: float
    """What A scored in a game, on average, in the points of the game."""
    forfeits: tuple[Forfeit, ...] = ()
    """The games that A lost without being beaten, and why."""

    @property
    def games(self) -> int:
        return sum(map(len, self.rounds))

    @property
    def wins(self) -> int:
        return sum(game == 1 for round_ in self.rounds for game in round_)

    @property
    def losses(self) -> int:
        return sum(game == 0 for round_ in self.rounds for game in round_)

    @property
    def draws(self) -> int:
        return self.games - self.wins - self.losses

    @property
    def rate(self) -> float:
        """A's share of the wins."""
        return sum(map(sum, self.rounds)) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where A's true share lies, with 95 % confidence.

        The games of a round are not independent, so rounds are what is counted. It is Wilson's
        interval for as many coins as would vary as the rounds did: rounds in which each game goes
        to the same seat vary less than coins. One round is added that varies just like a coin, so
        that a few rounds that happen to be alike do not look like certainty.
        """
        n, p = len(self.rounds), self.rate
        coin = p * (1 - p)
        means = [sum(round_) / len(round_) for round_ in self.rounds]
        spread = (sum((mean - p) ** 2 for mean in means) + coin) / (n + 1)
        coins = n * coin / spread if spread else n
        middle = (p + Z * Z / (2 * coins)) / (1 + Z * Z / coins)
        half = Z * math.sqrt(coin / coins + (Z / coins) ** 2 / 4) / (1 + Z * Z / coins)
        return max(middle - half, 0.0), min(middle + half, 1.0)


def elo(rate: float) -> float:
    """The difference in rating that goes with a share of the points; infinite for all or none."""
    if rate in (0.0, 1.0):
        return math.inf if rate else -math.inf
    return 400 * math.log10(rate / (1 - rate))

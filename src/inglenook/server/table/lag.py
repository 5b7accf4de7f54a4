"""How long a player's network takes, and how much of that a move is granted.

Pure functions of what was measured: the caller passes the times in.
"""

from statistics import median_low

from msgspec import Struct

from inglenook.core.game import MAX_LAG
from inglenook.core.units import PlayMs

REMEMBERED_TRIPS = 8
"""Round trips that are remembered: those of the last few seconds, since networks change."""
FEWEST = 3
"""Round trips that are needed: a single one may have been an accident."""
REFILL = 50
"""ms that come back into a purse for each second of play."""


class Trips(Struct, frozen=True):
    """The last round trips on one connection, in ms."""

    last: tuple[int, ...] = ()

    def after(self, trip: int) -> "Trips":
        return Trips((*self.last, trip)[-REMEMBERED_TRIPS:])

    @property
    def lag(self) -> PlayMs:
        """What news and answer together spend in transit, in ms; 0 while that is not known.

        The median: a single hiccup, be it the network's or the server's, does not count.
        """
        return median_low(self.last) if len(self.last) >= FEWEST else 0


class Purse(Struct, frozen=True):
    """What lag a seat can still be granted, so that faking it gains little."""

    left: PlayMs = MAX_LAG
    t: PlayMs = 0
    """ms of play when that was left."""

    def grant(self, t: PlayMs, lag: PlayMs) -> tuple[PlayMs, "Purse"]:
        """How much of a move's lag is granted at `t`, and what is left then."""
        if not lag:
            return 0, self
        left = min(MAX_LAG, self.left + max(0, t - self.t) * REFILL // 1000)
        granted = min(lag, left)
        return granted, Purse(left - granted, t)


FULL = Purse()

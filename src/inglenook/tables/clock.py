"""Two clocks: when the house was open, in wall time, and what a table's clock shows, in play time.

An outage is nobody's thinking time.
"""

from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence

from inglenook.store import GRACE, Outage, wall_ms
from inglenook.units import PlayMs, WallMs


class OpeningHours:
    """When the house was open. Workers that know the same outages get the same results."""

    def __init__(self, beat: Callable[[], Awaitable[None]] | None = None) -> None:
        """`beat` says that this worker is alive, and lets it learn of all outages."""
        self._beat = beat
        self._began: list[WallMs] = []
        self._ended: list[WallMs] = []
        self._beaten: WallMs | None = None

    def learn(self, outages: Sequence[Outage]) -> bool:
        """This worker is alive, and these were all the outages; whether one of them is news."""
        # Workers that notice the end of the same outage one after the other report it twice.
        began: list[WallMs] = []
        ended: list[WallMs] = []
        for outage in outages:
            if ended and outage.began <= ended[-1]:
                ended[-1] = max(ended[-1], outage.ended)
            else:
                began.append(outage.began)
                ended.append(outage.ended)
        news = self._beaten is not None and began != self._began
        self._began, self._ended, self._beaten = began, ended, wall_ms()
        return news

    async def make_sure(self) -> None:
        """Beat before a time is written down, if the last beat was long ago; StoreFailed.

        Otherwise a worker that was cut off for a while would backdate what it does next, and the
        clocks it is told of later would jump.
        """
        if self._beat and self._beaten is not None and wall_ms() - self._beaten > GRACE:
            await self._beat()

    def now(self) -> WallMs:
        """The time, but no later than the last beat lets this worker be sure of."""
        now = wall_ms()
        return now if self._beaten is None else min(now, self._beaten + GRACE)

    def open_between(self, began: WallMs, ended: WallMs) -> PlayMs:
        """The ms between two times in which the house was open."""
        closed = 0
        for n in range(bisect_right(self._ended, began), len(self._ended)):
            if self._began[n] >= ended:
                break
            closed += min(ended, self._ended[n]) - max(began, self._began[n])
        return max(0, ended - began - closed)

    def open_for(self, began: WallMs, ms: PlayMs) -> WallMs:
        """When the house had been open for `ms` ms since a time."""
        at = began + ms
        for n in range(bisect_right(self._ended, began), len(self._ended)):
            if self._began[n] >= at:
                break
            at += self._ended[n] - max(began, self._began[n])
        return at


class PlayClock:
    """A table's clock. It stands still while nobody plays, and while the house is closed.

    It follows from the logs, so that all workers read the same on it.
    """

    def __init__(self, hours: OpeningHours) -> None:
        self._hours = hours
        self._t: PlayMs = 0
        self._since: WallMs | None = None
        """When it showed that; None while it stands still."""

    def now(self) -> PlayMs:
        return self.at(self._hours.now())

    def at(self, at: WallMs) -> PlayMs:
        """What it showed at a time since it was last set, started or stopped."""
        if self._since is None:
            return self._t
        return self._t + self._hours.open_between(self._since, at)

    def when(self, t: PlayMs) -> WallMs:
        """When it shows `t`, if it runs on; now, if it stands still."""
        if self._since is None:
            return self._hours.now()
        return self._hours.open_for(self._since, max(0, t - self._t))

    def set(self, t: PlayMs, at: WallMs) -> None:
        """An entry says what it showed then."""
        self._t = t
        if self._since is not None:
            self._since = at

    def run(self, running: bool, at: WallMs) -> None:
        """Start it or stop it; nothing changes if it already does that."""
        if running != (self._since is not None):
            self._t, self._since = self.at(at), at if running else None

"""When the house was open: an outage is nobody's thinking time."""

import time
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence

from inglenook.store import GRACE, Outage


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Hours:
    """All moments are ms since 1970. Workers that know the same outages reckon alike."""

    def __init__(self, beat: Callable[[], Awaitable[None]] | None = None) -> None:
        """`beat` says that this worker is alive, and lets it learn of all outages."""
        self._beat = beat
        self._began: list[int] = []
        self._ended: list[int] = []
        self._beaten: int | None = None

    def learn(self, outages: Sequence[Outage]) -> bool:
        """This worker is alive, and these were all the outages; whether one of them is news."""
        # Workers that noticed the end of the same outage one after the other tell of it twice.
        began: list[int] = []
        ended: list[int] = []
        for outage in outages:
            if ended and outage.began <= ended[-1]:
                ended[-1] = max(ended[-1], outage.ended)
            else:
                began.append(outage.began)
                ended.append(outage.ended)
        news = self._beaten is not None and began != self._began
        self._began, self._ended, self._beaten = began, ended, wall_ms()
        return news

    async def vouch(self) -> None:
        """Before a moment is written down: know what it was worth. StoreFailed if that cannot be.

        Otherwise a worker that was cut off for a while would date back what it does next, and the
        clocks it is told of later would jump.
        """
        if self._beat and self._beaten is not None and wall_ms() - self._beaten > GRACE:
            await self._beat()

    def now(self) -> int:
        """The time, up to what this worker can vouch for: nobody may be serving any more."""
        now = wall_ms()
        return now if self._beaten is None else min(now, self._beaten + GRACE)

    def served(self, began: int, ended: int) -> int:
        """The ms between two moments that were no outage."""
        closed = 0
        for n in range(bisect_right(self._ended, began), len(self._ended)):
            if self._began[n] >= ended:
                break
            closed += min(ended, self._ended[n]) - max(began, self._began[n])
        return max(0, ended - began - closed)

    def after(self, began: int, served: int) -> int:
        """The moment by which that many ms were served since another."""
        moment = began + served
        for n in range(bisect_right(self._ended, began), len(self._ended)):
            if self._began[n] >= moment:
                break
            moment += self._ended[n] - max(began, self._began[n])
        return moment

"""Two clocks: when the house was open, in wall time, and what a table's clock shows, in play time.

An outage is nobody's thinking time.
"""

from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import count
from typing import NamedTuple

from inglenook.core.units import DAY_MS, PlayMs, WallMs
from inglenook.server.store import AHEAD, GRACE, Outage, StoreFailed, wall_ms
from inglenook.server.wire.table_messages import Reason

WEEK = 7 * DAY_MS
BEATS_TRIED = 3
"""Beats after which the time is still not sure: each took too long."""
SATURDAY = 2 * DAY_MS
"""ms from the beginning of a week, counted from the first day of 1970, to Saturday, by UTC."""


class Span(NamedTuple):
    """A time in which no clock runs."""

    began: WallMs
    ended: WallMs


class TimeOff(NamedTuple):
    """When the clock of a table stands still besides outages."""

    weekends: bool = False
    """On Saturdays and Sundays, by UTC."""
    vacations: tuple[Span, ...] = ()
    """Of those who are thinking now."""

    def spans(self, since: WallMs) -> Iterator[Span]:
        """Those that have not ended by then, in their order."""
        ahead = (span for span in self.vacations if span.ended > since)
        return merge(sorted(ahead), _weekends(since) if self.weekends else ())

    def reason(self, at: WallMs) -> Reason | None:
        """Why it stands still at a time; None if it does not."""
        if any(span.began <= at < span.ended for span in self.vacations):
            return "vacation"
        return "weekend" if self.weekends and next(_weekends(at)).began <= at else None


WORKING = TimeOff()


def _weekends(since: WallMs) -> Iterator[Span]:
    """Those that have not ended by then: there is no end of them."""
    for week in count((since - SATURDAY - 2 * DAY_MS) // WEEK + 1):
        began = week * WEEK + SATURDAY
        yield Span(began, began + 2 * DAY_MS)


def _apart(spans: Iterable[Span]) -> Iterator[Span]:
    """The same time in spans that do not touch each other."""
    last: Span | None = None
    for span in spans:
        if last and span.began <= last.ended:
            last = Span(last.began, max(last.ended, span.ended))
        else:
            if last:
                yield last
            last = span
    if last:
        yield last


class OpeningHours:
    """When the house was open. Workers that know the same outages get the same results."""

    def __init__(self, beat: Callable[[], Awaitable[None]] | None = None) -> None:
        """`beat` says that this worker is alive, and lets it learn of all outages."""
        self._beat = beat
        self._began: list[WallMs] = []
        self._ended: list[WallMs] = []
        self._beaten: WallMs | None = None
        self.held = False
        """Whether nothing may happen at any table: the house is read-only."""

    def learn(self, outages: Sequence[Outage], beaten: WallMs) -> bool:
        """These were all the outages until this worker beat; whether one of them is news.

        `beaten` is no later than that: if the clock was put forward meanwhile, the next beat will
        find an outage that this one could not.
        """
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
        self._began, self._ended, self._beaten = began, ended, beaten
        return news

    async def make_sure(self) -> WallMs:
        """The time to be written down: after a beat, if the last was long ago; StoreFailed.

        Otherwise a worker that was cut off for a while would backdate what it does next, and the
        clocks it is told of later would jump.
        """
        for _ in range(BEATS_TRIED):
            if (now := self.sure()) is not None:
                return now
            if self._beat:
                await self._beat()
        if (now := self.sure()) is not None:
            return now
        raise StoreFailed("signs of life take too long to be written")

    def sure(self) -> WallMs | None:
        """The same without waiting; None if the last beat was long ago."""
        now = wall_ms()
        return now if self._beaten is None or now - self._beaten <= GRACE else None

    def now(self) -> WallMs:
        """The time, but no later than the last beat lets this worker be sure of."""
        return self.up_to(wall_ms())

    def up_to(self, at: WallMs) -> WallMs:
        """A time, but no later than the last beat lets this worker be sure of."""
        return at if self._beaten is None else min(at, self._beaten + GRACE)

    def open_between(self, began: WallMs, ended: WallMs, off: TimeOff = WORKING) -> PlayMs:
        """The ms between two times in which the house was open, less the time off."""
        closed = 0
        if off is not WORKING or self.closed_since(began):
            for span in self._closed(began, off):
                if span.began >= ended:
                    break
                closed += min(ended, span.ended) - max(began, span.began)
        return max(0, ended - began - closed)

    def open_for(self, began: WallMs, ms: PlayMs, off: TimeOff = WORKING) -> WallMs:
        """When the house had been open for `ms` ms since a time, less the time off."""
        at = began + ms
        if off is WORKING and not self.closed_since(began):
            return at
        for span in self._closed(began, off):
            if span.began >= at:
                break
            at += span.ended - max(began, span.began)
        return at

    def closed_since(self, since: WallMs) -> bool:
        """Whether there was an outage after a time; hardly ever there is one."""
        return bool(self._ended) and self._ended[-1] > since

    def _closed(self, since: WallMs, off: TimeOff) -> Iterator[Span]:
        """When no clock runs: each ms once, whatever the reasons for it."""
        first = bisect_right(self._ended, since)
        outages = map(Span, self._began[first:], self._ended[first:])
        return outages if off == WORKING else _apart(merge(outages, off.spans(since)))


class Run(NamedTuple):
    """A time in which a clock ran, except during outages and its time off."""

    began: WallMs
    ended: WallMs
    off: TimeOff


class PlayClock:
    """A table's clock. It stands still while nobody plays, while the house is closed, and in time
    off.

    It follows from the logs and the outages, in whatever order a worker learns of them: all workers
    that know the same read the same on it.
    """

    __slots__ = ("_hours", "_off", "_runs", "_since", "_stopped", "_t")

    def __init__(self, hours: OpeningHours) -> None:
        self._hours = hours
        self._t: PlayMs = 0
        """What the last entry says it showed."""
        self._runs: tuple[Run, ...] = ()
        """The times since that entry in which it ran, before `_since`.

        They are added up when somebody asks: an outage may be learnt of after them.
        """
        self._since: WallMs | None = None
        """Since when it runs; None while it is stopped."""
        self._stopped: WallMs = 0
        """The time from which on it may be started again: no time is counted twice."""
        self._off = WORKING

    def now(self) -> PlayMs:
        since = self._since
        return self._before() if since is None else self._shown(since, self._hours.now())

    def at(self, at: WallMs, now: WallMs | None = None) -> PlayMs:
        """What it showed at a time since it was last set, started or stopped.

        `now` is the time of this machine, if it is known.
        """
        since = self._since
        return self._before() if since is None else self._shown(since, _believed(at, now))

    def _before(self) -> PlayMs:
        """What it showed when it was last set, started or stopped."""
        if not self._runs:
            return self._t  # nearly always
        hours = self._hours
        # What comes long after the last beat may turn out to be an outage.
        return self._t + sum(
            hours.open_between(run.began, hours.up_to(run.ended), run.off) for run in self._runs
        )

    def _shown(self, since: WallMs, at: WallMs) -> PlayMs:
        hours = self._hours
        if since <= at and self._off is WORKING and not hours.closed_since(since):
            return self._before() + at - since  # nearly always
        return self._before() + hours.open_between(self._started(since), at, self._off)

    def when(self, t: PlayMs, now: WallMs | None = None) -> WallMs:
        """When it first shows `t`, if it runs on; now, if it is stopped.

        `now` is given where it is known.
        """
        now = self._hours.now() if now is None else now
        since = self._since
        if since is None:
            return now
        rest = t - self._before()
        if since <= now and self._off is WORKING and not self._hours.closed_since(since):
            return since + max(0, rest)  # nearly always
        since = self._started(since)
        # It may have begun while the house was still closed, and shows that all the time.
        return since if rest <= 0 else self._hours.open_for(since, rest, self._off)

    def _started(self, since: WallMs) -> WallMs:
        """Since when it runs. If that was written by a wrong clock, it runs on from here."""
        self._since = since = _believed(since)
        return since

    def rest(self, t: PlayMs) -> PlayMs:
        """ms from now until it shows `t`."""
        return self.when(t) - self._hours.now()

    def set(self, t: PlayMs, at: WallMs) -> None:
        """An entry says what it showed then.

        A later start or stop by another worker may already be known: what ran since then counts.
        """
        self._t = t
        if self._runs:
            later = (run for run in self._runs if run.ended > at)
            self._runs = tuple(run._replace(began=max(at, run.began)) for run in later)
        if self._since is None:
            self._stopped = max(at, self._stopped)
        else:
            self._since = _later(at, self._since)

    def run(self, running: bool, at: WallMs) -> None:
        """Start it or stop it; nothing changes if it already does that.

        Of what another worker did one may hear after a later move: no time is counted twice.
        """
        if running == (self._since is not None):
            return
        if running:
            self._since = _later(at, self._stopped)
        else:
            self._end_run(at)
            self._stopped, self._since = max(at, self._since or 0), None

    def take_off(self, off: TimeOff, at: WallMs) -> None:
        """From now on this is its time off."""
        if off != self._off:
            if self._since is not None:
                self._end_run(at)
                self._since = _later(at, self._since)
            self._off = off

    def _end_run(self, at: WallMs) -> None:
        began, ended = self._since, _believed(at)
        if began is not None and began < ended:
            self._runs = (*self._runs, Run(began, ended, self._off))


def _believed(at: WallMs, now: WallMs | None = None) -> WallMs:
    """A time that somebody wrote down; now, if it has not come yet: their clock was wrong then.

    The wall clock decides, and not how long ago this worker beat: what others did while it was cut
    off is no less true.
    """
    now = wall_ms() if now is None else now
    return at if at <= now + AHEAD else now


def _later(at: WallMs, last: WallMs) -> WallMs:
    """The later of two times that were written down; the first, if the other's clock was wrong."""
    return max(at, last) if last <= at + AHEAD else at

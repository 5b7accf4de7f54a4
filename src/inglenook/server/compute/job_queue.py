"""A queue for a few slots that many want: nobody waits for all that somebody else has to do.

Turns go by address, then by person, then by table: whoever makes more tables, or is a new guest
each time, gets no more of them.
"""

import asyncio
from enum import Enum, IntEnum
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple


class Asker(NamedTuple):
    """On whose account something is computed."""

    address: str
    """Where they are; of somebody on this machine, who they are."""
    person: str
    """The guest who made the table, or asks for themselves."""
    table: str = ""


UNKNOWN = "?"
"""The address of all tables of which nobody has come since the server was started."""


class Urgency(IntEnum):
    """What comes first among one table's own jobs; an analysis comes after everybody's."""

    NATURE = 0
    CHOOSE = 1
    ADVISE = 2
    RECORD = 3
    ANALYSE = 4


class Lane(Enum):
    """How long a job takes."""

    QUICK = "quick"
    SLOW = "slow"
    IDLE = "idle"
    """So long that it is done when nobody else waits."""


Waiting = tuple[Urgency, int, asyncio.Future[None]]


class _Line:
    """Those who wait in one lane; each level of an `Asker` takes turns within the one above."""

    def __init__(self, levels: int = len(Asker._fields)) -> None:
        self._levels = levels
        # In the order in which their turn comes: whoever has had one goes to the end.
        self._below: dict[str, _Line] = {}
        self._jobs: list[Waiting] = []
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def push(self, path: tuple[str, ...], waiting: Waiting) -> None:
        self._length += 1
        if path:
            below = self._below.setdefault(path[0], _Line(self._levels - 1))
            below.push(path[1:], waiting)
        else:
            heappush(self._jobs, waiting)

    def pop(self) -> Waiting:
        """Whoever's turn it is."""
        self._length -= 1
        if not self._levels:
            return heappop(self._jobs)
        name = next(iter(self._below))
        below = self._below.pop(name)
        waiting = below.pop()
        if len(below):
            self._below[name] = below
        return waiting

    def forget(self, path: tuple[str, ...], turn: asyncio.Future[None]) -> bool:
        """Someone no longer waits; False if they did not any more."""
        if path:
            below = self._below.get(path[0])
            waited = below is not None and below.forget(path[1:], turn)
            if below is not None and not len(below):
                del self._below[path[0]]
        else:
            left = [waiting for waiting in self._jobs if waiting[2] is not turn]
            waited = len(left) < len(self._jobs)
            heapify(left)
            self._jobs = left
        self._length -= waited
        return waited

    def waiting(self, path: tuple[str, ...]) -> int:
        if not path:
            return self._length
        below = self._below.get(path[0])
        return below.waiting(path[1:]) if below else 0


class FairQueue:
    """Of several slots, one is kept for quick jobs, and one for slow ones.

    The others are for whoever waits, quick jobs first: a thought of seconds never stands before one
    of milliseconds.
    """

    def __init__(self, slots: int) -> None:
        self._slots = slots
        self._free = slots
        self._slow = 0
        """How many of the slots are taken by jobs that are not quick."""
        self._lines = {lane: _Line() for lane in Lane}
        self._numbers = count()

    def __len__(self) -> int:
        """How many wait, analyses left out."""
        return len(self._lines[Lane.QUICK]) + len(self._lines[Lane.SLOW])

    def waiting(self, *path: str) -> int:
        """How many jobs of an address wait, of a person there, or of one of their tables."""
        return self._lines[Lane.QUICK].waiting(path) + self._lines[Lane.SLOW].waiting(path)

    async def take(self, asker: Asker, urgency: Urgency, lane: Lane = Lane.QUICK) -> None:
        """Wait for a slot. Whoever got one gives it back with `give`, of the same lane."""
        if self._has_room(lane):
            self._begin(lane)
            return
        turn = asyncio.get_running_loop().create_future()
        self._lines[lane].push(asker, (urgency, next(self._numbers), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._lines[lane].forget(asker, turn)
            else:  # its turn had come, but it was no longer there
                self.give(lane)
            raise

    def give(self, lane: Lane = Lane.QUICK) -> None:
        """Hand a slot to whoever's turn it is."""
        self._free += 1
        self._slow -= lane is not Lane.QUICK
        while (following := self._following()) is not None:
            *_, turn = self._lines[following].pop()
            # Somebody may have given up a moment ago, and not have come to say so.
            if not turn.cancelled():
                self._begin(following)
                turn.set_result(None)

    def _has_room(self, lane: Lane) -> bool:
        if lane is Lane.QUICK:
            return self._free > 0
        return self._free > 0 and self._slow < max(1, self._slots - 1)

    def _begin(self, lane: Lane) -> None:
        self._free -= 1
        self._slow += lane is not Lane.QUICK

    def _following(self) -> Lane | None:
        """The lane whose turn it is; None if nobody waits who may go."""
        lanes = [Lane.QUICK, Lane.SLOW, Lane.IDLE]
        if not self._slow and self._slots > 1:
            lanes = [Lane.SLOW, Lane.QUICK, Lane.IDLE]
        return next((each for each in lanes if self._lines[each] and self._has_room(each)), None)

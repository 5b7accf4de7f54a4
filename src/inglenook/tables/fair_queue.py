"""A queue for a few slots that many tables want: each table's turn comes after every other's."""

import asyncio
from enum import IntEnum
from heapq import heapify, heappop, heappush
from itertools import count


class Urgency(IntEnum):
    """What comes first among one table's own jobs; an analysis comes after everybody's."""

    NATURE = 0
    CHOOSE = 1
    ADVISE = 2
    RECORD = 3
    ANALYSE = 4


Waiting = tuple[Urgency, int, asyncio.Future[None]]


class FairQueue:
    """Whoever waits is served by round robin between tables, and by urgency within a table.

    Analyses have their turn when nobody else waits, by round robin as well.
    """

    def __init__(self, slots: int) -> None:
        self._free = slots
        # In the order in which their turn comes: a table that has had one goes to the end.
        self._queues: dict[str, list[Waiting]] = {}
        self._analyses: dict[str, list[Waiting]] = {}
        self._numbers = count()
        self._length = 0

    def __len__(self) -> int:
        """How many wait, analyses left out."""
        return self._length

    def waiting(self, table: str) -> int:
        return len(self._queues.get(table, ()))

    async def take(self, table: str, urgency: Urgency) -> None:
        """Wait for a slot. Whoever got one gives it back with `give`."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        heappush(self._line(urgency).setdefault(table, []), (urgency, next(self._numbers), turn))
        self._length += urgency is not Urgency.ANALYSE
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._forget(table, urgency, turn)
            else:  # its turn had come, but it was no longer there
                self.give()
            raise

    def give(self) -> None:
        """Hand a slot to whoever's turn it is."""
        queues = self._queues or self._analyses
        if not queues:
            self._free += 1
            return
        table = next(iter(queues))
        queue = queues.pop(table)
        urgency, _, turn = heappop(queue)
        if queue:
            queues[table] = queue
        self._length -= urgency is not Urgency.ANALYSE
        turn.set_result(None)

    def _line(self, urgency: Urgency) -> dict[str, list[Waiting]]:
        return self._analyses if urgency is Urgency.ANALYSE else self._queues

    def _forget(self, table: str, urgency: Urgency, turn: asyncio.Future[None]) -> None:
        queue = self._line(urgency)[table]
        queue[:] = [waiting for waiting in queue if waiting[2] is not turn]
        heapify(queue)
        if not queue:
            del self._line(urgency)[table]
        self._length -= urgency is not Urgency.ANALYSE

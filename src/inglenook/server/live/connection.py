"""A guest's connection to a table, and the messages that wait for it."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from inglenook.server.compute.job_queue import UNKNOWN
from inglenook.server.table.lag import REMEMBERED_TRIPS, Trips
from inglenook.server.wire import table_messages as m
from inglenook.server.wire.asks import Pace

SPECTATOR = ""
"""The guest of a connection that only watches, whoever opened it: no seat is theirs."""
QUEUE = 64
"""Messages that may wait for a slow reader before the connection is given up."""
BYTES = 4 * 1024 * 1024
"""Bytes of these: of long games each has many. A single message may be larger."""
AT_ONCE = 64 * 1024
"""Bytes of messages that are written together: what the network has not taken is kept here."""
SILENT = 40.0
"""Seconds without a word after which nobody is believed to look: browsers ping every 15."""


class Connection:
    """Messages wait here until its writer takes them."""

    __slots__ = (
        "_answers",
        "_ended",
        "_most",
        "_probed",
        "_probes",
        "_size",
        "_waiting",
        "_wake",
        "address",
        "dropped",
        "guest",
        "heard_s",
        "pace",
        "said",
        "shown",
        "trips",
    )

    def __init__(
        self, guest: str, *, answers: bool = False, most: int = QUEUE, address: str = UNKNOWN
    ) -> None:
        """`most` is how many messages may wait, `address` where it comes from."""
        self.guest = guest
        self.address = address
        self._most = most
        self.trips = Trips()
        """How long its network takes; known only where the other side can answer a probe."""
        self.shown = False
        """Whether its person looks at the table, as the browser says."""
        self.heard_s = time.monotonic()
        """When it last said anything."""
        self.pace: Pace = "brisk"
        """What its person chose. Whoever says nothing is taken for a program."""
        self._answers = answers
        self._probes: dict[int, float] = {}
        """When each probe was sent that has not been answered, in seconds of `time.monotonic`."""
        self._probed = 0
        self.dropped = False
        """It read too slowly: what was waiting is gone, and it is to be closed."""
        self._ended = False
        self._waiting: deque[bytes] = deque()
        self._size = 0
        """Bytes of what waits."""
        self._wake = asyncio.Event()
        self.said: Callable[[], None] | None = None
        """Called when there is something to take; None: somebody waits for it in `next`."""

    @property
    def seen(self) -> bool:
        """Whether somebody looks at the table over this connection, and it is alive."""
        return self.shown and time.monotonic() - self.heard_s < SILENT

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def behind(self) -> bool:
        """Whether what was said last is still waiting to be written."""
        return bool(self._waiting)

    def say(self, message: bytes) -> None:
        if self.dropped or self._ended:
            return
        size = self._size + len(message)
        if self._waiting and (len(self._waiting) >= self._most or size > BYTES):
            self.dropped = True
            self._waiting.clear()
        else:
            self._waiting.append(message)
            self._size = size
        (self.said or self._wake.set)()

    def end(self) -> None:
        """Say nothing more than what is waiting."""
        self._ended = True
        self.wake()

    def wake(self) -> None:
        """Let those go on who wait in `next` or `take`."""
        self._wake.set()

    def probe(self) -> None:
        """Send something for the other side to answer at once."""
        if not self._answers:
            return
        self._probed += 1
        self._probes[self._probed] = time.monotonic()
        if len(self._probes) > REMEMBERED_TRIPS:
            del self._probes[min(self._probes)]
        self.say(m.encode(m.Probe(self._probed)))

    def answered(self, n: int, received_s: float) -> None:
        """A probe's answer has come. One that was not asked for says nothing."""
        if (sent := self._probes.pop(n, None)) is not None:
            self.trips = self.trips.after(round((received_s - sent) * 1000))

    async def next(self) -> bytes | None:
        """The next message, in order; None once the connection is dropped, or has ended."""
        return self._pop() if await self._any() else None

    async def take(self) -> list[bytes]:
        """The next messages, in order: all that wait, or as many as should be written at once.

        None at all once the connection is dropped, or has ended.
        """
        return self.take_now() if await self._any() else []

    def take_now(self) -> list[bytes]:
        """The same of what waits already."""
        if self._size <= AT_ONCE:
            taken = list(self._waiting)
            self._waiting.clear()
            self._size = 0
            return taken
        taken, size = [], 0
        while self._waiting and size < AT_ONCE:
            taken.append(message := self._pop())
            size += len(message)
        return taken

    async def _any(self) -> bool:
        """Wait until there is a message; False if there will be none."""
        while not self._waiting:
            if self.dropped or self._ended:
                return False
            self._wake.clear()
            await self._wake.wait()
        return True

    def _pop(self) -> bytes:
        message = self._waiting.popleft()
        self._size -= len(message)
        return message

"""Those who open a connection and do not read: what waits for them is memory of ours."""

import asyncio
import socket
import sys
from contextlib import suppress

MUST_READ_WITHIN_S = 20.0
"""Seconds in which the other side must have read something of what waits for it."""
LEAST = 16 * 1024
"""Bytes of it: less is as good as nothing, however little waits."""
UNSENT = 4 * LEAST
"""Bytes that the system takes from us before the network does. By itself it would take some hundred
KB, and then none for a long while: one could not see that somebody reads, but slowly."""
TCP_NOTSENT_LOWAT = 25
"""Its name for that, in Linux; Python has none before 3.12."""


class ReaderWatch:
    """Cuts off a connection whose other side reads nothing."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        if sys.platform == "linux" and (line := transport.get_extra_info("socket")):
            with suppress(OSError):  # where it is no TCP
                line.setsockopt(socket.IPPROTO_TCP, TCP_NOTSENT_LOWAT, UNSENT)
        self._waited = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Something waits, and should be read soon."""
        if self._timer is None and (size := self._transport.get_write_buffer_size()):
            self._waited = size
            self._timer = self._loop.call_later(MUST_READ_WITHIN_S, self._look)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        size = self._transport.get_write_buffer_size()
        if size and size > self._waited - LEAST:
            self._transport.abort()
        else:
            self.begin()

"""Those who open a connection and do not read: what waits for them is memory of ours."""

import asyncio

PATIENCE = 10.0
"""Seconds in which the other side must have read something of what waits for it."""
LEAST = 16 * 1024
"""Bytes of it: less is as good as nothing, however little waits."""


class ReaderWatch:
    """Cuts off a connection whose other side reads nothing."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport) -> None:
        self._loop = loop
        self._transport = transport
        self._waited = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Something waits, and should be read soon."""
        if self._timer is None and (size := self._transport.get_write_buffer_size()):
            self._waited = size
            self._timer = self._loop.call_later(PATIENCE, self._look)

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

"""How much of request bodies a worker holds in memory while requests are on their way.

Whoever sends a body and does not finish it holds that memory until the request is given up
(`http_protocol.ARRIVAL`). So the bytes are counted, whatever address of the house they are sent to.
"""

from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inglenook.core.game import Refused
from inglenook.server.http.limits import MEGABYTE, household
from inglenook.server.http.requests import MAX_BODY_BYTES
from inglenook.server.http.security_headers import address

BODY_BYTES_OF_ADDRESS = 16 * MEGABYTE
"""Bytes of bodies that one address may have on their way: four of the largest records."""
BODY_BYTES_OF_WORKER = 64 * MEGABYTE
"""Bytes of bodies that a worker takes from all addresses together. The first `LARGEST` bytes of
each body do not count here, or a few addresses could keep everybody from making a move."""


class Bodies:
    """Refuses `uploads-busy` as soon as a body would be more than there is room for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._of_address: Counter[str] = Counter()
        self._of_worker = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        home = household(address(scope))
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            if more := len(message.get("body", b"")):
                self._take(home, size, size + more)
                size += more
            return message

        try:
            await self._app(scope, counted, send)
        finally:
            if size:
                self._let_go(home, size)

    def _take(self, home: str, before: int, after: int) -> None:
        """Count a body that grows; Refused if it may not."""
        of_address = self._of_address[home] + after - before
        of_worker = self._of_worker + _beyond(after) - _beyond(before)
        crowded = of_worker > self._of_worker and of_worker > BODY_BYTES_OF_WORKER
        if crowded or (home and of_address > BODY_BYTES_OF_ADDRESS):
            raise Refused("uploads-busy", detail="too much is on its way here at the moment")
        self._of_address[home], self._of_worker = of_address, of_worker

    def _let_go(self, home: str, size: int) -> None:
        self._of_worker -= _beyond(size)
        self._of_address[home] -= size
        if not self._of_address[home]:
            del self._of_address[home]


def _beyond(size: int) -> int:
    """What counts for the worker of a body of that size."""
    return max(0, size - MAX_BODY_BYTES)

"""Requests that would never end: a head has a maximum size, and a request a time limit to arrive.

uvicorn leaves both to a proxy, but one machine at home has none.
"""

import asyncio
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LARGEST_HEAD = 64 * 1024
"""Bytes of address and headers. What comes after is thrown away with the connection."""
ARRIVAL = 30.0
"""Seconds for a request to come in full, body included; a record of 4 MiB is the largest."""

TOO_LARGE = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE


class Careful(HttpToolsProtocol):
    """One connection over HTTP, whose other side may be hostile."""

    _in_head = False
    _begun = False
    """Whether a request has begun in the piece that is being read."""
    _head = 0
    """Bytes of the present head in all pieces but its first."""
    _late: asyncio.TimerHandle | None = None

    # As uvicorn has it, whose transports can all be written to.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        self._begun = False
        super().data_received(data)
        if not self._in_head or self._begun or self.transport.is_closing():
            return
        self._head += len(data)
        if self._head > LARGEST_HEAD:
            answer = f"HTTP/1.1 {TOO_LARGE.value} {TOO_LARGE.phrase}\r\nconnection: close\r\n\r\n"
            self.transport.write(answer.encode())
            self.transport.close()

    def on_message_begin(self) -> None:
        self._in_head, self._begun, self._head = True, True, 0
        if self._late is None:
            self._expect_request()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect_nothing()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._expect_nothing()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        super().connection_lost(exc)

    def _expect_request(self) -> None:
        self._late = self.loop.call_later(ARRIVAL, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None

"""Connections whose other side may be hostile: uvicorn leaves that to a proxy, but one machine at
home has none.

A head has a maximum size, a request a time limit to arrive, what waits to be read as well, and an
address so many connections.
"""

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from inglenook.server.http.limits import OpenConnections, household
from inglenook.server.sockets.frames import Frames
from inglenook.server.sockets.slow_readers import ReaderWatch
from inglenook.server.sockets.socket_handover import Homes

LARGEST_HEAD = 64 * 1024
"""Bytes of address and headers. What comes after is thrown away with the connection."""
ARRIVAL = 30.0
"""Seconds for a request to come in full, body included; a record of 4 MiB is the largest."""
IDLE = 75
"""Seconds that a connection is kept for another request. Proxies must let go of theirs first (nginx
and our Caddyfile do after 60): a request sent just as we close is lost, and only some can be sent
again."""

TOO_LARGE = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE


SOCKETS = OpenConnections()
"""Those of this process."""


class Careful(HttpToolsProtocol):
    """One connection over HTTP."""

    _in_head = False
    _begun = False
    """Whether a request has begun in the piece that is being read."""
    _head = 0
    """Bytes of the present head in all pieces but its first."""
    _late: asyncio.TimerHandle | None = None
    _answering: RequestResponseCycle | None = None
    """The request that is being answered: of several sent in a row, the first."""

    def __init__(self, *args: Any, homes: Homes | None = None, **kwargs: Any) -> None:
        """`homes` say where a WebSocket belongs, where there are several workers."""
        super().__init__(*args, **kwargs)
        self._homes = homes

    # As uvicorn has it, whose transports can all be written to.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._reader = ReaderWatch(self.loop, transport)
        self._socket = household(self.client[0] if self.client else "")
        if SOCKETS.enter(self._socket):
            self._expect_request()
        else:
            transport.abort()

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

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        self._expect_nothing()
        if self._homes and (home := self._homes.elsewhere(self.url)):
            self.transport.pause_reading()
            self._moving = self.loop.create_task(self._move(self._homes, home))
        else:
            self._upgrade()

    async def _move(self, homes: Homes, home: int) -> None:
        """Let the table's home serve this connection, if it will; else it is served here."""
        line = self.transport.get_extra_info("socket").fileno()
        if await homes.hand_over(home, line, self._request()):
            self.transport.abort()  # the home has it open
        elif not self.transport.is_closing():
            self.transport.resume_reading()
            self._upgrade()

    def _request(self) -> bytes:
        """The head of the request, as far as it matters."""
        headers = [b"%b: %b\r\n" % header for header in self.scope["headers"]]
        return b"GET %b HTTP/1.1\r\n%b\r\n" % (self.url, b"".join(headers))

    def _upgrade(self) -> None:
        self._reader.stop()
        # The same socket is counted by its next protocol.
        SOCKETS.leave(self._socket)
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self._reader.stop()
        SOCKETS.leave(self._socket)
        if self._answering:
            # Of several in a row, uvicorn tells only the last that nobody waits for its answer.
            self._answering.disconnected = True
            self._answering.message_event.set()
            self._answering = None
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.stop()
        if self.cycle is None or self.cycle.response_complete:
            self._reader.begin()

    def on_response_complete(self) -> None:
        if self._answering:
            # What was not read of the body would stay until the next request.
            self._answering.body = bytearray()
        super().on_response_complete()
        self._reader.begin()

    def _expect_request(self) -> None:
        self._late = self.loop.call_later(ARRIVAL, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._late:
            self._late.cancel()
            self._late = None


class CarefulSocket(Frames):
    """One WebSocket."""

    # As uvicorn has it, whose transports can all be written to.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._reader = ReaderWatch(self.loop, transport)
        self._socket = household(self.client[0] if self.client else "")
        SOCKETS.enter(self._socket)

    def connection_lost(self, exc: Exception | None) -> None:
        self._reader.stop()
        SOCKETS.leave(self._socket)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reader.begin()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reader.stop()
        if self.transport.is_closing():
            self._reader.begin()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._reader.begin()

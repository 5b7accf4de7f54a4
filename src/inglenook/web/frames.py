"""WebSocket frames as nearly all of them are: whole messages, read and written here.

uvicorn's own way takes several times as long for each, and is kept for all the rest: the handshake,
pings, the end, messages in parts, and whatever breaks the protocol.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

TOGETHER = "inglenook.together"
"""The ASGI extension by which `websocket.send` may have many `texts`, which are written at once.
Its `frames` is the connection itself, which can be written to without waiting."""

_TEXT, _BINARY = 0x81, 0x82
"""The first byte of a message in one frame."""
_FINAL, _OPCODE, _PARTS = 0x80, 0x0F, (0, 1, 2)
_MASKED, _LENGTH = 0x80, 0x7F
_SHORT, _LONG = 126, 127
"""Lengths from which on there are two, or eight, bytes for the length."""


class Mailbox:
    """What came over a connection, for the one who reads it: all that is needed of a queue."""

    def __init__(self) -> None:
        self.waiting: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.waiting.append(message)
        self._wake()

    def put_first(self, message: Any) -> None:
        """Have it read before all that waits."""
        self.waiting.appendleft(message)
        self._wake()

    def _wake(self) -> None:
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    def filled(self) -> asyncio.Future[None]:
        """Done when something is put in."""
        self._reader = asyncio.get_running_loop().create_future()
        return self._reader


class Frames(WebSocketsSansIOProtocol):
    queue: Mailbox  # type: ignore[assignment] # uvicorn's own is asyncio's, which does more
    _simple = True
    """Whether whole frames are read here: not after anything that is for uvicorn to judge."""
    _in_parts = False
    """Whether the beginning of a message came, and not all of it."""
    _rest = b""
    """The beginning of a frame."""
    hears: Callable[[str | bytes], bool] | None = None
    """It is called with a message as soon as that has come, if no other came with it, and answers
    whether it took it. A message that it did not take, or that came with others, goes into the
    queue; so does every later one, until the queue is empty again. So nobody can flood it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Mailbox()
        self._together: dict[object, object] = {"frames": self}

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**self.scope["extensions"], TOGETHER: self._together}

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # These refer back to this object: else it would stay until garbage is collected, which is
        # seldom (`worker.GC_THRESHOLDS`).
        self.conn.parser.close()
        self._together.clear()
        self.hears = None

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete:
            # What comes between the question and the answer stays where uvicorn has put it.
            self._simple = not self.handshake_initiated
        if not (self.handshake_complete and self._simple):
            super().data_received(data)
            return
        data = self._rest + data if self._rest else data
        if 6 <= len(data) < 6 + _SHORT and data[1] ^ _MASKED == len(data) - 6:
            self._rest = b""
            self._read(data, 0, len(data), self.hears)  # just one, as nearly always
            return
        at = 0
        while at < len(data) and self._simple and not self.transport.is_closing():
            end = self._end(data, at)
            if end is None:
                break
            self._read(data, at, end)
            at = end
        self._rest = data[at:] if self._simple else b""

    def _end(self, data: bytes, at: int) -> int | None:
        """Where the frame ends that begins there; None if it has not come yet.

        One that may not be so, or is too large, is the rest of the data: uvicorn will refuse it.
        """
        if len(data) < at + 2:
            return None
        length, head = data[at + 1] & _LENGTH, 2
        if length == _SHORT:
            if len(data) < at + 4:
                return None
            length, head = int.from_bytes(data[at + 2 : at + 4]), 4
        if not data[at + 1] & _MASKED or length == _LONG or length > self.config.ws_max_size:
            self._simple = False
            return len(data)
        end = at + head + 4 + length
        return end if end <= len(data) else None

    def _read(
        self,
        data: bytes,
        at: int,
        end: int,
        hears: Callable[[str | bytes], bool] | None = None,
    ) -> None:
        """Take a whole frame, for `hears` if that may be; of one that nobody can read uvicorn says
        so."""
        first = data[at]
        if self._simple and first in (_TEXT, _BINARY) and not self._in_parts:
            start = at + (8 if data[at + 1] & _LENGTH == _SHORT else 6)
            payload = _unmasked(data[start:end], data[start - 4 : start])
            try:
                self._deliver(payload.decode() if first == _TEXT else payload, hears)
                return
            except UnicodeDecodeError:
                pass
        if first & _OPCODE in _PARTS:
            self._in_parts = not first & _FINAL
        super().data_received(data[at:end])

    def _deliver(self, said: str | bytes, hears: Callable[[str | bytes], bool] | None) -> None:
        if self.close_sent or (hears and not self.queue.waiting and hears(said)):
            return
        kind = "text" if isinstance(said, str) else "bytes"
        self.queue.put_nowait({"type": "websocket.receive", kind: said})
        # uvicorn stops reading after each; but nearly always it is taken before the next comes.
        if len(self.queue.waiting) > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """The next message: as uvicorn has it, but without another coroutine for its queue."""
        waiting = self.queue.waiting
        while not waiting:
            await self.queue.filled()
        message = waiting.popleft()
        if self.read_paused and not waiting:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    async def send(self, message: Any) -> None:
        texts = message.get("texts")
        if texts is None:
            await super().send(message)
            return
        await self.writable.wait()
        if not self.ready:
            raise ClientDisconnected
        self.write(texts)

    @property
    def ready(self) -> bool:
        """Whether something can be written at once."""
        shut = self.disconnected or self.close_sent or self.transport.is_closing()
        return not shut and self.writable.is_set()

    def write(self, texts: Iterable[bytes]) -> None:
        self.transport.write(framed(texts))


def framed(texts: Iterable[bytes]) -> bytes:
    """Messages as a server sends them."""
    parts = []
    for text in texts:
        size = len(text)
        if size < _SHORT:
            parts.append(bytes((_TEXT, size)))
        elif size < 2**16:
            parts.append(b"\x81\x7e" + size.to_bytes(2))
        else:
            parts.append(b"\x81\x7f" + size.to_bytes(8))
        parts.append(text)
    return b"".join(parts)


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    masks = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload) ^ int.from_bytes(masks)).to_bytes(size)

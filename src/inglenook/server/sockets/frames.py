"""WebSocket frames as nearly all of them are: whole messages, read and written here.

uvicorn's own way takes several times as long for each, and is kept for all the rest: the handshake,
pings, the end, messages in parts, and whatever breaks the protocol.

Data from the network is never given to uvicorn as it comes, but one frame at a time: uvicorn would
handle all frames of it without a pause, and nobody else would be served meanwhile.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request

FRAMES_EXTENSION = "inglenook.together"
"""The ASGI extension by which `websocket.send` may have many `texts`, which are written at once.
Its `frames` is the connection itself, which can be written to without waiting."""

FRAMES_OF_A_TURN = 20
"""Frames of one connection that are read in one turn of the event loop. The rest wait for the next
turn, and others are served before."""
PARTS_OF_A_MESSAGE = 2000
"""Frames of which one message may consist, however slowly they come: uvicorn keeps an object for
each, even for an empty one."""
CUT_OFF_S = 1.0
"""Seconds in which a client that is cut off gets the reason, before the connection ends."""

_TEXT, _BINARY = 0x81, 0x82
"""The first byte of a message in one frame."""
_PING, _PONG = 0x89, 0x8A
"""The first byte of these, as long as nothing is wrong with it."""
_LAST_PART = 0x80
"""The same of the end of a message in parts."""
_FINAL, _OPCODE, _PARTS, _CLOSE = 0x80, 0x0F, (0, 1, 2), 8
_MASKED, _LENGTH = 0x80, 0x7F
_SHORT = 126
"""In place of a length: two bytes with the length follow. With the next number there are eight."""


class Mailbox:
    """What came over a connection, for the one who reads it: all that is needed of a queue."""

    def __init__(self) -> None:
        self.waiting: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        self.waiting.append(message)
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
    """Whether whole frames are read here: not after one that uvicorn refuses."""
    _parts = 0
    """How many parts of a message have come whose end has not come yet."""
    _rest = b""
    """What has come and is not read yet: the beginning of a frame, or frames that wait."""
    _held = True
    """Whether what comes has to wait: until the handshake is complete, and until the next turn of
    the event loop. For good once the connection is cut off."""
    _due = False
    """Whether the next turn will come."""
    _cut_off = False
    counts: Callable[[], bool] | None = None
    """It is called for each frame that is not a whole message, and answers whether there were not
    too many yet. It may call `cut_off`. Messages are counted by the application."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Mailbox()
        self._together: dict[object, object] = {"frames": self}

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {
                **self.scope["extensions"],
                FRAMES_EXTENSION: self._together,
            }

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # These refer back to this object: else it would stay until garbage is collected, which is
        # seldom (`worker.GC_THRESHOLDS`).
        self.conn.parser.close()
        self._together.clear()
        self.counts = None

    def data_received(self, data: bytes) -> None:
        if self._held:
            self._wait(data)
            return
        data = self._rest + data if self._rest else data
        if 6 <= len(data) < 6 + _SHORT and data[1] ^ _MASKED == len(data) - 6:
            self._rest = b""
            self._read(data, 0, len(data))  # just one, as nearly always
        else:
            self._take(data)

    def _wait(self, data: bytes) -> None:
        """Keep what came too early, and read no more from the network."""
        if not self.handshake_initiated:
            super().data_received(data)  # the request
        elif not self._cut_off:
            self._rest += data
            self.transport.pause_reading()

    def _take(self, data: bytes) -> None:
        """Read the frames of a turn, and let the rest wait for the next one."""
        at = frames = 0
        while at < len(data) and self._simple and not self.transport.is_closing():
            if frames == FRAMES_OF_A_TURN or self._cut_off:
                break
            if (end := self._end(data, at)) is None:
                break
            self._read(data, at, end)
            at = end
            frames += 1
        self._rest = data[at:] if self._simple and not self._cut_off else b""
        if frames == FRAMES_OF_A_TURN and self._rest:
            self._held = True
            self.transport.pause_reading()
            self._go_on()

    @property
    def _stopped(self) -> bool:
        """Whether nothing is read now: messages wait, the handshake is not complete, or it is the
        end."""
        ended = self._cut_off or self.disconnected or self.transport.is_closing()
        return ended or self.read_paused or not self.handshake_complete

    def _go_on(self) -> None:
        """Read on: first what has come already, in the next turn of the event loop."""
        if self._stopped or self._due:
            return
        if self._held:
            self._due = True
            self.loop.call_soon(self._turn)
        else:
            self.transport.resume_reading()

    def _turn(self) -> None:
        self._due = False
        if self._stopped:
            return
        self._held = False
        self._take(self._rest)
        if not self._held:
            self._go_on()

    def cut_off(self, code: int, reason: str) -> None:
        """Read nothing more, and end the connection; the application is told at once."""
        if self._cut_off:
            return
        self._cut_off = self._held = True
        self._rest = b""
        self.transport.pause_reading()
        if self.transport.is_closing():
            return
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        if self.close_timer:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(CUT_OFF_S, self.transport.close)

    def _end(self, data: bytes, at: int) -> int | None:
        """Where the frame ends that begins there; None if it has not come yet.

        One that may not be so, or is too large, is the rest of the data: uvicorn will refuse it.
        """
        if len(data) < at + 2:
            return None
        length, head = data[at + 1] & _LENGTH, 2
        if length >= _SHORT:
            head = 4 if length == _SHORT else 10
            if len(data) < at + head:
                return None
            length = int.from_bytes(data[at + 2 : at + head])
        if not data[at + 1] & _MASKED or length > self.config.ws_max_size:
            self._simple = False
            return len(data)
        end = at + head + 4 + length
        return end if end <= len(data) else None

    def _read(self, data: bytes, at: int, end: int) -> None:
        """Take a whole frame; uvicorn answers one that nobody can read."""
        first = data[at]
        if self.close_sent and self._simple:
            if first & _OPCODE != _CLOSE:
                self._count()
                return
        elif self._simple and first in (_TEXT, _BINARY) and not self._parts:
            payload = _payload(data, at, end)
            try:
                self._deliver(payload.decode() if first == _TEXT else payload)
                return
            except UnicodeDecodeError:
                pass
        elif self._simple and not self._may_pass(data, at, end):
            return
        if first & _OPCODE in _PARTS:
            self._parts = 0 if first & _FINAL else self._parts + 1
        super().data_received(data[at:end])

    def _may_pass(self, data: bytes, at: int, end: int) -> bool:
        """Count a frame that is not a whole message; whether uvicorn is to have it.

        The answer to uvicorn's ping is not counted, nor is the last part of a message, as the
        message is counted. Other pongs mean nothing. Pings that are too many get no answer.
        """
        first = data[at]
        if first == _PONG and end - at < 6 + _SHORT:
            pong = _payload(data, at, end)
            if self.pending_ping_payload is None or pong != self.pending_ping_payload:
                self._count()
                return False
            return True
        if first & _OPCODE in _PARTS and self._parts == PARTS_OF_A_MESSAGE:
            self.cut_off(CloseCode.MESSAGE_TOO_BIG, "too many parts")
        taken = (self._parts and first == _LAST_PART) or self._count()
        return not self._cut_off and (taken or first != _PING)

    def _count(self) -> bool:
        return self.counts is None or self.counts()

    def _deliver(self, said: str | bytes) -> None:
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
            self._go_on()
        return message

    async def send(self, message: Any) -> None:
        texts = message.get("texts")
        if texts is None:
            if self._cut_off:
                raise ClientDisconnected
            await super().send(message)
            self._go_on()  # after the handshake; and after a close, until the other side has closed
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


def _payload(data: bytes, at: int, end: int) -> bytes:
    """What is in the frame that begins and ends there."""
    length = data[at + 1] & _LENGTH
    start = at + (6 if length < _SHORT else 8 if length == _SHORT else 14)
    return _unmasked(data[start:end], data[start - 4 : start])


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    masks = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload) ^ int.from_bytes(masks)).to_bytes(size)

"""What is said to a connection goes out over its WebSocket.

Nearly always it can be written at once: a callback writes all that was said in one turn of the
event loop. If the other side reads slowly, or the server knows nothing of `Frames`, a task waits
until more can be sent.
"""

import asyncio

from starlette.types import Send

from inglenook.server.house import Connection
from inglenook.server.sockets.frames import Frames


class Writer:
    __slots__ = ("_connection", "_due", "_frames", "_sending")

    def __init__(self, connection: Connection, frames: Frames | None) -> None:
        """`frames` is what can be written to without waiting, if there is such."""
        self._connection = connection
        self._frames = frames
        self._due = False
        """Whether what was said is about to be written."""
        self._sending = False
        """Whether something waits until it can be sent: what is said now comes after that."""

    async def run(self, send: Send) -> None:
        """Write until the connection is dropped, or has ended and all is said."""
        connection = self._connection
        if self._frames:
            connection.said = self._write
        try:
            while messages := await connection.take():
                self._sending = True
                if self._frames:
                    await send({"type": "websocket.send", "texts": messages})
                else:
                    for message in messages:
                        await send({"type": "websocket.send", "text": message.decode()})
                self._sending = False
        finally:
            connection.said = None

    def _write(self) -> None:
        """Write soon: one packet then has all that is said in this turn of the event loop."""
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._write_now)

    def _write_now(self) -> None:
        """Write what waits; what can only be sent later is left to `run`."""
        self._due = False
        connection, frames = self._connection, self._frames
        if frames and not self._sending and frames.ready and (taken := connection.take_now()):
            frames.write(taken)
        if connection.behind or connection.dropped:
            connection.wake()

"""Connections to one table meet at one worker of this machine, the table's home: what one player
does is then told to the others without the database.

A worker that accepts a WebSocket for a table whose home is a sibling offers it the socket, with the
request that came over it. Nothing depends on that: any worker can serve any table, and does so
where the home does not take what it is offered.
"""

import asyncio
import logging
import os
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from zlib import crc32

TAKEN_WITHIN_S = 0.3
"""Seconds in which a home must have taken a connection: it may be dead, or hang."""
BUSY = 0.01
"""Seconds after which one that had no room is asked again."""
MAX_REQUEST_BYTES = 128 * 1024
"""Bytes of a request: more than the head of one may have."""

log = logging.getLogger(__name__)
_TABLE = re.compile(rb"/tables/([^/?]+)/play")
_OFFER, _TAKEN = b"o", b"t"


class Homes:
    """The homes as one worker sees them: its own, and the hatches of its siblings.

    A hatch is a Unix socket in a folder that only this user can open; each datagram is an offer.
    With the connection comes a slip on which the offer stands: whoever reads it, the home or in the
    end the one who made it, serves the connection, and nobody else does.
    """

    def __init__(self, folder: Path, number: int, count: int) -> None:
        """`number` is this worker's, from 1 to `count`."""
        self._folder = folder
        self._number = number
        self._count = count
        self._hatch: socket.socket | None = None

    def elsewhere(self, address: bytes) -> int | None:
        """The worker at which a table is at home, by the address of a WebSocket; None: at this."""
        table = _TABLE.match(address)
        number = crc32(table[1]) % self._count + 1 if table else self._number
        return None if number == self._number else number

    async def hand_over(self, number: int, line: int, request: bytes) -> bool:
        """Whether that worker serves a connection from now on, given by its file."""
        mine, slip = socket.socketpair()
        # Whoever it is may go meanwhile, and somebody else get the number of the file.
        with mine, slip, socket.socket(fileno=os.dup(line)) as kept:
            mine.setblocking(False)
            mine.send(_OFFER)
            with suppress(OSError):  # it is not there, or does not answer
                async with asyncio.timeout(TAKEN_WITHIN_S):
                    await self._offer(number, [kept.fileno(), slip.fileno()], request)
                    await asyncio.get_running_loop().sock_recv(mine, len(_TAKEN))
            return not _read(slip)

    async def _offer(self, number: int, files: list[int], request: bytes) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
            way.setblocking(False)
            way.connect(str(self._path(number)))
            while True:
                try:
                    socket.send_fds(way, [request], files)
                    return
                except BlockingIOError:
                    await asyncio.sleep(BUSY)

    def open(self, take: Callable[[socket.socket, bytes], None]) -> None:
        """Have `take` called with every connection that siblings offer."""
        hatch = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        hatch.setblocking(False)
        fresh = self._path(self._number).with_suffix(f".{os.getpid()}")
        try:
            hatch.bind(str(fresh))
        except OSError as e:  # the path may be too long; then each worker serves whom it accepts
            hatch.close()
            log.warning("no connections can be handed over to this worker: %s", e)
            return
        # If it takes another's place, it is found from now on, and the other no more.
        fresh.rename(self._path(self._number))
        self._hatch, self._take = hatch, take
        asyncio.get_running_loop().add_reader(hatch.fileno(), self._look, hatch)

    def close(self) -> None:
        """Take what was offered before, and nothing from now on."""
        if hatch := self._hatch:
            asyncio.get_running_loop().remove_reader(hatch.fileno())
            with hatch:
                hatch.shutdown(socket.SHUT_RD)
                self._look(hatch)

    def _look(self, hatch: socket.socket) -> None:
        with suppress(BlockingIOError):  # there is no more
            while True:
                request, files, *_ = socket.recv_fds(hatch, MAX_REQUEST_BYTES, 2)
                if not files:
                    return
                line, slip = (socket.socket(fileno=file) for file in files)
                with slip:
                    if _read(slip):
                        slip.send(_TAKEN)
                        line.set_inheritable(False)
                        self._take(line, request)
                    else:
                        line.close()

    def _path(self, number: int) -> Path:
        return self._folder / f"worker-{number}"


def _read(slip: socket.socket) -> bool:
    """Whether the offer was still there: only one can read it."""
    try:
        return slip.recv(len(_OFFER), socket.MSG_DONTWAIT) == _OFFER
    except BlockingIOError:
        return False

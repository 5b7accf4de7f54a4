"""Connections to one table meet at one worker of this machine, the table's home: what one player
does is then told to the others without the database.

A worker that accepts a WebSocket for a table whose home is a sibling hands the socket over, with
the request that came over it. Nothing depends on that: any worker can serve any table, and does so
where the home is gone or too busy.
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

LARGEST = 128 * 1024
"""Bytes of a request: more than the head of one may have."""
BUSY = 0.01
"""Seconds after which a home that had no room is asked again."""
ASKED = 30
"""How often it is asked before the worker serves the connection itself."""

log = logging.getLogger(__name__)
_TABLE = re.compile(rb"/tables/([^/?]+)/play")


class Homes:
    """The homes as one worker sees them: its own, and the doors of its siblings.

    A door is a Unix socket in a folder that only this user can open: a datagram is one connection.
    """

    def __init__(self, folder: Path, number: int, count: int) -> None:
        """`number` is this worker's, from 1 to `count`."""
        self._folder = folder
        self._number = number
        self._count = count
        self._door: socket.socket | None = None

    def elsewhere(self, address: bytes) -> int | None:
        """The worker at which a table is at home, by the address of a WebSocket; None: at this."""
        table = _TABLE.match(address)
        number = crc32(table[1]) % self._count + 1 if table else self._number
        return None if number == self._number else number

    def hand_over(self, number: int, line: int, request: bytes) -> bool | None:
        """Whether that worker has a connection now, by its file; None if it is too busy for it."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as way:
            way.setblocking(False)
            try:
                way.connect(str(self._path(number)))
                socket.send_fds(way, [request], [line])
            except BlockingIOError:
                return None
            except OSError:  # it is gone, or not there yet
                return False
        return True

    def open(self, take: Callable[[socket.socket, bytes], None]) -> None:
        """Have `take` called with every connection that siblings hand over."""
        door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        door.setblocking(False)
        fresh = self._path(self._number).with_suffix(f".{os.getpid()}")
        try:
            door.bind(str(fresh))
        except OSError as e:  # the path may be too long; then each worker serves whom it accepts
            door.close()
            log.warning("no connections can be handed over to this worker: %s", e)
            return
        # If it takes another's place, it is found from now on, and the other no more.
        fresh.rename(self._path(self._number))
        self._door, self._take = door, take
        asyncio.get_running_loop().add_reader(door.fileno(), self._look, door)

    def close(self) -> None:
        """Take what was handed over before, and nothing from now on."""
        if door := self._door:
            asyncio.get_running_loop().remove_reader(door.fileno())
            with door:
                door.shutdown(socket.SHUT_RD)
                self._look(door)

    def _look(self, door: socket.socket) -> None:
        with suppress(BlockingIOError):  # there is no more
            while True:
                request, lines, *_ = socket.recv_fds(door, LARGEST, 1)
                if not lines:
                    return
                line = socket.socket(fileno=lines[0])
                line.set_inheritable(False)
                self._take(line, request)

    def _path(self, number: int) -> Path:
        return self._folder / f"worker-{number}"

"""Whose turn it is to change a table, or to look at it."""

import asyncio
from collections import deque


class Lock:
    """Like asyncio's lock, first come, first served; but a free one can also be taken without
    awaiting anything: see `take`."""

    __slots__ = ("_waiting", "locked")

    def __init__(self) -> None:
        self.locked = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Take it at once if it is free; returns whether it was."""
        if self.locked:
            return False
        self.locked = True
        return True

    async def acquire(self) -> None:
        if self.take():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # it had just become theirs
            raise

    def release(self) -> None:
        """Hand it to the one who has waited longest, if anyone does."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.locked = False

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()

"""A network that can be cut, slowed down and stopped."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from random import Random

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
CHUNK = 1 << 14


class Proxy:
    """Listens on a free port of this machine and passes everything on, as well as it may."""

    def __init__(self, onward: Callable[[], Awaitable[Streams]]) -> None:
        """`onward` connects to what lies behind."""
        self._onward = onward
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._server: asyncio.Server | None = None
        self.port = 0
        self.delay = 0.0
        """Seconds by which everything is delayed."""
        self.refusing = False
        """Whether those who come now are turned away."""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self, share: float, rng: Random) -> None:
        """Cut this share of all connections, without a word of farewell."""
        for writer in sorted(self._open, key=id):
            if rng.random() < share:
                writer.transport.abort()

    def freeze(self) -> None:
        """Pass nothing on until `thaw`; connections stay open."""
        self._flows.clear()

    def thaw(self) -> None:
        self._flows.set()

    async def stop(self) -> None:
        assert self._server
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        self._open.add(writer)
        try:
            if not self.refusing:
                await self._join((reader, writer), await self._onward())
        except OSError:
            pass  # nobody is there, or no longer
        except asyncio.CancelledError:
            pass  # the server that called this would report it as an error
        finally:
            self._open.discard(writer)
            self._tasks.discard(task)
            writer.transport.abort()

    async def _join(self, near: Streams, far: Streams) -> None:
        try:
            ways = [self._pass_on(near[0], far[1]), self._pass_on(far[0], near[1])]
            tasks = [asyncio.create_task(way) for way in ways]
            try:
                # Whichever side hangs up first hangs up for both.
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            # What was passed on before the end still arrives.
            with contextlib.suppress(OSError):
                near[1].close()
            far[1].close()
            for writer in (near[1], far[1]):
                with contextlib.suppress(OSError, TimeoutError):
                    await asyncio.wait_for(writer.wait_closed(), 1)
            far[1].transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(CHUNK):
            if self.delay:
                await asyncio.sleep(self.delay)
            await self._flows.wait()
            writer.write(data)
            await writer.drain()


def to_port(port: int) -> Callable[[], Awaitable[Streams]]:
    return lambda: asyncio.open_connection("127.0.0.1", port)


def to_socket(path: str) -> Callable[[], Awaitable[Streams]]:
    return lambda: asyncio.open_unix_connection(path)

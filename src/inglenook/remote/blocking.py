"""A server's wire for programs that do not await: the same, on an event loop in a thread."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from inglenook.remote.wire import AsyncClient, Said

T = TypeVar("T")


class Client:
    """See `AsyncClient`, whose methods these are. It also works in a notebook."""

    def __init__(self, url: str, *, token: str | None = None, cookie: str | None = None) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._client = AsyncClient(url, token=token, cookie=cookie)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        if not self._loop.is_closed():
            self._wait(self._client.close())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _wait(self, job: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(job, self._loop).result()

    @property
    def token(self) -> str | None:
        return self._client.token

    @property
    def cookie(self) -> str | None:
        return self._client.cookie

    def request(self, method: str, path: str, body: Any = None) -> Any:
        return self._wait(self._client.request(method, path, body))

    def register(self, name: str, author: str) -> str:
        return self._wait(self._client.register(name, author))

    def games(self) -> list[Said]:
        return self._wait(self._client.games())

    def open(
        self, game: str, seats: Sequence[Said], options: Said | None = None, **more: Any
    ) -> str:
        return self._wait(self._client.open(game, seats, options, **more))

    def table(self, table: str) -> Said:
        return self._wait(self._client.table(table))

    def record(self, table: str) -> Said:
        return self._wait(self._client.record(table))

    def ask(self, table: str, kind: str, **fields: Any) -> Said:
        return self._wait(self._client.ask(table, kind, **fields))

    def play(self, table: str, seat: int, move: Any) -> Said:
        return self._wait(self._client.play(table, seat, move))

    def sit(self, table: str, seat: int, name: str = "Bot") -> Said:
        return self._wait(self._client.sit(table, seat, name))

    def decline(self, table: str) -> Said:
        return self._wait(self._client.decline(table))

    def invite(self, table: str, seat: int, bot: str) -> Said:
        return self._wait(self._client.invite(table, seat, bot))

    def events(self) -> Iterator[Said]:
        stream = self._client.events()
        try:
            while True:
                yield self._wait(_next(stream))
        finally:
            if not self._loop.is_closed():
                self._wait(_end(stream))


async def _next(stream: Any) -> Said:
    said: Said = await anext(stream)
    return said


async def _end(stream: Any) -> None:
    await stream.aclose()

"""Finding someone over HTTP."""

from contextlib import AbstractContextManager

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.requests import RequireMayOpen, body
from inglenook.server.http.responses import said
from inglenook.server.http.security_headers import address
from inglenook.server.matchmaking.seeking import Seeking, SeekStream
from inglenook.server.wire import find_messages as fm


class Seeks:
    def __init__(
        self, seeking: Seeking, guests: Guests, limits: Limits, require_may_open: RequireMayOpen
    ) -> None:
        """`require_may_open` refuses guests who may open no table here: one comes of this."""
        self._seeking = seeking
        self._guests = guests
        self._limits = limits
        self._require_may_open = require_may_open

    def routes(self) -> list[Route]:
        return [
            Route("/api/seeks", self.look),
            Route("/api/seeks", self.seek, methods=["POST"]),
            Route("/api/seeks", self.end, methods=["DELETE"]),
        ]

    async def look(self, _: Request) -> Response:
        return said(await self._seeking.count())

    async def seek(self, request: Request) -> Response:
        new = await body(request, fm.NewSeek)
        guest, headers = self._guests.welcome(request)
        await self._require_may_open(request, guest)
        asker = address(request.scope)
        if not self._seeking.knows(guest, new.id):
            self._limits.table(asker, guest)  # one comes of it, if all goes well
        room = self._limits.connection(asker, guest)
        return News(room, self._seeking, self._seeking.seek(guest, new), headers)

    async def end(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        return said(await self._seeking.end(guest), headers=headers)


class News(StreamingResponse):
    """What there is to say to somebody who looks, a line each."""

    def __init__(
        self,
        room: AbstractContextManager[None],
        seeking: Seeking,
        stream: SeekStream,
        headers: dict[str, str],
    ) -> None:
        lines = (line + b"\n" async for line in stream.follow(seeking.sought))
        super().__init__(lines, headers=headers, media_type="application/x-ndjson")
        self._room = room
        self._seeking = seeking
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._room, scope["app"].state.draining.connection(self._stream.end):
                await super().__call__(scope, receive, send)
        finally:
            self._seeking.leave(self._stream)

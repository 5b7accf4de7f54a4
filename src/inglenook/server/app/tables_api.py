"""The HTTP side: everything a program needs to play without a WebSocket."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import AbstractContextManager, aclosing

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from inglenook.core.record_io import dumps
from inglenook.core.units import Seq
from inglenook.server.app.openapi import document
from inglenook.server.compute.warm import warmed
from inglenook.server.house import Connection, House, Table
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits, asker
from inglenook.server.http.requests import RequireMayOpen, body, content, messages, seat, since
from inglenook.server.http.responses import refusal, said
from inglenook.server.http.security_headers import address
from inglenook.server.metrics import ANSWER_SECONDS
from inglenook.server.table.opening import look_at_start
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m

LARGEST_RECORD = 4 * 1024 * 1024
"""Bytes of a record. Those of Konexi carry the motion of every letter."""


class Api:
    def __init__(
        self, house: House, guests: Guests, limits: Limits, require_may_open: RequireMayOpen
    ) -> None:
        """`require_may_open` refuses guests who may open no table here."""
        self._house = house
        self._guests = guests
        self._limits = limits
        self._require_may_open = require_may_open

    def routes(self) -> list[Route]:
        at_table = "/api/tables/{table}"
        return [
            Route("/api/openapi.json", self.openapi),
            Route("/api/games", self.games),
            Route("/api/tables", self.lobby),
            Route("/api/tables", self.open, methods=["POST"]),
            Route("/api/records", self.take_in, methods=["POST"]),
            Route("/api/starts", self.start, methods=["POST"]),
            Route(at_table, self.table),
            Route(f"{at_table}/asks", self.ask, methods=["POST"]),
            Route(f"{at_table}/moves", self.move, methods=["POST"]),
            Route(f"{at_table}/stream", self.stream),
            Route(f"{at_table}/record", self.record),
            Route(f"{at_table}/replay", self.replay),
            Route(f"{at_table}/summary", self.summary),
            Route(f"{at_table}/review", self.review),
            Route(f"{at_table}/hints", self.hints),
            Route(f"{at_table}/analysis", self.analysis),
        ]

    async def openapi(self, _: Request) -> Response:
        return said(document())

    async def games(self, request: Request) -> Response:
        return said(await self._house.games(self._guests.known(request)))

    async def lobby(self, request: Request) -> Response:
        return said(await self._house.lobby(self._guests.known(request)))

    async def open(self, request: Request) -> Response:
        new = await body(request, m.NewTable)
        guest, headers = self._guests.welcome(request)
        await self._require_may_open(request, guest)
        self._limits.table(address(request.scope), guest)
        if new.listed:
            self._limits.listed(address(request.scope), guest)
        where = asker(address(request.scope), guest).address
        return said(m.Opened(await self._house.open(guest, new, where)), 201, headers)

    async def take_in(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        await self._require_may_open(request, guest)
        self._limits.record(address(request.scope), guest)
        record = await content(request, LARGEST_RECORD)
        self._limits.record_bytes(address(request.scope), guest, len(record))
        where = asker(address(request.scope), guest).address
        return said(await self._house.take_in(guest, record, where), 201, headers)

    async def start(self, request: Request) -> Response:
        start = await body(request, m.NewStart)
        await warmed(start.game)
        return said(look_at_start(start))

    async def table(self, request: Request) -> Response:
        table = await self._find(request)
        view = await table.look(self._guests.known(request) or "")
        return Response(view, media_type="application/json")

    async def ask(self, request: Request) -> Response:
        return await self._ask_table(request, await body(request, asks.AnyAsk))

    async def move(self, request: Request) -> Response:
        new = await body(request, m.NewMove)
        return await self._ask_table(request, asks.Play(new.id, new.seat, new.move))

    async def _ask_table(self, request: Request, ask: asks.AnyAsk) -> Response:
        table = await self._find(request)
        guest, headers = self._guests.welcome(request)
        self._limits.ask(address(request.scope), guest, table.id, ask)
        where = asker(address(request.scope), guest).address
        with ANSWER_SECONDS.time():
            answer = await table.ask(guest, ask, address=where)
        if isinstance(answer, m.Refusal):
            return refusal(answer.code, answer.detail, answer.id)
        return said(answer, headers=headers)

    async def stream(self, request: Request) -> Response:
        table = await self._find(request)
        guest, headers = self._guests.welcome(request)
        room = self._limits.connection(address(request.scope), guest)
        where = asker(address(request.scope), guest).address
        return Stream(room, table, Connection(guest, address=where), since(request), headers)

    async def record(self, request: Request) -> Response:
        table = await self._find(request)
        record = await table.record(self._guests.known(request) or "")
        name = f"{record.game}-{table.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(dumps(record), 200, headers, "application/json")

    async def replay(self, request: Request) -> Response:
        table = await self._find(request)
        replay = await table.replay(self._guests.known(request) or "")
        return StreamingResponse(_bit_by_bit(replay.pieces()), media_type="application/json")

    async def summary(self, request: Request) -> Response:
        table = await self._find(request)
        return said(await table.summary(self._guests.known(request) or ""))

    async def review(self, request: Request) -> Response:
        table = await self._find(request)
        return said(await table.review(self._guests.known(request) or ""))

    async def hints(self, request: Request) -> Response:
        table = await self._find(request)
        return said(await table.hints(self._guests.known(request) or "", seat(request)))

    async def analysis(self, request: Request) -> Response:
        table = await self._find(request)
        guest, headers = self._guests.welcome(request)
        room = self._limits.connection(address(request.scope), guest)
        return Lines(room, await table.analysis(guest), headers)

    async def _find(self, request: Request) -> Table:
        return await self._house.find(request.path_params["table"])


async def _bit_by_bit(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Each when the other side has read those before it."""
    for piece in pieces:
        yield piece


class Stream(StreamingResponse):
    """What a table says to one connection, a line each."""

    def __init__(
        self,
        room: AbstractContextManager[None],
        table: Table,
        connection: Connection,
        after: Seq,
        headers: dict[str, str],
    ) -> None:
        super().__init__(messages(connection), headers=headers, media_type="application/x-ndjson")
        self._room = room
        self._table = table
        self._connection = connection
        self._after = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._room, scope["app"].state.draining.connection(self._connection.end):
            await self._table.join(self._connection, self._after)
            try:
                await super().__call__(scope, receive, send)
            finally:
                self._table.leave(self._connection)


class Lines(StreamingResponse):
    """Messages that come to an end, a line each. Who makes them is told when nobody reads on."""

    def __init__(
        self,
        room: AbstractContextManager[None],
        messages: AsyncGenerator[bytes],
        headers: dict[str, str],
    ) -> None:
        super().__init__(self._lines(), headers=headers, media_type="application/x-ndjson")
        self._room = room
        self._messages = messages
        self._ended = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._room, scope["app"].state.draining.connection(self._end):
            async with aclosing(self._messages):
                await super().__call__(scope, receive, send)

    def _end(self) -> None:
        """The worker stops. There is always a message soon, if only to see who is still there."""
        self._ended = True

    async def _lines(self) -> AsyncIterator[bytes]:
        async for message in self._messages:
            yield message + b"\n"
            if self._ended:
                return

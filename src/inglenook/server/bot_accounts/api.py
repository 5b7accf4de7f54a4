"""Bots of one's own over HTTP, and what concerns a guest at all their tables."""

from contextlib import AbstractContextManager

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from inglenook.server.app.tables_api import body, messages
from inglenook.server.bot_accounts import bots
from inglenook.server.house import House
from inglenook.server.house.guest_feed import Concerns
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.responses import said
from inglenook.server.http.security_headers import address
from inglenook.server.store import Store
from inglenook.server.table.rights import require_person


class Bots:
    def __init__(self, house: House, store: Store, guests: Guests, limits: Limits) -> None:
        self._concerns = house.concerns
        self._store = store
        self._guests = guests
        self._limits = limits

    def routes(self) -> list[Route]:
        return [
            Route("/api/bots", self.look),
            Route("/api/bots", self.make, methods=["POST"]),
            Route("/api/bots/{handle}", self.revoke, methods=["DELETE"]),
            Route("/api/events", self.events),
        ]

    async def look(self, request: Request) -> Response:
        return said(await bots.look(self._store, self._guests.known(request)))

    async def make(self, request: Request) -> Response:
        new = await body(request, bots.NewBot)
        guest, headers = self._guests.welcome(request)
        require_person(guest)
        self._limits.code(address(request.scope), guest)
        return said(await bots.make_bot(self._store, guest, new), 201, headers)

    async def revoke(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        handle = str(request.path_params["handle"]).replace("\0", "")
        self._concerns.end(await bots.revoke_bot(self._store, guest, handle))
        return said(await bots.look(self._store, guest), headers=headers)

    async def events(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        room = self._limits.connection(address(request.scope), guest)
        return Events(room, self._concerns, guest, headers)


class Events(StreamingResponse):
    """What concerns a guest, a line each, without end."""

    def __init__(
        self,
        room: AbstractContextManager[None],
        concerns: Concerns,
        guest: str,
        headers: dict[str, str],
    ) -> None:
        super().__init__((), headers=headers, media_type="application/x-ndjson")
        self._room = room
        self._concerns = concerns
        self._guest = guest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._room:
            follower = await self._concerns.follow(self._guest)
            self.body_iterator = messages(follower)
            try:
                with scope["app"].state.draining.connection(follower.end):
                    await super().__call__(scope, receive, send)
            finally:
                self._concerns.leave(follower)

"""Bots of one's own over HTTP, and what concerns a guest at all their tables."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.server.bot_accounts import bots
from inglenook.server.guest_ids import require_person
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.requests import body
from inglenook.server.http.responses import said
from inglenook.server.http.security_headers import address
from inglenook.server.store import Store


class BotsApi:
    def __init__(
        self, end_feed: Callable[[str], None], store: Store, guests: Guests, limits: Limits
    ) -> None:
        self._end_feed = end_feed
        self._store = store
        self._guests = guests
        self._limits = limits

    def routes(self) -> list[Route]:
        return [
            Route("/api/bots", self.look),
            Route("/api/bots", self.make, methods=["POST"]),
            Route("/api/bots/{handle}", self.revoke, methods=["DELETE"]),
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
        self._end_feed(await bots.revoke_bot(self._store, guest, handle))
        return said(await bots.look(self._store, guest), headers=headers)

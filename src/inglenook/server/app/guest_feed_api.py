"""What concerns a guest at all their tables, as a stream over HTTP."""

from contextlib import AbstractContextManager

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from inglenook.server.house.guest_feed import Concerns
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.requests import messages
from inglenook.server.http.security_headers import address


class GuestFeed:
    def __init__(self, concerns: Concerns, guests: Guests, limits: Limits) -> None:
        self._concerns = concerns
        self._guests = guests
        self._limits = limits

    def routes(self) -> list[Route]:
        return [Route("/api/events", self.events)]

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

"""What people have played, and how strong they are, over HTTP."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.core.game import Refused
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.requests import body
from inglenook.server.http.responses import said
from inglenook.server.http.security_headers import address
from inglenook.server.ratings import history
from inglenook.server.ratings.leaders import leaders
from inglenook.server.store import Store


class History:
    def __init__(self, store: Store, guests: Guests, limits: Limits) -> None:
        self._store = store
        self._guests = guests
        self._limits = limits

    def routes(self) -> list[Route]:
        return [
            Route("/api/people/{handle}", self.page),
            Route("/api/people/{handle}/games", self.games),
            Route("/api/me/page", self.show, methods=["PUT"]),
            Route("/api/leaders", self.leaders),
        ]

    async def page(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        return said(await history.look(self._store, _handle(request), guest), headers=headers)

    async def games(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        wanted = _filter(request)
        found = await history.past_games(self._store, _handle(request), guest, wanted)
        return said(found, headers=headers)

    async def show(self, request: Request) -> Response:
        chosen = await body(request, history.ShowPage)
        guest, headers = self._guests.welcome(request)
        self._limits.change(address(request.scope), guest)
        await history.keep_shows(self._store, guest, chosen.shows)
        return said(await history.look(self._store, "me", guest), headers=headers)

    async def leaders(self, request: Request) -> Response:
        return said(await leaders(self._store, self._guests.known(request)))


def _handle(request: Request) -> str:
    return str(request.path_params["handle"]).replace("\0", "")


def _filter(request: Request) -> history.Filter:
    """Which games are asked for; Refused `bad-message`."""
    # Not every store can keep the character 0, or look for it.
    given = {name: text.replace("\0", "") for name, text in request.query_params.items() if text}
    try:
        wanted = msgspec.convert(given, history.Filter, strict=False)
    except msgspec.ValidationError as e:
        raise Refused("bad-message", detail=str(e)) from None
    if wanted.before is not None and not 0 <= wanted.before < 1 << 62:
        raise Refused("bad-message", detail="before is the number of a game")
    return wanted

"""The built client: one page for every address that is not the API's.

Addresses at which the client has nothing to show answer 404, with the same page: it says so.
"""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from inglenook.game import Refused
from inglenook.registry import playable_games
from inglenook.store import StoreFailed
from inglenook.tables import House
from inglenook.web.guard import address
from inglenook.web.guests import Guests
from inglenook.web.limits import Limits

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
"""What was fetched may be kept, but is used only if the server still has the same."""


class Assets(StaticFiles):
    """Files with a hash in their name: what was fetched once need not be asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_EVER
        return response


class Pages:
    def __init__(self, house: House, guests: Guests, limits: Limits) -> None:
        self._house = house
        self._guests = guests
        self._limits = limits
        self._files = StaticFiles(directory=STATIC, check_dir=False)

    def routes(self) -> list[BaseRoute]:
        assets = Assets(directory=STATIC / "assets", check_dir=False)
        return [
            Mount("/assets", GZipMiddleware(assets)),
            Route("/{path:path}", self.page),
        ]

    async def page(self, request: Request) -> Response:
        index = STATIC / "index.html"
        if not index.exists():
            return PlainTextResponse("The client is not built: run `make play`.\n", 503)
        path = request.path_params["path"]
        if path:
            try:
                file = await self._files.get_response(path, request.scope)
            except HTTPException:
                pass  # an address within the client, not a file
            else:
                file.headers["cache-control"] = ASK_FIRST
                return file
        _, headers = self._guests.welcome(request)
        status = 200 if await self._is_there(path, address(request.scope)) else 404
        return FileResponse(index, status, {**headers, "cache-control": ASK_FIRST})

    async def _is_there(self, path: str, asker: str) -> bool:
        """Whether the client has something to show at this address."""
        match path.split("/"):
            case [""] | ["day"]:
                return True
            case ["leaders"] | ["people", _]:
                return True  # the page itself says whether there is such a person
            case ["play" | "rules" | "learn" | "puzzles" | "setup", game]:
                return game in playable_games()[0]
            case ["t" | "replay", table]:
                return await self._is_table(table, asker)
            case _:
                return False

    async def _is_table(self, table: str, asker: str) -> bool:
        try:
            # This asks the store, which a page by itself does not.
            self._limits.request(asker)
            await self._house.find(table)
        except Refused as e:
            return e.code != "unknown-table"
        except StoreFailed:
            pass  # nobody knows; the page will try again
        return True

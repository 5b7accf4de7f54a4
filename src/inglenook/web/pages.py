"""The built client: one page for every address that is not the API's."""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from inglenook.web.guests import Guests

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"


class Assets(StaticFiles):
    """Files with a hash in their name: what was fetched once need not be asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_EVER
        return response


class Pages:
    def __init__(self, guests: Guests) -> None:
        self._guests = guests
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
                return await self._files.get_response(path, request.scope)
            except HTTPException:
                pass  # an address within the client, not a file
        _, headers = self._guests.welcome(request)
        return FileResponse(index, headers={**headers, "cache-control": "no-cache"})

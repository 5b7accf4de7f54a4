"""The built client: one page for every address that is not the API's.

Addresses at which the client has nothing to show answer 404, with the same page: it says so.
"""

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from inglenook import games
from inglenook.core.game import Refused
from inglenook.core.registry import playable_games
from inglenook.server.house import House
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.security_headers import address
from inglenook.server.pages.files import SmallFiles
from inglenook.server.pages.link_previews import (
    STATIC,
    About,
    best_language,
    with_languages,
    with_preview,
)
from inglenook.server.pages.resource_hints import with_preloads
from inglenook.server.store import StoreFailed

GAMES = Path(games.__path__[0])
MIND = "mind.onnx"
"""The network of a game that can be played in the browser alone."""
FOR_EVER = "public, max-age=31536000, immutable"
OF_THEIR_OWN = frozenset({"door", "desk"})
"""Pages that are not part of the client's one."""
ASK_FIRST = "no-cache"
"""What was fetched may be kept, but is used only if the server still has the same."""


class Assets(SmallFiles):
    """Files with a hash in their name: what was fetched once need not be asked for again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = FOR_EVER
        return response


class Pages:
    def __init__(
        self, house: House, guests: Guests, limits: Limits, languages: tuple[str, ...]
    ) -> None:
        """`languages` are those that are offered here."""
        self._languages = languages
        self._house = house
        self._guests = guests
        self._limits = limits
        self._files = StaticFiles(directory=STATIC, check_dir=False)
        self._games = StaticFiles(directory=GAMES)

    def routes(self) -> list[BaseRoute]:
        assets = Assets(directory=STATIC / "assets", check_dir=False)
        return [
            Mount("/assets", assets),
            Route("/minds/{game}.onnx", self.mind),
            Route("/{path:path}", self.page),
        ]

    async def mind(self, request: Request) -> Response:
        """The network of a game, as its bots have it: for a worker in the browser."""
        path = f"{request.path_params['game']}/{MIND}"
        file = await self._games.get_response(path, request.scope)
        file.headers["cache-control"] = ASK_FIRST
        return file

    async def page(self, request: Request) -> Response:
        index = STATIC / "index.html"
        if not index.exists():
            return PlainTextResponse("The client is not built: run `make play`.\n", 503)
        path = request.path_params["path"]
        if path in OF_THEIR_OWN:
            page = with_languages((STATIC / f"{path}.html").read_text(), self._languages)
            return HTMLResponse(page, headers={"cache-control": ASK_FIRST})
        if path:
            try:
                file = await self._files.get_response(path, request.scope)
            except HTTPException:
                pass  # an address within the client, not a file
            else:
                file.headers["cache-control"] = ASK_FIRST
                return file
        headers = self._guests.visit(request)
        there, about = await self._look(path, address(request.scope))
        languages = request.headers.get("accept-language", "")
        language = best_language(languages, self._languages)
        page = with_languages(index.read_text(), self._languages)
        page = with_preview(page, about, request.url, language)
        page = with_preloads(page, path, about.game, language)
        headers |= {"cache-control": ASK_FIRST, "vary": "accept-language"}
        return HTMLResponse(page, 200 if there else 404, headers)

    async def _look(self, path: str, asker: str) -> tuple[bool, About]:
        """Whether the client has something to show at this address, and what it is about."""
        match path.split("/"):
            case (
                [""]
                | ["day" | "find" | "notices" | "me" | "link" | "leaders"]
                | ["people" | "unsubscribe", _]
            ):
                return True, About()
            case ["play" | "find" | "rules" | "learn" | "puzzles" | "setup" | "here" as page, game]:
                there = game in playable_games()[0]
                if page == "here":
                    there = there and (GAMES / game / MIND).is_file()
                return there, About(game) if there else About()
            case ["t" | "replay" as kind, table]:
                return await self._look_at_table(table, asker, replay=kind == "replay")
            case ["t", table, "screen"]:
                return await self._look_at_table(table, asker, replay=False)
            case _:
                return False, About()

    async def _look_at_table(self, table: str, asker: str, *, replay: bool) -> tuple[bool, About]:
        try:
            # This asks the store, which a page by itself does not.
            self._limits.request(asker)
            welcome = await (await self._house.find(table)).welcome()
        except Refused as e:
            return e.code != "unknown-table", About()
        except StoreFailed:
            return True, About()  # nobody knows; the page will try again
        return True, About(welcome.game, replay, None if replay else welcome)

"""The documentation as a site, under `/docs`, where it was built: `make docs`."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Scope

from inglenook.server.pages.files import SmallFiles
from inglenook.server.pages.pages import ASK_FIRST

SITE = Path(__file__).parent / "site"


class _Files(SmallFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = ASK_FIRST
        return response


def manual_routes(site: Path = SITE) -> list[BaseRoute]:
    """None where there is no site: then `/docs` is an address like any other that is not there."""
    if not (site / "index.html").exists():
        return []
    return [
        Route("/docs", _to_the_first_page),
        Mount("/docs", _Files(directory=site, html=True)),
    ]


async def _to_the_first_page(_: Request) -> Response:
    return RedirectResponse("/docs/", 308)

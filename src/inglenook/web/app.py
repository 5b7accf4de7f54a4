"""The application, put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.game import Refused
from inglenook.store import SqliteStore, StoreFailed, prepare, secret
from inglenook.tables import House
from inglenook.web.api import Api
from inglenook.web.guard import Guard, refusal
from inglenook.web.guests import Guests
from inglenook.web.pages import Pages
from inglenook.web.socket import Sockets


def create_app(data: Path) -> Starlette:
    """The whole server as an ASGI application; DataFolderError if the folder cannot be used."""
    prepare(data)
    own = secret(data)
    guests = Guests(own)
    house = House(SqliteStore(data / "inglenook.db"), own)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.close()

    return Starlette(
        routes=[
            *Api(house, guests).routes(),
            Route("/api/{path:path}", _not_found),
            *Pages(guests).routes(),
        ],
        middleware=[Middleware(Guard), Middleware(Sockets, house, guests)],
        exception_handlers={
            Refused: _refused,
            StoreFailed: _store_failed,
            HTTPException: _http_error,
        },
        lifespan=lifespan,
    )


async def _not_found(_: Request) -> Response:
    return refusal("not-found", "there is nothing at this address")


async def _refused(_: Request, e: Exception) -> Response:
    assert isinstance(e, Refused)
    return refusal(e.code, e.detail)


async def _store_failed(_: Request, e: Exception) -> Response:
    return refusal("store-failed", str(e))


async def _http_error(_: Request, e: Exception) -> Response:
    assert isinstance(e, HTTPException)
    return refusal("bad-method" if e.status_code == 405 else "not-found", e.detail)

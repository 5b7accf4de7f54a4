"""The application, put together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route

from inglenook.desk.orders import POLL, Orders
from inglenook.desk.retention import EVERY, tidy
from inglenook.game import Refused
from inglenook.house_rules import HouseRules
from inglenook.people.mail import Mailer
from inglenook.people.reach import Network, Reach
from inglenook.people.telling import Teller
from inglenook.store import Store, StoreFailed
from inglenook.tables import House
from inglenook.tables.house import every
from inglenook.web.answers import refusal
from inglenook.web.api import Api
from inglenook.web.bearer import Bearer
from inglenook.web.bodies import Bodies
from inglenook.web.bots import Bots
from inglenook.web.desk import HostDesk
from inglenook.web.door import Door, Doorkeeper
from inglenook.web.draining import Draining
from inglenook.web.guard import Guard
from inglenook.web.guests import Guests
from inglenook.web.health import Health
from inglenook.web.history import History
from inglenook.web.hosts import AllowedHosts
from inglenook.web.inviting import Inviting
from inglenook.web.learning import Learning
from inglenook.web.limits import Limits
from inglenook.web.manual import manual_routes
from inglenook.web.me import MyRoom
from inglenook.web.metrics import metrics
from inglenook.web.notices import NoticeDesk
from inglenook.web.pages import Pages
from inglenook.web.seeks import Seeks
from inglenook.web.socket import Sockets
from inglenook.web.vacation import Vacation

LAST_WORDS = 2.0
"""Seconds to wait for a store that hangs, before the server ends without it."""

log = logging.getLogger(__name__)


def create_app(
    store: Store,
    secret: str,
    workers: int = 1,
    mailer: Mailer | None = None,
    networks: tuple[Network, ...] = (),
    listens: str = "127.0.0.1",
    rules: HouseRules | None = None,
) -> Starlette:
    """The whole server as an ASGI application; `workers` is how many share this machine.

    Without a `mailer` the house sends no mail; in `networks` of the host's own, webhooks may be
    called. `listens` is the address at which it can be reached: invitations depend on it. Without
    `rules` everybody may come and play.

    To stop it, set `state.stopping`, and then begin `state.draining`.
    """
    guests = Guests(secret)
    rules = rules or HouseRules()
    limits = Limits(rules)
    house = House(store, secret, workers)
    draining = Draining()
    hosts = AllowedHosts(rules.allowed_hosts)
    teller = Teller(store, Reach(mailer, networks))
    orders = Orders(store, house.reload, draining.ask_to_come_again, house.hold)
    door = Door(rules, secret, store, guests, limits, orders)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.start()
        await teller.start()
        chores = [
            asyncio.create_task(every(POLL, orders.poll, at_once=True)),
            asyncio.create_task(every(EVERY, partial(tidy, store, rules))),
        ]
        yield
        for chore in chores:
            chore.cancel()
        await teller.close()
        try:
            async with asyncio.timeout(LAST_WORDS):
                await house.close()
        except TimeoutError:
            log.error("the store did not answer in time to be closed")

    app = Starlette(
        routes=[
            *Health(store).routes(),
            Route("/metrics", metrics),
            *door.routes(),
            *HostDesk(store, door, limits, orders).routes(),
            *Api(house, guests, limits, door.require_may_open).routes(),
            *Inviting(house, listens).routes(),
            *Bots(house, store, guests, limits).routes(),
            *Seeks(house, guests, limits, door.require_may_open).routes(),
            *Learning(house, guests, limits).routes(),
            *History(store, guests, limits).routes(),
            *NoticeDesk(house, store, teller, guests, limits).routes(),
            *Vacation(house, guests, limits).routes(),
            *MyRoom(house, store, guests, limits, mailer, listens).routes(),
            Route("/api/{path:path}", _not_found),
            *manual_routes(),
            *Pages(house, guests, limits, rules.languages).routes(),
        ],
        middleware=[
            Middleware(Guard, limits, hosts),
            Middleware(Bodies),
            Middleware(Bearer, store, limits),
            Middleware(Doorkeeper, door, orders),
            Middleware(Sockets, house, guests, limits, draining, hosts, orders),
        ],
        exception_handlers={
            Refused: _refused,
            StoreFailed: _store_failed,
            HTTPException: _http_error,
        },
        lifespan=lifespan,
    )
    app.state.stopping = False
    app.state.draining = draining
    return app


async def _not_found(request: Request) -> Response:
    if _own_routes(request):
        raise HTTPException(405, "Method Not Allowed")
    return refusal("not-found", "there is nothing at this address")


async def _refused(_: Request, e: Exception) -> Response:
    assert isinstance(e, Refused)
    return refusal(e.code, e.detail)


async def _store_failed(_: Request, e: Exception) -> Response:
    return refusal("store-failed", str(e))


async def _http_error(request: Request, e: Exception) -> Response:
    assert isinstance(e, HTTPException)
    if e.status_code != 405:
        return refusal("not-found", e.detail)
    answer = refusal("bad-method", e.detail)
    # Starlette names the methods of one route, and an address may have two.
    methods = {name for r in _own_routes(request) for name in r.methods or ()} or {"GET", "HEAD"}
    answer.headers["allow"] = ", ".join(sorted(methods))
    return answer


def _own_routes(request: Request) -> list[Route]:
    """Those of just this address, whatever their methods."""
    routes = [r for r in request.app.routes if r.matches(request.scope)[0] != Match.NONE]
    return [r for r in routes if isinstance(r, Route) and ":path}" not in r.path]

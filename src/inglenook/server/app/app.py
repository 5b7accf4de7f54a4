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

from inglenook.core.game import Refused
from inglenook.server.accounts.api import MyRoom
from inglenook.server.app.guest_feed_api import GuestFeed
from inglenook.server.app.health import Health
from inglenook.server.app.invitations import Inviting
from inglenook.server.app.metrics import metrics
from inglenook.server.app.tables_api import Api
from inglenook.server.bot_accounts.api import BotsApi
from inglenook.server.bot_accounts.bearer import Bearer
from inglenook.server.desk.api import HostDesk
from inglenook.server.desk.door import Door, Doorkeeper
from inglenook.server.desk.orders import POLL, Orders
from inglenook.server.desk.retention import EVERY_S, tidy
from inglenook.server.house import House
from inglenook.server.house.house import every
from inglenook.server.http.allowed_hosts import AllowedHosts
from inglenook.server.http.bodies import Bodies
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.responses import refusal
from inglenook.server.http.security_headers import Guard
from inglenook.server.learning.api import Learning
from inglenook.server.matchmaking.api import Seeks
from inglenook.server.notices.api import NoticeDesk
from inglenook.server.notices.notifier import Teller
from inglenook.server.outbound.mail import Mailer
from inglenook.server.outbound.outbound_settings import Network, Reach
from inglenook.server.pages.docs_site import manual_routes
from inglenook.server.pages.pages import Pages
from inglenook.server.ratings.api import History
from inglenook.server.settings import HouseRules
from inglenook.server.sockets.draining import Draining
from inglenook.server.sockets.socket import Sockets
from inglenook.server.store import Store, StoreFailed
from inglenook.server.vacations.api import VacationApi

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
            asyncio.create_task(every(EVERY_S, partial(tidy, store, rules))),
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
            *BotsApi(house.concerns.end, store, guests, limits).routes(),
            *GuestFeed(house.concerns, guests, limits).routes(),
            *Seeks(house.seeking, guests, limits, door.require_may_open).routes(),
            *Learning(house.teacher, house.days, guests, limits).routes(),
            *History(store, guests, limits).routes(),
            *NoticeDesk(house.call, store, teller, guests, limits).routes(),
            *VacationApi(house.vacations, guests, limits).routes(),
            *MyRoom(house.all_about, house.forget, store, guests, limits, mailer, listens).routes(),
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

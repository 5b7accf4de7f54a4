"""The host's desk over HTTP. Whoever has come by a one-time link stays for half a day."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.core.game import Refused
from inglenook.server.desk import acts, seen
from inglenook.server.desk.door import Door
from inglenook.server.desk.orders import Orders
from inglenook.server.http.limits import Limits
from inglenook.server.http.requests import body
from inglenook.server.http.responses import said
from inglenook.server.http.security_headers import address
from inglenook.server.store import Store
from inglenook.server.wire.desk_messages import DeskLink, InvitationLink, NewInvitation

WHO = "desk"
"""Who did what is done here, as the log has it."""


class HostDesk:
    def __init__(self, store: Store, door: Door, limits: Limits, orders: Orders) -> None:
        self._store = store
        self._door = door
        self._limits = limits
        self._orders = orders

    def routes(self) -> list[Route]:
        return [
            Route("/api/desk", self.look),
            Route("/api/desk/enter", self.enter, methods=["POST"]),
            Route("/api/desk/leave", self.leave, methods=["POST"]),
            Route("/api/desk/tables", self.tables),
            Route("/api/desk/people", self.people),
            Route("/api/desk/acts", self.act, methods=["POST"]),
            Route("/api/desk/invitations", self.invite, methods=["POST"]),
        ]

    async def enter(self, request: Request) -> Response:
        link = await body(request, DeskLink)
        who = address(request.scope)
        with self._limits.attempt(who, f"desk {who}"):
            if not await acts.enter_desk(self._store, link.secret, f"{WHO} {who}"):
                raise Refused("bad-code", detail="this link was used, or is too old")
        return said({}, headers={"set-cookie": self._door.desk_cookie(request)})

    async def leave(self, request: Request) -> Response:
        return said({}, headers={"set-cookie": self._door.no_desk_cookie(request)})

    async def look(self, request: Request) -> Response:
        self._require_host(request)
        return said(await seen.desk(self._store))

    async def tables(self, request: Request) -> Response:
        self._require_host(request)
        return said(await seen.tables(self._store, request.query_params.get("find", "").strip()))

    async def people(self, request: Request) -> Response:
        self._require_host(request)
        return said(await seen.people(self._store, request.query_params.get("find", "").strip()))

    async def act(self, request: Request) -> Response:
        self._require_host(request)
        act = await body(request, acts.AnyAct)
        done = await acts.perform(self._store, self._who(request), act)
        await self._orders.poll()  # here it holds at once, at other workers in a moment
        return said(done)

    async def invite(self, request: Request) -> Response:
        self._require_host(request)
        new = await body(request, NewInvitation)
        secret = await acts.invite(
            self._store, self._who(request), new.days, new.uses, new.note.strip()
        )
        return said(InvitationLink(secret))

    def _who(self, request: Request) -> str:
        return f"{WHO} {address(request.scope)}"

    def _require_host(self, request: Request) -> None:
        if not self._door.is_at_desk(request):
            raise Refused("not-at-desk", detail="`inglenook admin link` prints a link")

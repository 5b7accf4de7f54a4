"""Invitations: an address that others can open, and the same as a QR code."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.server.house import House, Table
from inglenook.server.http.addresses import is_this_machine, open_at
from inglenook.server.http.qr_code import drawn
from inglenook.server.http.responses import said
from inglenook.server.wire import find_messages as fm


class Inviting:
    def __init__(self, house: House, listens: str) -> None:
        """`listens` is the address at which the server listens."""
        self._house = house
        self._listens = listens

    def routes(self) -> list[Route]:
        at_table = "/api/tables/{table}"
        return [
            Route(f"{at_table}/invitation", self.invitation),
            Route(f"{at_table}/qr.svg", self.code),
        ]

    async def invitation(self, request: Request) -> Response:
        return said(await self._invitation(request))

    async def code(self, request: Request) -> Response:
        invitation = await self._invitation(request)
        return Response(drawn(invitation.url), media_type="image/svg+xml")

    async def _invitation(self, request: Request) -> fm.Invitation:
        table = await self._house.find(request.path_params["table"])
        inviter = (await table.welcome()).inviter
        if origins := open_at(request.url, self._listens):
            first, *more = (_address(origin, table) for origin in origins)
            return fm.Invitation(first, tuple(more), None, inviter)
        origin = f"{request.url.scheme}://{request.url.netloc}"
        closed = is_this_machine(self._listens)
        return fm.Invitation(_address(origin, table), (), "closed" if closed else "alone", inviter)


def _address(origin: str, table: Table) -> str:
    return f"{origin}/t/{table.id}"

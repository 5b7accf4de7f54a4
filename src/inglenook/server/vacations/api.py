"""Vacations over HTTP."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.requests import body
from inglenook.server.http.responses import said
from inglenook.server.http.security_headers import address
from inglenook.server.vacations.bank import SetVacation
from inglenook.server.vacations.vacations import Vacations


class VacationApi:
    def __init__(self, vacations: Vacations, guests: Guests, limits: Limits) -> None:
        self._vacations = vacations
        self._guests = guests
        self._limits = limits

    def routes(self) -> list[Route]:
        return [
            Route("/api/me/vacation", self.look),
            Route("/api/me/vacation", self.set, methods=["POST"]),
        ]

    async def look(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        return said(await self._vacations.look(guest), headers=headers)

    async def set(self, request: Request) -> Response:
        wanted = await body(request, SetVacation)
        guest, headers = self._guests.welcome(request)
        self._limits.code(address(request.scope), guest)
        return said(await self._vacations.set(guest, wanted.on), headers=headers)

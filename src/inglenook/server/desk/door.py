"""The door: who is let into a house that is not open to everybody, and whom its host keeps out."""

import hashlib
import hmac

from itsdangerous import BadSignature, Signer, TimestampSigner
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from inglenook.core.game import Refused
from inglenook.server.accounts.profiles import profile_of
from inglenook.server.desk.host_rows import use_invitation
from inglenook.server.desk.orders import Orders
from inglenook.server.guest_ids import is_bot
from inglenook.server.http.guests import BOT, YEAR, Guests, cookie_name, new_cookie
from inglenook.server.http.limits import Limits
from inglenook.server.http.requests import body
from inglenook.server.http.responses import refusal, said
from inglenook.server.http.security_headers import SAFE, address
from inglenook.server.pages.link_previews import STATIC, with_languages
from inglenook.server.secret_hash import hashed
from inglenook.server.settings import HouseRules
from inglenook.server.store import Store, keys, wall_ms
from inglenook.server.wire.desk_messages import HouseNow, Knock

COOKIE, DESK = "door", "desk"
DESK_LASTS = 12 * 3600
"""Seconds for which somebody stays at the desk."""
FREE = (
    "/assets/", "/docs", "/icons/", "/preview/", "/healthz", "/readyz", "/metrics", "/calendar/",
    "/unsubscribe/", "/api/health", "/api/version", "/api/house", "/api/door", "/api/desk",
)  # fmt: skip
"""What everybody may ask for: files, how the server is, the door itself; and what is guarded by a
secret of its own."""
PAGES = frozenset({"/door", "/desk"})


class Door:
    def __init__(
        self,
        rules: HouseRules,
        secret: str,
        store: Store,
        guests: Guests,
        limits: Limits,
        orders: Orders,
    ) -> None:
        self._rules = rules
        self.languages = rules.languages
        self._store = store
        self._guests = guests
        self._limits = limits
        self._orders = orders
        # With another password, everybody has to know that one.
        salt = f"door {rules.password if rules.door == 'password' else ''}"
        self._signer = Signer(
            keys(secret), salt=salt, key_derivation="hmac", digest_method=hashlib.sha256
        )
        self._desk = TimestampSigner(
            keys(secret), salt="desk", key_derivation="hmac", digest_method=hashlib.sha256
        )

    def routes(self) -> list[Route]:
        return [
            Route("/api/house", self.house),
            Route("/api/door", self.knock, methods=["POST"]),
        ]

    async def house(self, request: Request) -> Response:
        now = HouseNow(
            door=self._rules.door,
            inside=self.is_inside(request),
            blocked=self.is_blocked(request),
            read_only=self._orders.read_only,
            languages=self._rules.languages,
            announcement=self._orders.announcement,
        )
        return said(now)

    async def knock(self, request: Request) -> Response:
        tried = await body(request, Knock)
        guest, headers = self._guests.welcome(request)
        with self._limits.attempt(address(request.scope), guest):
            if self._rules.door == "password":
                self._require_password(tried.password)
            elif self._rules.door == "invitation":
                await self._require_invitation(tried.invitation)
        answer = said({}, headers=headers)
        value = self._signer.sign("inside").decode()
        answer.headers.append("set-cookie", new_cookie(request, COOKIE, value, YEAR, "Lax"))
        return answer

    def _require_password(self, given: str) -> None:
        if not hmac.compare_digest(given.encode(), self._rules.password.encode()):
            raise Refused("bad-password", detail="that is not the password of this house")

    async def _require_invitation(self, secret: str) -> None:
        if not await use_invitation(self._store, hashed(secret), wall_ms()):
            raise Refused("bad-invitation", detail="this invitation is not good any more")

    def is_inside(self, connection: HTTPConnection) -> bool:
        if self._rules.door == "open" or BOT in connection.scope:
            return True
        given = connection.cookies.get(cookie_name(connection, COOKIE), "")
        try:
            return self._signer.unsign(given) == b"inside"
        except BadSignature:
            return False

    def is_blocked(self, connection: HTTPConnection) -> bool:
        return self._orders.is_blocked(self._guests.known(connection), address(connection.scope))

    # --- who may do what -------------------------------------------------------------------------

    async def require_may_open(self, request: Request, guest: str) -> None:
        """Refused `needs-profile` or `host-only` if a guest may open no table here."""
        if self._rules.tables == "host" and not self.is_at_desk(request):
            raise Refused("host-only", detail="in this house the host opens the tables")
        wanted = self._rules.tables == "profiles" and not is_bot(guest)
        if wanted and await profile_of(self._store, guest) is None:
            raise Refused("needs-profile", detail="in this house tables need a profile")

    def is_at_desk(self, connection: HTTPConnection) -> bool:
        """Whether it is the host, who has come by a link."""
        given = connection.cookies.get(cookie_name(connection, DESK), "")
        try:
            self._desk.unsign(given, max_age=DESK_LASTS)
        except BadSignature:
            return False
        return True

    def desk_cookie(self, request: Request) -> str:
        """What keeps somebody at the desk."""
        value = self._desk.sign("host").decode()
        return new_cookie(request, DESK, value, DESK_LASTS, "Strict")

    def no_desk_cookie(self, request: Request) -> str:
        return new_cookie(request, DESK, "", 0, "Strict")


class Doorkeeper:
    """Turns away whoever is not let in: programs with a code, people with the page of the door."""

    def __init__(self, app: ASGIApp, door: Door, orders: Orders) -> None:
        self._app = app
        self._door = door
        self._orders = orders
        self._files = frozenset(
            f"/{path.relative_to(STATIC)}" for path in STATIC.glob("*") if path.is_file()
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        why = self._why_not(scope) if scope["type"] in ("http", "websocket") else None
        if why is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})
        elif scope["path"].startswith("/api/") or why == "read-only":
            await refusal(why, _WHY[why])(scope, receive, send)
        else:
            page = with_languages((STATIC / "door.html").read_text(), self._door.languages)
            await HTMLResponse(page, 401 if why == "door-closed" else 403)(scope, receive, send)

    def _why_not(self, scope: Scope) -> str | None:
        path = scope["path"]
        if path.startswith(FREE) or path in PAGES or path in self._files:
            return None
        connection = HTTPConnection(scope)
        if self._door.is_blocked(connection):
            return "blocked"
        if not self._door.is_inside(connection):
            return "door-closed"
        writes = scope["type"] == "http" and scope["method"] not in SAFE
        return "read-only" if writes and self._orders.read_only else None


_WHY = {
    "blocked": "the host keeps you out for a while",
    "door-closed": "this house is not open to everybody",
    "read-only": "for now this house can only be looked at",
}

"""What every request and response must obey, whatever it is about."""

import asyncio
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inglenook.game import Refused
from inglenook.metrics import REFUSALS
from inglenook.tables.audience import encode
from inglenook.tables.messages import Refusal
from inglenook.web.limits import Limits

STATUS = {
    "bad-daily": 400,
    "bad-message": 400,
    "bad-move": 400,
    "bad-name": 400,
    "bad-options": 400,
    "bad-record": 400,
    "bad-seats": 400,
    "bad-since": 400,
    "unknown-game": 400,
    "unknown-level": 400,
    "cross-site": 403,
    "day-not-over": 403,
    "not-seated": 403,
    "not-your-seat": 403,
    "not-found": 404,
    "unknown-table": 404,
    "bad-method": 405,
    "too-large": 413,
    "not-json": 415,
    "too-fast": 429,
    "too-many-connections": 429,
    "too-many-records": 429,
    "too-many-tables": 429,
    "bots-busy": 503,
    "going": 503,
    "store-failed": 503,
}
"""The HTTP status of each reason code; 409 for all others."""
RETRY_AFTER = {
    "too-fast": 1,
    "too-many-connections": 10,
    "too-many-records": 120,
    "too-many-tables": 60,
    "bots-busy": 5,
    "going": 1,
    "store-failed": 1,
}
"""Seconds after which the same may be done that is not done now."""

COUNTED = ("/api/", "/healthz", "/readyz", "/metrics")
"""Where requests are counted: the rest are the client's files, which cost next to nothing."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
OURS = frozenset({"same-origin", "none"})
_PLAIN_HOST = re.compile(r"[\w.\-:\[\]]+")


def refusal(code: str, detail: str = "", ask: str | None = None) -> Response:
    """What is answered to something that is not done."""
    REFUSALS.labels(code).inc()
    headers = {"retry-after": str(RETRY_AFTER[code])} if code in RETRY_AFTER else None
    return said(Refusal(ask, code, detail), STATUS.get(code, 409), headers)


def said(message: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(message), status, headers, "application/json")


def from_elsewhere(headers: Headers) -> bool:
    """Whether a browser sent this on behalf of another site. Programs send no `Origin`."""
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def address(scope: Scope) -> str:
    """Where someone comes from; "" if it is nowhere on a network."""
    client = scope.get("client")
    return client[0] if client else ""


class Guard:
    """Turns away whoever asks too fast and cross-site writes; puts the security headers on every
    response."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        policy = _policy(headers.get("host", ""))
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                out = MutableHeaders(scope=message)
                out["content-security-policy"] = policy
                out["x-content-type-options"] = "nosniff"
                out["referrer-policy"] = "no-referrer"
                out["cross-origin-opener-policy"] = "same-origin"
                out["cross-origin-resource-policy"] = "same-origin"
                out.setdefault("cache-control", "no-store")
            await send(message)

        app = self._turned_away(scope, headers) or self._app
        try:
            await app(scope, receive, send_guarded)
        except asyncio.CancelledError:
            # The worker stops, and can wait for the store no longer.
            if started or not scope["app"].state.stopping:
                raise
            await refusal("going", "ask again, elsewhere")(scope, receive, send_guarded)

    def _turned_away(self, scope: Scope, headers: Headers) -> Response | None:
        if scope["path"].startswith(COUNTED):
            try:
                self._limits.request(address(scope))
            except Refused as e:
                return refusal(e.code, e.detail)
        if scope["method"] in SAFE:
            return None
        if from_elsewhere(headers) or headers.get("sec-fetch-site", "none") not in OURS:
            return refusal("cross-site", "this came from another site")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return refusal("not-json", "send application/json")
        return None


def _policy(host: str) -> str:
    # Not every browser counts a WebSocket to the same host as 'self'.
    sockets = f" ws://{host} wss://{host}" if _PLAIN_HOST.fullmatch(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )

"""What every request and response must obey, whatever it is about."""

import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inglenook.tables.audience import encode
from inglenook.tables.messages import Refusal

STATUS = {
    "bad-daily": 400,
    "bad-message": 400,
    "bad-move": 400,
    "bad-name": 400,
    "bad-options": 400,
    "bad-seats": 400,
    "bad-since": 400,
    "unknown-game": 400,
    "unknown-level": 400,
    "cross-site": 403,
    "not-seated": 403,
    "not-your-seat": 403,
    "not-found": 404,
    "unknown-table": 404,
    "bad-method": 405,
    "too-large": 413,
    "not-json": 415,
    "store-failed": 503,
}
"""The HTTP status of each reason code; 409 for all others."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_PLAIN_HOST = re.compile(r"[\w.\-:\[\]]+")


def refusal(code: str, detail: str = "", ask: str | None = None) -> Response:
    return said(Refusal(ask, code, detail), STATUS.get(code, 409))


def said(message: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(encode(message), status, headers, "application/json")


def from_elsewhere(headers: Headers) -> bool:
    """Whether a browser sent this on behalf of another site. Programs send no `Origin`."""
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


class Guard:
    """Turns away cross-site writes, and puts the security headers on every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        policy = _policy(headers.get("host", ""))

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                out["content-security-policy"] = policy
                out["x-content-type-options"] = "nosniff"
                out["referrer-policy"] = "no-referrer"
                out["cross-origin-opener-policy"] = "same-origin"
                out["cross-origin-resource-policy"] = "same-origin"
                out.setdefault("cache-control", "no-store")
            await send(message)

        app = self._app
        if scope["method"] not in SAFE:
            site = headers.get("sec-fetch-site", "same-origin")
            if from_elsewhere(headers) or site not in ("same-origin", "none"):
                app = refusal("cross-site", "this came from another site")
            elif headers.get("content-type", "").partition(";")[0].strip() != "application/json":
                app = refusal("not-json", "send application/json")
        await app(scope, receive, send_guarded)


def _policy(host: str) -> str:
    # Not every browser counts a WebSocket to the same host as 'self'.
    sockets = f" ws://{host} wss://{host}" if _PLAIN_HOST.fullmatch(host) else ""
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )

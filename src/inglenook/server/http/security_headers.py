"""What every request and response must obey, whatever it is about."""

import asyncio
import logging
import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inglenook.core.game import Refused
from inglenook.server.http.addresses import is_this_machine
from inglenook.server.http.allowed_hosts import AllowedHosts
from inglenook.server.http.limits import Limits, household
from inglenook.server.http.responses import refusal
from inglenook.server.secret_hash import hashed

COUNTED = ("/api/", "/healthz", "/readyz", "/metrics")
"""Where requests are counted: the rest are pages and files, which cost less, and come in crowds."""
OPEN = "/unsubscribe/"
"""Where mail programs write to, from wherever they are: what counts there is the secret."""
MIND = "/assets/mind-"
"""The script of the worker that plays in the browser."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FORWARDED = ("via", "forwarded", "x-forwarded-proto", "x-forwarded-host", "x-real-ip")
"""What proxies like to say."""
OURS = frozenset({"same-origin", "none"})
log = logging.getLogger(__name__)
_PLAIN_HOST = re.compile(r"[\w.\-:\[\]]+")


def from_elsewhere(headers: Headers) -> bool:
    """Whether a browser sent this on behalf of another site. Programs send no `Origin`."""
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def address(scope: Scope) -> str:
    """Where someone comes from; "" if it is nowhere on a network."""
    client = scope.get("client")
    return client[0] if client else ""


def token(headers: Headers) -> str | None:
    """The token that came along, if one did: a proxy may have passwords of its own."""
    scheme, _, given = headers.get("authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else None


class Guard:
    """Turns away cross-site writes and anyone who asks too fast; puts the security headers on every
    response."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: AllowedHosts | None = None) -> None:
        """Without `hosts` the house may be called by any name."""
        self._app = app
        self._hosts = hosts or AllowedHosts()
        self._limits = limits
        self._told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self._notice_proxy(scope, headers)
        policy = _policy(headers.get("host", ""), scope["path"])
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                out = MutableHeaders(scope=message)
                out["content-security-policy"] = policy
                out["x-content-type-options"] = "nosniff"
                out["x-frame-options"] = "DENY"  # for browsers that do not read the policy
                out["referrer-policy"] = "no-referrer"
                out["cross-origin-opener-policy"] = "same-origin"
                out["cross-origin-resource-policy"] = "same-origin"
                out.setdefault("cache-control", "no-store")
            await send(message)

        app = self._turned_away(scope, headers) or self._app
        try:
            await app(scope, receive, send_guarded)
        except asyncio.CancelledError:
            # The worker is stopping, and can no longer wait for the store.
            if started or not scope["app"].state.stopping:
                raise
            await refusal("going", "ask again, elsewhere")(scope, receive, send_guarded)

    def _notice_proxy(self, scope: Scope, headers: Headers) -> None:
        """Say so, once, if a proxy on this machine hides who its visitors are."""
        if self._told or household(address(scope)) or not _came_through_a_proxy(headers):
            return
        self._told = True
        log.warning(
            "a proxy on this machine does not say for whom it asks (X-Forwarded-For): "
            "nobody is limited by address"
        )

    def _turned_away(self, scope: Scope, headers: Headers) -> Response | None:
        if not self._hosts.allow(headers):
            return refusal("bad-host", "this house has another name")
        try:
            if not scope["path"].startswith(COUNTED):
                self._limits.file(address(scope))
            elif given := token(headers):
                self._limits.request_with_token(address(scope), hashed(given))
            else:
                self._limits.request(address(scope))
        except Refused as e:
            return refusal(e.code, e.detail)
        if scope["method"] in SAFE or scope["path"].startswith(OPEN):
            return None
        if from_elsewhere(headers) or headers.get("sec-fetch-site", "none") not in OURS:
            return refusal("cross-site", "this came from another site")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return refusal("not-json", "send application/json")
        return None


def _came_through_a_proxy(headers: Headers) -> bool:
    """Whether a request from this machine came for somebody else.

    Where it says for whom, it is taken to be from there, and not from this machine.
    """
    name = re.sub(r":\d+$", "", headers.get("host", ""))
    return not is_this_machine(name) or any(each in headers for each in FORWARDED)


def _policy(host: str, path: str) -> str:
    # Not every browser counts a WebSocket to the same host as 'self'.
    sockets = f" ws://{host} wss://{host}" if _PLAIN_HOST.fullmatch(host) else ""
    # A worker goes by the policy of its own file: no page may run WebAssembly.
    scripts = "'self' 'wasm-unsafe-eval'" if path.startswith(MIND) else "'self'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; "
        f"font-src 'self'; connect-src 'self'{sockets}; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )

"""How the server answers over HTTP: what is said as JSON, what is refused with its status."""

from starlette.background import BackgroundTask
from starlette.responses import Response

from inglenook.core.game import Refused
from inglenook.server.metrics import REFUSALS
from inglenook.server.wire.table_messages import Refusal, encode


def bad_token() -> Refused:
    """What a program with a token that no bot has is told."""
    return Refused("bad-token", detail="no bot has this token; its author can make a new one")


STATUS = {
    "bad-address": 400,
    "bad-attempt": 400,
    "bad-token": 401,
    "door-closed": 401,
    "not-at-desk": 401,
    "bad-code": 403,
    "bad-daily": 400,
    "bad-message": 400,
    "bad-move": 400,
    "bad-name": 400,
    "bad-options": 400,
    "bad-invitation": 403,
    "bad-passkey": 403,
    "bad-password": 403,
    "bad-record": 400,
    "bad-seats": 400,
    "bad-since": 400,
    "bad-study": 400,
    "bad-subscription": 400,
    "bad-zone": 400,
    "unknown-game": 400,
    "unknown-level": 400,
    "blocked": 403,
    "cross-site": 403,
    "day-not-over": 403,
    "host-only": 403,
    "needs-profile": 403,
    "no-profile": 403,
    "not-for-bots": 403,
    "not-invited": 403,
    "not-seated": 403,
    "not-your-seat": 403,
    "not-found": 404,
    "unknown-bot": 404,
    "unknown-exercise": 404,
    "unknown-person": 404,
    "unknown-table": 404,
    "bad-method": 405,
    "bad-host": 421,
    "too-large": 413,
    "not-json": 415,
    "too-fast": 429,
    "too-many-changes": 429,
    "too-many-connections": 429,
    "too-many-records": 429,
    "too-many-tables": 429,
    "too-many-tries": 429,
    "bots-busy": 503,
    "going": 503,
    "read-only": 503,
    "store-failed": 503,
    "uploads-busy": 503,
}
"""The HTTP status of each reason code; 409 for all others."""
RETRY_AFTER = {
    "too-fast": 1,
    "too-many-changes": 60,
    "too-many-connections": 10,
    "too-many-records": 120,
    "too-many-tables": 60,
    "too-many-tries": 180,
    "bots-busy": 5,
    "going": 1,
    "read-only": 60,
    "store-failed": 1,
    "uploads-busy": 5,
}
"""Seconds after which what is refused now may be tried again."""


def refusal(code: str, detail: str = "", ask: str | None = None) -> Response:
    """The answer to something that is not done."""
    REFUSALS.labels(code).inc()
    headers = {"retry-after": str(RETRY_AFTER[code])} if code in RETRY_AFTER else {}
    if code == "bad-token":
        headers["www-authenticate"] = "Bearer"
    return said(Refusal(ask, code, detail), STATUS.get(code, 409), headers)


def said(
    message: object,
    status: int = 200,
    headers: dict[str, str] | None = None,
    then: BackgroundTask | None = None,
) -> Response:
    """The answer; `then` is done once it is sent."""
    return Response(encode(message), status, headers, "application/json", then)

"""Bots from elsewhere come with a token instead of a cookie."""

import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from inglenook.core.game import Refused
from inglenook.server.bot_accounts.bots import owner_of_token
from inglenook.server.http.guests import BOT
from inglenook.server.http.limits import Limits
from inglenook.server.http.responses import refusal
from inglenook.server.http.security_headers import address, token
from inglenook.server.secret_hash import hashed
from inglenook.server.store import Store, StoreFailed

OPEN = re.compile(
    r"/api/(games|health|openapi\.json|bots|events|starts"
    r"|tables(/[^/]+(/(asks|moves|record|replay|summary|review))?)?)"
)
"""What bots may ask for: all it takes to play, and nothing that is about a person. Streams of a
table are not among it, so that a token that is revoked is good for nothing that goes on."""


class Bearer:
    """Finds out which bot it is; refuses `bad-token`, and `not-for-bots` where only people go.

    Refuses `too-many-tries` if many wrong tokens came from the same address.
    """

    def __init__(self, app: ASGIApp, store: Store, limits: Limits) -> None:
        self._app = app
        self._store = store
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = token(Headers(scope=scope)) if scope["type"] in ("http", "websocket") else None
        if given is None:
            await self._app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close"})
            return
        try:
            with self._limits.look_at_token(address(scope), hashed(given)):
                bot = await owner_of_token(self._store, given)
        except Refused as e:
            await refusal(e.code, e.detail)(scope, receive, send)
        except StoreFailed as e:
            await refusal("store-failed", str(e))(scope, receive, send)
        else:
            if OPEN.fullmatch(scope["path"]):
                await self._app({**scope, BOT: bot}, receive, send)
            else:
                answer = refusal("not-for-bots", "this is for people")
                await answer(scope, receive, send)

"""Whether this worker is alive, and whether to send anyone to it."""

import asyncio
import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook import __version__
from inglenook.server.http.responses import refusal, said
from inglenook.server.store import Statement, Store, wall_ms
from inglenook.server.store.schema import VERSION
from inglenook.server.wire.desk_messages import Version

PROBE = """INSERT INTO settings VALUES ('last look', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
MOMENT = 1.0
"""Seconds for which an answer holds: everyone may ask, and a look is a write."""
STORE_ANSWERS_WITHIN_S = 2.0
"""Seconds within which a healthy store answers."""


class Health:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._looked = -MOMENT
        self._writes = False

    def routes(self) -> list[Route]:
        return [
            Route("/healthz", self.alive),
            Route("/api/health", self.alive),
            Route("/readyz", self.ready),
            Route("/api/version", self.version),
        ]

    async def alive(self, _: Request) -> Response:
        return said({"status": "ok"})

    async def version(self, _: Request) -> Response:
        return said(Version(__version__, VERSION))

    async def ready(self, request: Request) -> Response:
        if request.app.state.stopping:
            return refusal("going", "this server is stopping")
        if time.monotonic() - self._looked > MOMENT:
            self._looked = time.monotonic()
            self._writes = await self._can_write()
        if not self._writes:
            return refusal("store-failed", "nothing can be stored just now")
        return said({"status": "ok"})

    async def _can_write(self) -> bool:
        """Whether the store answers, and has room: on a full disk it can still be read."""
        look = asyncio.create_task(self._store.run(Statement(PROBE, (str(wall_ms()),))))
        # Not longer, even if it takes long to be given up.
        await asyncio.wait([look], timeout=STORE_ANSWERS_WITHIN_S)
        if not look.done():
            look.cancel()
            return False
        return look.exception() is None

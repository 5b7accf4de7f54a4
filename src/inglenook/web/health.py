"""Whether this worker is alive, and whether to send anyone to it."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook import __version__
from inglenook.desk.messages import Version
from inglenook.store import Store, StoreFailed
from inglenook.store.schema import VERSION
from inglenook.web.answers import refusal, said

PATIENCE = 2.0
"""Seconds within which a healthy store answers."""


class Health:
    def __init__(self, store: Store) -> None:
        self._store = store

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
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.by_guest("", 1)
        except (StoreFailed, TimeoutError):
            return refusal("store-failed", "the store does not answer")
        return said({"status": "ok"})

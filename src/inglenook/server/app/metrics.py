"""`GET /metrics`: what all workers have counted (see `inglenook.server.metrics`)."""

import asyncio
import os

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.requests import Request
from starlette.responses import Response

from inglenook.server.metrics import count_noted


async def metrics(_: Request) -> Response:
    count_noted()
    # Not on the event loop: the figures of all workers are read from their files.
    page = await asyncio.to_thread(_page)
    return Response(page, headers={"content-type": CONTENT_TYPE_LATEST})


def _page() -> bytes:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # the library is untyped here
    return generate_latest(registry)

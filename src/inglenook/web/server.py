"""Serving, from the command line's point of view."""

import contextlib
import errno
import gc
import socket
import sys
from pathlib import Path

import uvicorn

from inglenook.store import DataFolderError
from inglenook.web.api import LARGEST
from inglenook.web.app import create_app

SWITCH = 0.0001
"""Seconds the event loop may keep the interpreter to itself while the store's thread waits."""
COLLECT = (10_000, 10, 20)
"""How rarely Python looks for cycles: at its own pace that took an eighth of the server's time."""


class CannotServe(Exception):
    """The server cannot start; the message says why in one line."""


def serve(host: str, port: int, data: Path) -> None:
    """Serve until SIGINT or SIGTERM; CannotServe if port or data folder are not to be had."""
    try:
        app = create_app(data)
    except DataFolderError as e:
        raise CannotServe(str(e)) from None
    listener = _listen(host, port)
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config).run(sockets=[listener])


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What was loaded to start with stays, and of the rest next to nothing is in cycles.
        gc.freeze()
        gc.set_threshold(*COLLECT)
        for listener in sockets or []:
            host, port = listener.getsockname()[:2]
            shown = f"[{host}]" if ":" in host else host
            sys.stdout.write(f"Inglenook is open at http://{shown}:{port}\n")
            sys.stdout.flush()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as e:
        if e.errno == errno.EADDRINUSE:
            why = f"port {port} is already in use; choose another with --port"
        else:
            why = f"cannot listen on {host} port {port}: {e.strerror}"
        raise CannotServe(why) from None
    except OverflowError:
        raise CannotServe(f"there is no port {port}") from None

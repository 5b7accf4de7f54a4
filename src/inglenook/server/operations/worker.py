"""One worker: a process that serves any table until it is told to go."""

import asyncio
import gc
import logging
import multiprocessing
import resource
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from inglenook.server.app.app import create_app
from inglenook.server.http.requests import MAX_BODY_BYTES
from inglenook.server.outbound.outbound_settings import Reach
from inglenook.server.settings import HouseRules
from inglenook.server.sockets.http_protocol import IDLE, Careful, CarefulSocket
from inglenook.server.sockets.socket_handover import Homes
from inglenook.server.store import Location, open_store, prepare

SWITCH = 0.0001
"""Seconds the event loop may keep the interpreter to itself while the store's thread waits."""
ON_ITS_WAY = 0.05
"""Seconds for a request to be read whose connection was accepted before the stop."""
FAREWELL = 2.0
"""Seconds in which asks are answered and everyone is told, before those who do not listen are cut
off; and then again, in which whatever else goes on may end."""
GC_THRESHOLDS = (500, 5, 4_000)
"""New containers before a collection of the youngest generation, and how many collections of each
younger generation come before one of the next. A collection of all takes up to 0.3 s with 200
tables; there is one in ten million new containers."""

log = logging.getLogger(__name__)


def tune_garbage_collector() -> None:
    """Exempt what is loaded from garbage collection, and make full collections rare."""
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def work(
    listener: socket.socket,
    location: Location,
    reach: Reach,
    rules: HouseRules,
    workers: int,
    ready: Callable[[], None],
    homes: Homes | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM, as one of `workers` workers. `ready` is called once it does.

    `homes` are those of the tables, where there are several workers.

    CannotOpen if the location cannot be used.
    """
    secret = prepare(location)
    listens = listener.getsockname()[0]
    app = create_app(
        open_store(location), secret, workers, reach.mailer, reach.networks, listens, rules
    )
    sys.setswitchinterval(SWITCH)
    _have_many_files()
    config = uvicorn.Config(
        app,
        http=partial(Careful, homes=homes),  # type: ignore[arg-type] # what makes a protocol will do
        ws=CarefulSocket,
        ws_max_size=MAX_BODY_BYTES,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=FAREWELL,  # type: ignore[arg-type] # seconds may be a float
    )
    _Server(config, app, ready, homes).run(sockets=[listener])
    # A bot in the middle of a thought would keep the process waiting.
    for child in multiprocessing.active_children():
        child.terminate()


def _have_many_files() -> None:
    """As many connections as the system grants."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Server(uvicorn.Server):
    def __init__(
        self,
        config: uvicorn.Config,
        app: Starlette,
        ready: Callable[[], None],
        homes: Homes | None,
    ) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._homes = homes
        self._coming: set[asyncio.Task[None]] = set()
        """Connections that a sibling has handed over, until they are served like any other."""

    def handle_exit(self, *_: object) -> None:
        # uvicorn would raise the signal again at the end: this end is as it should be.
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._homes:
            self._homes.open(self._take_over)
        tune_garbage_collector()
        log.info("ready")
        self._ready()

    def _take_over(self, line: socket.socket, request: bytes) -> None:
        coming = asyncio.create_task(self._go_on(line, request))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _go_on(self, line: socket.socket, request: bytes) -> None:
        """Serve a connection as if it had been accepted here."""
        protocol = Careful(self.config, self.server_state, self.lifespan.state)
        with suppress(OSError):  # whoever it was is gone
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, line)
            if not protocol.transport.is_closing():  # there may be no room for it
                protocol.data_received(request)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what was asked, send everyone elsewhere, and end no matter what they do."""
        log.info("stopping")
        self._app.state.stopping = True
        for server in self.servers:
            server.close()
        if self._homes:
            self._homes.close()
        await asyncio.sleep(ON_ITS_WAY)
        self._app.state.draining.begin()
        connections = self.server_state.connections
        for connection in tuple(connections):
            # uvicorn would close these at once, without the answers that are still to come.
            if not isinstance(connection, WebSocketsSansIOProtocol):
                connection.shutdown()
        end = time.monotonic() + FAREWELL
        while connections and time.monotonic() < end:
            await asyncio.sleep(0.01)
        for connection in tuple(connections):
            # uvicorn says goodbye to those who could still be told more.
            if connection.transport.get_write_buffer_size():
                connection.transport.abort()
        await super().shutdown(sockets)
        log.info("stopped")

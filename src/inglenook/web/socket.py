"""One WebSocket per table: asks come in, answers and news go out."""

import asyncio
import contextlib
import logging
import re
import time

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from inglenook.desk.orders import Orders
from inglenook.game import Refused
from inglenook.metrics import ANSWER_SECONDS, REFUSALS
from inglenook.store import StoreFailed
from inglenook.tables import SPECTATOR, Connection, House, Table
from inglenook.tables import messages as m
from inglenook.web import limits
from inglenook.web.api import since
from inglenook.web.draining import Draining
from inglenook.web.frames import TOGETHER, Frames
from inglenook.web.guard import address, from_elsewhere
from inglenook.web.guests import Guests
from inglenook.web.hosts import AllowedHosts
from inglenook.web.writing import Writer

CLOSE = {
    "restart": 1012,
    "too-slow": 1013,
    "day-not-over": 4403,
    "unknown-table": 4404,
    "idle": 4408,
    "too-fast": 4429,
    "too-many-connections": 4429,
    "store-failed": 4503,
}
"""The code a WebSocket is closed with for each reason; 4400 for others that kept it shut."""

log = logging.getLogger(__name__)
_PATH = re.compile("/tables/([^/]+)/play")
_decode = msgspec.json.Decoder(m.AnyHeard).decode


class _Id(msgspec.Struct):
    id: str | None = None


class Sockets:
    """`/tables/{id}/play`, straight on ASGI and before the router, which would wrap every send:
    this is where the server spends its time."""

    def __init__(
        self,
        app: ASGIApp,
        house: House,
        guests: Guests,
        limits: limits.Limits,
        draining: Draining,
        hosts: AllowedHosts,
        orders: Orders,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._house = house
        self._guests = guests
        self._limits = limits
        self._draining = draining
        self._orders = orders

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        await receive()
        request = HTTPConnection(scope)
        path = _PATH.fullmatch(scope["path"])
        elsewhere = from_elsewhere(request.headers) or not self._hosts.allow(request.headers)
        if not path or elsewhere:
            await send({"type": "websocket.close"})
            return
        guest, cookie = self._guests.welcome(request)
        headers = [(name.encode(), value.encode()) for name, value in cookie.items()]
        await send({"type": "websocket.accept", "headers": headers})
        watches = "watch" in request.query_params
        where = limits.asker(address(scope), guest).address
        connection = Connection(SPECTATOR if watches else guest, answers=True, address=where)
        try:
            with self._limits.connection(address(scope), guest):
                table = await self._house.find(path[1])
                await table.join(connection, since(request))
                try:
                    session = _Session(
                        table,
                        connection,
                        self._limits,
                        address(scope),
                        guest,
                        self._orders,
                        scope.get("extensions", {}).get(TOGETHER, {}).get("frames"),
                    )
                    with self._draining.connection(session.send_elsewhere):
                        await session.serve(receive, send)
                finally:
                    table.leave(connection)
        except (Refused, StoreFailed) as e:
            code, detail = (e.code, e.detail) if isinstance(e, Refused) else ("store-failed", "")
            REFUSALS.labels(code).inc()
            text = m.encode(m.Refusal(None, code, detail)).decode()
            await send({"type": "websocket.send", "text": text})
            await send({"type": "websocket.close", "code": CLOSE.get(code, 4400), "reason": code})


class _Session:
    """A WebSocket that is open."""

    def __init__(
        self,
        table: Table,
        connection: Connection,
        limits: limits.Limits,
        address: str,
        guest: str,
        orders: Orders,
        frames: Frames | None,
    ) -> None:
        """`guest` is whose cookie opened it; `frames` is what it can write to without waiting."""
        self._table = table
        self._connection = connection
        self._limits = limits
        self._address = address
        self._rate = limits.rate(address, guest)
        self._orders = orders
        self._frames = frames
        self._asking = False
        self._why: str | None = None
        """The reason for which it is to be closed."""

    async def serve(self, receive: Receive, send: Send) -> None:
        """Answer one ask after the other until one side has had enough."""
        writer = asyncio.create_task(self._write(send))
        self._watch()
        try:
            # In a task of its own: otherwise each message would pass through all that lies around.
            await asyncio.create_task(self._read(receive))
        finally:
            writer.cancel()
            self._look_again.cancel()

    def send_elsewhere(self) -> None:
        """Send the other side to another worker."""
        self._close("restart")

    def _close(self, why: str) -> None:
        """Read nothing more; close when what was asked before is answered, and all is said."""
        self._why = self._why or why
        self._end()

    def _end(self) -> None:
        if self._why and not self._asking:
            self._connection.end()

    async def _read(self, receive: Receive) -> None:
        connection = self._connection
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._why:
                continue  # a client that gets no answer asks again elsewhere
            received_s = connection.heard_s = time.monotonic()
            if connection.behind:
                # A flood must leave room for the others, and for the answers to it.
                await asyncio.sleep(0)
            text = message.get("text") or message.get("bytes") or b""
            if not self._rate.take():
                self._say(m.Refusal(_id(text), "too-fast"))
                if self._rate.hopeless:
                    self._close("too-fast")
                continue
            try:
                heard: m.AnyHeard = _decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
                self._say(m.Refusal(_id(text), "bad-message", str(e)))
                continue
            if not isinstance(heard, m.Ask):
                self._note(heard, received_s)
                continue
            self._asking = True
            lag = connection.trips.lag
            self._say(
                self._refusal(heard)
                or await self._table.ask(connection.guest, heard, received_s, lag)
            )
            self._asking = False
            ANSWER_SECONDS.observe(time.monotonic() - received_s)
            self._end()

    def _note(self, said: m.Probed | m.SetPace | m.SetVisible, received_s: float) -> None:
        """Take what gets no answer."""
        connection = self._connection
        match said:
            case m.Probed(n):
                connection.answered(n, received_s)
            case m.SetPace(pace):
                connection.pace = pace
            case m.SetVisible(visible):
                self._table.show(connection, visible)

    def _refusal(self, ask: m.AnyAsk) -> m.Refusal | None:
        """Why this connection may not ask that of a table, if it may not."""
        guest = self._connection.guest
        if guest == SPECTATOR and not isinstance(ask, m.Ping):
            return m.Refusal(ask.id, "not-seated", "this connection only watches")
        if self._orders.read_only and not isinstance(ask, m.Ping):
            return m.Refusal(ask.id, "read-only", "for now this house can only be looked at")
        if not isinstance(ask, m.Play):  # moves cost what any message does
            try:
                self._limits.ask(self._address, guest, self._table.id, ask)
            except Refused as e:
                return m.Refusal(ask.id, e.code, e.detail)
        return None

    def _say(self, answer: m.AnySaid) -> None:
        if isinstance(answer, m.Refusal):
            REFUSALS.labels(answer.code).inc()
        self._connection.say(m.encode(answer))

    async def _write(self, send: Send) -> None:
        # The reader notices who is gone: here it only means that nothing is left to do.
        with contextlib.suppress(OSError):
            await Writer(self._connection, self._frames).run(send)
            # Otherwise the host has deleted the table.
            why = self._why or ("too-slow" if self._connection.dropped else "unknown-table")
            if why != "restart":
                log.info("a connection is closed", extra={"table": self._table.id, "code": why})
            await send({"type": "websocket.close", "code": CLOSE[why], "reason": why})

    def _watch(self) -> None:
        """Close it when nobody has used it for long."""
        left = self._connection.heard_s + limits.IDLE - time.monotonic()
        if left <= 0:
            self._close("idle")
        self._look_again = asyncio.get_running_loop().call_later(max(left, 1), self._watch)


def _id(text: str | bytes) -> str | None:
    """The id of a message that is otherwise wrong, so that its sender can tell which it was."""
    try:
        return msgspec.json.decode(text, type=_Id).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None

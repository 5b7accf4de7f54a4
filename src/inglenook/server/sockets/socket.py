"""One WebSocket per table: asks come in, answers and news go out."""

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Callable

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from inglenook.core.game import Refused
from inglenook.server.desk.orders import Orders
from inglenook.server.house import SPECTATOR, Connection, House, Table
from inglenook.server.http import limits
from inglenook.server.http.allowed_hosts import AllowedHosts
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Buckets
from inglenook.server.http.requests import since
from inglenook.server.http.security_headers import address, from_elsewhere
from inglenook.server.metrics import REFUSALS, note_answer
from inglenook.server.sockets.draining import Draining
from inglenook.server.sockets.frames import FRAMES_EXTENSION, Frames
from inglenook.server.sockets.socket_writer import Writer
from inglenook.server.store import StoreFailed
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m

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

FLOOD_LOG_S = 60.0
"""Seconds in which one address gets at most one line in the log, however often it is cut off."""

log = logging.getLogger(__name__)
_PATH = re.compile("/tables/([^/]+)/play")
_decode = msgspec.json.Decoder(asks.AnyHeard).decode
_NOTED = (asks.Probed, asks.SetPace, asks.SetVisible)
"""What is said and gets no answer."""


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
        self._floods = Buckets(1 / FLOOD_LOG_S, 1)

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
        rate = self._limits.rate(address(scope), guest)
        frames: Frames | None = scope.get("extensions", {}).get(FRAMES_EXTENSION, {}).get("frames")
        if frames:
            # Before it is accepted: nothing that comes over it is read sooner.
            frames.counts = self._counter(rate, frames, address(scope))
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
                        rate,
                        self._orders,
                        frames,
                        self._note_flood,
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

    def _counter(self, rate: limits.Rate, frames: Frames, came_from: str) -> Callable[[], bool]:
        """What counts frames that are no messages as messages are counted."""

        def count() -> bool:
            if rate.take():
                return True
            if rate.hopeless:
                self._note_flood(came_from)
                frames.cut_off(CLOSE["too-fast"], "too-fast")
            return False

        return count

    def _note_flood(self, came_from: str) -> None:
        """Log that a connection is closed for what came over it."""
        home = limits.household(came_from)
        if self._floods.take(home):
            extra = {"code": "too-fast", "address": home or came_from}
            log.warning("too much came over a connection, which is closed", extra=extra)


class _Session:
    """A WebSocket that is open."""

    __slots__ = (
        "_address",
        "_asking",
        "_connection",
        "_frames",
        "_limits",
        "_look_again",
        "_note_flood",
        "_orders",
        "_rate",
        "_table",
        "_why",
    )

    def __init__(
        self,
        table: Table,
        connection: Connection,
        limits: limits.Limits,
        address: str,
        rate: limits.Rate,
        orders: Orders,
        frames: Frames | None,
        note_flood: Callable[[str], None],
    ) -> None:
        """`frames` is what it can write to without waiting."""
        self._table = table
        self._connection = connection
        self._limits = limits
        self._address = address
        self._rate = rate
        self._orders = orders
        self._frames = frames
        self._note_flood = note_flood
        self._asking = False
        """Whether an ask is being answered."""
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
        """Take one message after the other, and answer what it asks."""
        while True:
            message = await receive()
            # A flood must leave room for the others, and for the answers to it.
            await asyncio.sleep(0)
            if message["type"] == "websocket.disconnect":
                return
            ask = self._heard(message.get("text") or message.get("bytes") or b"")
            if ask is not None:
                await self._ask(ask)

    async def _ask(self, ask: asks.AnyAsk) -> None:
        connection = self._connection
        self._asking = True
        about = connection.heard_s, connection.trips.lag, connection.address
        self._finish(await self._table.ask(connection.guest, ask, *about))

    def _heard(self, text: str | bytes) -> asks.AnyAsk | None:
        """What a message asks for, if that is still to be done and answered."""
        connection = self._connection
        if self._why:
            return None  # a client that gets no answer asks again elsewhere
        connection.heard_s = time.monotonic()
        if not self._rate.take():
            self._say(m.Refusal(_id(text), "too-fast"))
            if self._rate.hopeless:
                self._close("too-fast")
            return None
        try:
            heard: asks.AnyHeard = _decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
            self._say(m.Refusal(_id(text), "bad-message", str(e)))
            return None
        # Nearly all are moves; `isinstance` takes longer to say no than to say yes.
        if type(heard) is not asks.Play and isinstance(heard, _NOTED):
            self._note(heard, connection.heard_s)
            return None
        if refusal := self._refusal(heard):
            self._finish(refusal)
            return None
        return heard

    def _finish(self, answer: m.AnySaid) -> None:
        """Say what comes of an ask."""
        self._asking = False
        self._say(answer)
        note_answer(time.monotonic() - self._connection.heard_s)
        self._end()

    def _note(self, said: asks.Probed | asks.SetPace | asks.SetVisible, received_s: float) -> None:
        """Take what gets no answer."""
        connection = self._connection
        match said:
            case asks.Probed(n):
                connection.answered(n, received_s)
            case asks.SetPace(pace):
                connection.pace = pace
            case asks.SetVisible(visible):
                self._table.show(connection, visible)

    def _refusal(self, ask: asks.AnyAsk) -> m.Refusal | None:
        """Why this connection may not ask that of a table, if it may not."""
        guest = self._connection.guest
        if guest == SPECTATOR and not isinstance(ask, asks.Ping):
            return m.Refusal(ask.id, "not-seated", "this connection only watches")
        if self._orders.read_only and not isinstance(ask, asks.Ping):
            return m.Refusal(ask.id, "read-only", "for now this house can only be looked at")
        if type(ask) is not asks.Play:  # moves cost what any message does
            try:
                self._limits.ask(self._address, guest, self._table.id, ask)
            except Refused as e:
                return m.Refusal(ask.id, e.code, e.detail)
        return None

    def _say(self, answer: m.AnySaid) -> None:
        if type(answer) is m.Refusal:
            REFUSALS.labels(answer.code).inc()
        self._connection.say(m.encode(answer))

    async def _write(self, send: Send) -> None:
        # The reader notices who is gone: here it only means that nothing is left to do.
        with contextlib.suppress(OSError):
            await Writer(self._connection, self._frames).run(send)
            # Otherwise the host has deleted the table.
            why = self._why or ("too-slow" if self._connection.dropped else "unknown-table")
            if why == "too-fast":
                self._note_flood(self._address)
            elif why != "restart":
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

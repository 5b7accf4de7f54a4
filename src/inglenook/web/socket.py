"""One WebSocket a table: asks come in, answers and news go out."""

import asyncio
import contextlib
import re
import time

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from inglenook.game import Refused
from inglenook.store import StoreFailed
from inglenook.tables import Connection, House, Table
from inglenook.tables import messages as m
from inglenook.tables.audience import encode
from inglenook.web.api import since
from inglenook.web.guard import from_elsewhere
from inglenook.web.guests import Guests

TOO_SLOW = 1013
CLOSE = {"unknown-table": 4404, "store-failed": 4503}
"""With which code a WebSocket is closed that could not be opened; 4400 for other reasons."""

_PLACE = re.compile("/tables/([^/]+)/play")
_decode = msgspec.json.Decoder(m.AnyHeard).decode


class _Id(msgspec.Struct):
    id: str | None = None


class Sockets:
    """`/tables/{id}/play`, straight on ASGI and before the router, which would wrap every send:
    this is where the server spends its time."""

    def __init__(self, app: ASGIApp, house: House, guests: Guests) -> None:
        self._app = app
        self._house = house
        self._guests = guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        await receive()
        request = HTTPConnection(scope)
        place = _PLACE.fullmatch(scope["path"])
        if not place or from_elsewhere(request.headers):
            await send({"type": "websocket.close"})
            return
        guest, cookie = self._guests.welcome(request)
        headers = [(name.encode(), value.encode()) for name, value in cookie.items()]
        await send({"type": "websocket.accept", "headers": headers})
        connection = Connection(guest, answers=True)
        try:
            table = await self._house.find(place[1])
            await table.join(connection, since(request))
        except (Refused, StoreFailed) as e:
            code, detail = (e.code, e.detail) if isinstance(e, Refused) else ("store-failed", "")
            text = encode(m.Refusal(None, code, detail)).decode()
            await send({"type": "websocket.send", "text": text})
            await send({"type": "websocket.close", "code": CLOSE.get(code, 4400), "reason": code})
            return
        writer = asyncio.create_task(_write(connection, send))
        try:
            await _read(table, connection, receive)
        finally:
            table.leave(connection)
            writer.cancel()


async def _read(table: Table, connection: Connection, receive: Receive) -> None:
    """Answer one ask after the other until the other side is gone."""
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        came = time.monotonic()
        if connection.behind:
            # Whoever sends a flood must leave room for the others, and for the answers to it.
            await asyncio.sleep(0)
        text = message.get("text") or message.get("bytes") or b""
        try:
            heard = _decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as e:
            connection.say(encode(m.Refusal(_id(text), "bad-message", str(e))))
            continue
        if isinstance(heard, m.Probed):
            connection.answered(heard.n, came)
            continue
        answer = await table.ask(connection.guest, heard, came, connection.trips.lag)
        connection.say(encode(answer))


async def _write(connection: Connection, send: Send) -> None:
    # Whoever is gone is noticed by the reader: here it only means that there is nothing left to do.
    with contextlib.suppress(OSError):
        while (message := await connection.next()) is not None:
            await send({"type": "websocket.send", "text": message.decode()})
        await send({"type": "websocket.close", "code": TOO_SLOW, "reason": "too-slow"})


def _id(text: str | bytes) -> str | None:
    """The id of a message that is otherwise wrong, so that its sender can tell which it was."""
    try:
        return msgspec.json.decode(text, type=_Id).id
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None

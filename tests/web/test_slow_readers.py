"""Those who ask for much and read none of it: nobody else pays for that."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any

import pytest
import uvicorn
import uvloop
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.server import ServerState

from inglenook.server.house import Connection
from inglenook.server.http import limits
from inglenook.server.live.connection import BYTES
from inglenook.server.sockets import slow_readers
from inglenook.server.sockets.http_protocol import SOCKETS, Careful, CarefulSocket

LARGE = b"x" * 8 * 1024 * 1024
UPGRADE = b"".join(
    b"%b\r\n" % line
    for line in (
        *(b"GET /x HTTP/1.1", b"Host: x", b"Upgrade: websocket", b"Connection: Upgrade"),
        *(b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
    )
)


async def says_much(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "bytes": LARGE})
        await send({"type": "websocket.send", "bytes": LARGE})
        return
    length = str(len(LARGE)).encode()
    headers = [(b"content-length", length)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": LARGE})


def served(
    visit: Callable[[int], Awaitable[None]], app: ASGIApp = says_much, **options: Any
) -> None:
    """Visit a server, given its port; if nothing else is said, everything there is large.

    `options` are uvicorn's."""

    async def run() -> None:
        config = uvicorn.Config(app, http=Careful, ws=CarefulSocket, log_config=None, **options)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: Careful(config, state, {}), "127.0.0.1", 0)
        try:
            await visit(server.sockets[0].getsockname()[1])
        finally:
            server.close()

    # As in the server, where writing on what is closed is an error.
    uvloop.run(run())


def knock(port: int) -> socket.socket:
    """Somebody who takes little at once."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    return line


@pytest.mark.parametrize("asked", [b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n", UPGRADE + b"\r\n"])
def test_who_reads_nothing_is_cut_off(asked: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_readers, "MUST_READ_WITHIN_S", 0.2)

    async def visit(port: int) -> None:
        before = len(SOCKETS)
        with ExitStack() as lines:
            for _ in range(5):
                lines.enter_context(knock(port)).sendall(asked)
            async with asyncio.timeout(30):
                while len(SOCKETS) == before:
                    await asyncio.sleep(0.01)
                while len(SOCKETS) > before:
                    await asyncio.sleep(0.05)

    served(visit)


def test_who_reads_slowly_gets_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_readers, "MUST_READ_WITHIN_S", 0.2)

    async def visit(port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=64 * 1024)
        writer.write(b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
        heard = 0
        while heard < len(LARGE):
            heard += len(await reader.read(256 * 1024))
            await asyncio.sleep(0.01)
        writer.close()

    served(visit)


def test_there_is_an_end_to_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit(port: int) -> None:
        monkeypatch.setattr(limits, "SOCKETS_OF_HOUSE", len(SOCKETS) + 3)
        with ExitStack() as lines:
            first = [lines.enter_context(knock(port)) for _ in range(3)]
            one_more = lines.enter_context(knock(port))
            loop = asyncio.get_running_loop()
            for line in (*first, one_more):
                line.setblocking(False)
            assert (await asyncio.wait_for(loop.sock_recv(one_more, 1), 30)) == b""
            first[0].sendall(b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await asyncio.wait_for(loop.sock_recv(first[0], 12), 30)) == b"HTTP/1.1 200"

    served(visit)


def test_few_large_messages_are_too_many_as_well() -> None:
    connection, dropped = Connection("eve"), []
    for message in (b"x" * (BYTES + 1), b"x"):
        connection.say(message)
        dropped.append(connection.dropped)
    assert dropped == [False, True]
    assert connection.waiting == 0


def test_an_address_has_so_many_and_this_machine_any_number() -> None:
    sockets = limits.OpenConnections()
    room = [sockets.enter("203.0.113.1") for _ in range(limits.SOCKETS_OF_ADDRESS + 1)]
    assert room.index(False) == limits.SOCKETS_OF_ADDRESS
    assert all(sockets.enter(home) for home in ("203.0.113.2", *[""] * 10))


def test_whoever_has_gone_is_not_answered() -> None:
    """Also the first of several requests in a row hears of it, and nothing breaks."""
    heard = list[str]()
    at_work, answered = asyncio.Event(), asyncio.Event()

    async def waits(_scope: Scope, receive: Receive, send: Send) -> None:
        heard.append((await receive())["type"])
        at_work.set()
        heard.append((await receive())["type"])
        # The connection is closed for good only later.
        await asyncio.sleep(0.05)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x"})
        answered.set()

    async def visit(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(2 * b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
            await at_work.wait()
        async with asyncio.timeout(30):
            await answered.wait()

    served(visit, waits)
    assert heard == ["http.request", "http.disconnect"]

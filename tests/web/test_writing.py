"""Messages go out in their order, however slowly they are read."""

import asyncio

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from inglenook.server.house import Connection
from inglenook.server.sockets.frames import FRAMES_EXTENSION
from inglenook.server.sockets.http_protocol import Careful, CarefulSocket
from inglenook.server.sockets.socket_writer import Writer

MESSAGES = 900
LARGE = b"x" * 3 * 1024 * 1024
"""More than the system takes at once."""


def talker(heard: list[int]) -> ASGIApp:
    """A server that says more than the network takes, and goes on while it is read."""

    async def talks(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        connection = Connection("eve", most=MESSAGES)
        writing = asyncio.create_task(
            Writer(connection, scope["extensions"][FRAMES_EXTENSION]["frames"]).run(send)
        )
        for n in range(MESSAGES):
            # More large ones at once than two would be too much for the connection.
            while n % 300 == 0 and len(heard) < n:
                await asyncio.sleep(0.001)
            # With the second of two large ones the task waits; the small ones must not overtake it.
            connection.say(b"%d %b" % (n, LARGE if n % 300 < 2 else b""))
            await asyncio.sleep(0)
        connection.end()
        await writing
        await send({"type": "websocket.close"})

    return talks


def test_what_is_said_arrives_in_order_also_where_it_is_read_slowly() -> None:
    heard = list[int]()

    async def visit() -> None:
        config = uvicorn.Config(talker(heard), http=Careful, ws=CarefulSocket, log_config=None)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: Careful(config, state, {}), "127.0.0.1", 0)
        address = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with asyncio.timeout(60), connect(address, max_size=None, max_queue=1) as line:
            async for message in line:
                heard.append(int(message.split()[0]))
        server.close()

    asyncio.run(visit())
    assert heard == list(range(MESSAGES))

"""Messages go out in their order, however slowly they are read."""

import asyncio

import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from inglenook.tables import Connection
from inglenook.web.frames import TOGETHER
from inglenook.web.http_protocol import Careful, CarefulSocket
from inglenook.web.writing import Writer

MESSAGES = 900
LARGE = b"x" * 3 * 1024 * 1024
"""More than the system takes at once."""


async def talks(scope: Scope, receive: Receive, send: Send) -> None:
    """Says more than the network takes, and goes on while it is read."""
    await receive()
    await send({"type": "websocket.accept"})
    connection = Connection("eve", most=MESSAGES)
    writing = asyncio.create_task(
        Writer(connection, scope["extensions"][TOGETHER]["frames"]).run(send)
    )
    for n in range(MESSAGES):
        # With the second of two large ones the task waits; the small ones must not overtake it.
        connection.say(b"%d %b" % (n, LARGE if n % 300 < 2 else b""))
        await asyncio.sleep(0)
    connection.end()
    await writing
    await send({"type": "websocket.close"})


def test_what_is_said_arrives_in_order_also_where_it_is_read_slowly() -> None:
    async def visit() -> list[int]:
        config = uvicorn.Config(talks, http=Careful, ws=CarefulSocket, log_config=None)
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: Careful(config, state, {}), "127.0.0.1", 0)
        address = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        async with asyncio.timeout(60), connect(address, max_size=None, max_queue=1) as line:
            heard = [int(message.split()[0]) async for message in line]
        server.close()
        return heard

    assert asyncio.run(visit()) == list(range(MESSAGES))

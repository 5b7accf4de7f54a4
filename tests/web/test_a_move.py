"""The path of a move, as docs/architecture.md gives it, against one that is really made."""

import asyncio
import json
import re
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, MutableMapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from inglenook.server.app.app import create_app
from inglenook.server.sockets.frames import FRAMES_EXTENSION, Mailbox
from inglenook.server.store import Conflict, Location, Store, StoreLost, open_store, prepare

Post = Callable[..., Awaitable[httpx.Response]]
DOCS = Path(__file__).parents[2] / "docs/architecture.md"
PARTS = ("server", "core")
BACK = "server.sockets.socket._Session._finish"
"""By this a move comes back to the connection over which it came."""
ONCE = (
    "server.table.decide.decide",
    "server.table.execute.play",
    "server.table.fold.fold",
    "server.live.publish.publish",
)
PLAY = {"type": "play", "id": "1", "seat": 0, "move": {"type": "place", "cell": "d4"}}
ASKED = {key: value for key, value in PLAY.items() if key != "type"}
"""The same move by HTTP."""


def told() -> list[str]:
    """The functions that the page lists, in order."""
    part = re.findall(r"\n## A move\n.*?(?=\n## )", DOCS.read_text(), re.S)[0]
    return re.findall(rf"^((?:{'|'.join(PARTS)})\.\S+)", part, re.M)


class Tracer:
    """Every call of a function of ours, in all threads, between `start` and `stop`."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self._on = False

    def start(self) -> None:
        self._on = True

    def stop(self) -> None:
        self._on = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and self._on:
            package, _, module = str(frame.f_globals.get("__name__")).partition(".")
            if package == "inglenook" and module.partition(".")[0] in PARTS:
                self.calls.append(f"{module}.{frame.f_code.co_qualname}")


class Socket:
    """A WebSocket to an application in this process, which can be written to without waiting."""

    ready = True

    def __init__(self, app: Starlette, path: str, cookie: str) -> None:
        self._app = app
        self._scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"here"), (b"cookie", cookie.encode())],
            "extensions": {FRAMES_EXTENSION: {"frames": self}},
        }
        self.queue = Mailbox()
        self._to_client: asyncio.Queue[bytes] = asyncio.Queue()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        serving = asyncio.create_task(self._app(self._scope, self._receive, self._accept))
        self.queue.put_nowait({"type": "websocket.connect"})
        yield
        self.queue.put_nowait({"type": "websocket.disconnect"})
        await serving

    async def _receive(self) -> Any:
        while not self.queue.waiting:
            await self.queue.filled()
        return self.queue.waiting.popleft()

    async def _accept(self, message: MutableMapping[str, Any]) -> None:
        self.write(message.get("texts", ()))

    def write(self, texts: Iterable[bytes]) -> None:
        for text in texts:
            self._to_client.put_nowait(text)

    def send(self, message: dict[str, Any]) -> None:
        self.queue.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def until(self, kind: str) -> dict[str, Any]:
        """Hear what is said up to a message of that kind."""
        said: dict[str, Any] = {}
        while said.get("type") != kind:
            said = json.loads(await self._to_client.get())
        return said


@asynccontextmanager
async def at_a_table(folder: Path) -> AsyncIterator[tuple[Store, Socket, Post]]:
    """A store, a WebSocket to a table where nothing goes on, and HTTP for moves at that table."""
    location = Location(folder)
    secret = await asyncio.to_thread(prepare, location)  # it runs a loop of its own
    store = open_store(location)
    app = create_app(store, secret)
    async with app.router.lifespan_context(app):
        new = {"game": "kewbz", "seats": [{"kind": "me", "name": "Ada"}] * 2}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
            table = (await http.post("/api/tables", json=new)).json()["id"]
            cookie = f"guest={http.cookies['guest']}"
            socket = Socket(app, f"/tables/{table}/play", cookie)
            post = partial(http.post, f"/api/tables/{table}/moves")
            async with asyncio.timeout(60), socket.connected():
                # The first tells of the table, the second of who is here; then nothing goes on.
                await socket.until("table")
                await socket.until("table")
                yield store, socket, post


def followed(play: Callable[[Tracer], Coroutine[Any, Any, None]]) -> list[str]:
    """What was called, with every step taken once."""
    tracer = Tracer()
    threading.setprofile(tracer)
    sys.setprofile(tracer)
    try:
        asyncio.run(play(tracer))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    counts = Counter(tracer.calls)
    assert {step: counts[step] for step in ONCE} == dict.fromkeys(ONCE, 1)
    return list(dict.fromkeys(tracer.calls))


def test_a_move_passes_the_functions_that_the_page_lists(tmp_path: Path) -> None:
    async def play(tracer: Tracer) -> None:
        async with at_a_table(tmp_path) as (_, socket, _):
            tracer.start()
            socket.send(PLAY)
            await socket.until("ack")
            tracer.stop()

    listed = told()
    assert len(listed) > 20
    assert [call for call in followed(play) if call in listed] == listed


def test_a_move_over_http_passes_the_same(tmp_path: Path) -> None:
    async def play(tracer: Tracer) -> None:
        async with at_a_table(tmp_path) as (_, socket, post):
            tracer.start()
            answer = (await post(json=ASKED)).json()
            assert answer["type"] == "ack", answer
            await socket.until("moved")
            tracer.stop()

    listed = told()
    same = [call for call in listed[listed.index("server.live.table.Table.ask") :] if call != BACK]
    assert len(same) > 10
    assert [call for call in followed(play) if call in same] == same


@pytest.mark.parametrize("fault", [Conflict(), StoreLost("the connection broke")])
def test_a_move_that_could_not_be_committed_is_tried_again_before_what_came_after_it(
    tmp_path: Path, fault: Exception
) -> None:
    async def play() -> None:
        async with at_a_table(tmp_path) as (store, socket, _):
            commit, failed = store.commit, asyncio.get_running_loop().create_future()

            def fail(*_: object) -> asyncio.Future[None]:
                store.commit = commit  # type: ignore[method-assign] # as it was
                return failed

            store.commit = fail  # type: ignore[method-assign] # once
            socket.send(PLAY)
            socket.send({"id": "after", "type": "ping"})
            failed.set_exception(fault)
            acks = [await socket.until("ack") for _ in range(2)]
            assert [ack["id"] for ack in acks] == [PLAY["id"], "after"]
            assert acks[0]["seq"] == 0

    asyncio.run(play())

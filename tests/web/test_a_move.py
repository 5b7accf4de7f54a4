"""The path of a move, as docs/architecture.md gives it, against one that is really made."""

import asyncio
import json
import re
import sys
import threading
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
from starlette.applications import Starlette

from inglenook.store import Location, open_store, prepare
from inglenook.web import create_app

DOCS = Path(__file__).parents[2] / "docs/architecture.md"
PARTS = ("web", "tables", "match", "fold", "store")
ONCE = ("decide.decide", "play.play", "fold.fold", "publish.publish")
PLAY = {"type": "play", "id": "1", "seat": 0, "move": {"type": "place", "cell": "d4"}}


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
    """A WebSocket to an application in this process."""

    def __init__(self, app: Starlette, path: str, cookie: str) -> None:
        self._app = app
        self._scope = {
            "type": "websocket",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"here"), (b"cookie", cookie.encode())],
        }
        self._to_server: asyncio.Queue[Any] = asyncio.Queue()
        self._to_client: asyncio.Queue[Any] = asyncio.Queue()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        serving = asyncio.create_task(
            self._app(self._scope, self._to_server.get, self._to_client.put)
        )
        self._to_server.put_nowait({"type": "websocket.connect"})
        yield
        self._to_server.put_nowait({"type": "websocket.disconnect"})
        await serving

    def send(self, message: dict[str, Any]) -> None:
        self._to_server.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def until(self, kind: str) -> None:
        """Hear what is said up to a message of that kind."""
        while json.loads((await self._to_client.get()).get("text", "{}")).get("type") != kind:
            pass


def test_a_move_passes_the_functions_that_the_page_lists(tmp_path: Path) -> None:
    tracer = Tracer()

    async def play() -> None:
        location = Location(tmp_path)
        secret = prepare(location)
        app = create_app(open_store(location), secret)
        async with app.router.lifespan_context(app):
            new = {"game": "kewbz", "seats": [{"kind": "me", "name": "Ada"}] * 2}
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://here") as http:
                table = (await http.post("/api/tables", json=new)).json()["id"]
                cookie = f"guest={http.cookies['guest']}"
            socket = Socket(app, f"/tables/{table}/play", cookie)
            async with socket.connected():
                # The first tells of the table, the second of who is here; then nothing goes on.
                await socket.until("table")
                await socket.until("table")
                tracer.start()
                socket.send(PLAY)
                await socket.until("ack")
                tracer.stop()

    threading.setprofile(tracer)
    sys.setprofile(tracer)
    try:
        asyncio.run(play())
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    listed = told()
    assert len(listed) > 20
    assert [call for call in dict.fromkeys(tracer.calls) if call in listed] == listed
    counts = Counter(tracer.calls)
    assert {step: counts[f"tables.{step}"] for step in ONCE} == dict.fromkeys(ONCE, 1)

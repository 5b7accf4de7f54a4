"""People with browsers, as far as the wire can tell: a cookie, HTTP and WebSockets."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.serving import Server

Said = dict[str, Any]
PATIENCE = 60.0
LISTS = ("mine", "waiting", "playing")
"""Those of tables in the lobby."""
IDS = count(1)
"""Never used twice: the same id of the same guest is the same ask."""


class Socket:
    """One open table. What was said besides the answers is kept in `news`."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.news: list[Said] = []

    def hear(self) -> Said:
        said: Said = msgspec.json.decode(self.connection.recv(timeout=PATIENCE))
        return said

    def until(self, what: Callable[[Said], Any]) -> Said:
        """The next message for which that is true; earlier news is passed over."""
        while True:
            said = self.news.pop(0) if self.news else self.hear()
            if what(said):
                return said

    def end(self) -> int | None:
        """Hear all there is to hear; the code with which the server closed."""
        with suppress(ConnectionClosed):
            while True:
                self.hear()
        return self.connection.protocol.close_code

    def send(self, **ask: Any) -> None:
        self.connection.send(msgspec.json.encode(ask).decode())

    def ask(self, kind: str, **fields: Any) -> Said:
        """Ask, and wait for the answer."""
        ask = {"id": f"a{next(IDS)}", "type": kind, **fields}
        self.send(**ask)
        return self.answer(ask["id"])

    def answer(self, ask: str | None) -> Said:
        while True:
            said = self.hear()
            if said["type"] in ("ack", "refused", "previewed", "judged") and said["id"] == ask:
                return said
            self.news.append(said)

    def play(self, seat: int, cell: str, **more: Any) -> Said:
        return self.ask("play", seat=seat, move={"type": "place", "cell": cell}, **more)


class Person:
    def __init__(
        self, server: Server, cookie: str | None = None, *, came_from: str | None = None
    ) -> None:
        """Someone new, or the one whose cookie it is; `came_from` is the address of the sockets."""
        self._server = server
        self._from = {"X-Forwarded-For": came_from} if came_from else {}
        cookies = {"guest": cookie} if cookie else None
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, cookies=cookies)
        self.http.get("/t/anything")

    def open(self, *seats: dict[str, Any], **options: Any) -> str:
        """A new table of Kewbz."""
        new = {"game": "kewbz", "seats": seats, "options": options}
        answer = self.http.post("/api/tables", json=new)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @contextmanager
    def socket(
        self, table: str, since: int | None = None, *, watch: bool = False, **headers: str
    ) -> Iterator[Socket]:
        """Open a table; what it says first is its first news."""
        query = "?watch" if watch else "" if since is None else f"?since={since}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws://127.0.0.1:{self._server.port}/tables/{table}/play{query}"
        headers = {"Cookie": cookie, **self._from, **headers}
        with connect(address, additional_headers=headers, compression=None) as connection:
            socket = Socket(connection)
            socket.news.append(socket.hear())
            yield socket


def me(name: str = "Ada") -> dict[str, Any]:
    return {"kind": "me", "name": name}


def bot(level: str) -> dict[str, Any]:
    return {"kind": "bot", "level": level}


FREE = {"kind": "free"}

SMALL = {"size": 5, "cubes": 8}
GAME = ["e2", "e1", "d1", "e3", "e4", "d4", "c4", "c3", "b5"]
"""A whole game on the small board: seat 0 wins by 7 to 1, with its last cube."""

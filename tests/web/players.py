"""Players who go on whatever happens to the server, and remember what they were told."""

import threading
import time

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from inglenook.core.match import Match
from tests.serving import Server
from tests.web.people import Person, Said, Socket, me

OPTIONS = {"size": 12, "cubes": 60}
PAUSE = 0.03
"""Seconds between two moves: faster ones would be refused in the long run."""


class Player(threading.Thread):
    """Plays both seats of a table of Kewbz, one move after the other, one game after the other.

    After a loss it comes back and asks again what was not answered, as the protocol says; or it
    stops at the first one. Leaving the context ends the game where it is.
    """

    def __init__(self, server: Server, *, comes_back: bool = True, pause: float = PAUSE) -> None:
        super().__init__()
        self.closes: list[tuple[int | None, str]] = []
        """The code and reason with which the server closed each connection."""
        self.shut = 0
        """How often no connection could be opened."""
        self.ended = 0
        """The games that were played to their end."""
        self._server = server
        self._person = Person(server)
        self._comes_back = comes_back
        self._pause = pause
        self._enough = threading.Event()
        self._acked: dict[str, list[Said]] = {}
        """The moves at each table, in order."""
        self._begin()

    @property
    def moves(self) -> int:
        return sum(map(len, self._acked.values()))

    def _begin(self) -> None:
        self._match = Match("kewbz", options=OPTIONS)
        self._table = self._person.open(me(), me("Eve"), **OPTIONS)
        self._acked[self._table] = []

    def run(self) -> None:
        while not self._enough.is_set():
            try:
                with self._person.socket(self._table) as socket:
                    self._play(socket)
                if self._match.outcome():
                    self.ended += 1
                    self._begin()
                continue
            except ConnectionClosed as e:
                self.closes.append((e.rcvd.code, e.rcvd.reason) if e.rcvd else (None, ""))
            except (OSError, EOFError, InvalidHandshake, httpx.TransportError):
                self.shut += 1
            if not self._comes_back:
                return
            time.sleep(PAUSE)

    def _play(self, socket: Socket) -> None:
        match, acked = self._match, self._acked[self._table]
        while not self._enough.wait(self._pause):
            n = len(acked)
            if n == len(match.log):
                if match.outcome():
                    return
                match.play(match.sample())
            entry = match.log[n]
            sent = msgspec.json.decode(msgspec.json.encode(entry.move))
            answer = socket.ask("play", id=f"m{n}", seat=entry.seat, move=sent)
            assert answer == {"type": "ack", "id": f"m{n}", "seq": n, "table": None}, answer
            acked.append(sent)

    def untold(self) -> int:
        """How many moves were written that this player does not know of.

        All that were acknowledged must be there, in order and once.
        """
        untold = 0
        for table, acked in self._acked.items():
            entries = httpx.get(f"{self._server.url}/api/tables/{table}").json()["entries"]
            assert [entry[0] for entry in entries] == list(range(len(entries)))
            assert [entry[3] for entry in entries[: len(acked)]] == acked
            untold += len(entries) - len(acked)
        return untold

    def __enter__(self) -> "Player":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        self.join()
        self._person.http.close()

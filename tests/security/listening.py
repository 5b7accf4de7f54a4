"""Everything a guest can get to hear about a table, in every way there is."""

import json
from typing import Any

from inglenook.server.app.openapi import OPERATIONS
from tests.web.people import IDS, Person, Said, Socket

NEWS = ("table", "moved")


class Ear:
    """One guest at a table, with a seat or without; all that came to them is kept."""

    def __init__(self, person: Person, socket: Socket, table: str, seat: int | None) -> None:
        self.person = person
        self.seat = seat
        self.heard: list[str] = []
        self.latest: Said = {}
        self.path = f"/api/tables/{table}"
        self._socket = socket

    @property
    def view(self) -> Said:
        """The last view that came."""
        view: Said = self.latest["view"]
        return view

    @property
    def may_move(self) -> bool:
        return self.seat in self.latest["to_move"]

    def listen(self) -> None:
        """Hear what has been said up to now."""
        self._socket.ask("ping")
        news, self._socket.news = self._socket.news, []
        for said in news:
            self.heard.append(json.dumps(said))
            if said["type"] in NEWS:
                self.latest = said

    def play(self, **move: Any) -> Said:
        answer = self._socket.ask("play", seat=self.seat, move=move)
        self.heard.append(json.dumps(answer))
        return answer

    def pry(self) -> None:
        """Ask everything that can be asked, allowed or not, without changing anything."""
        http = self.person.http
        seats = range(len(http.get(self.path).json()["seats"]))
        for method, path in OPERATIONS:
            if method == "get" and not path.endswith(("/stream", "/events")):
                address = path.replace("/api/tables/{table}", self.path)
                asked = (
                    [f"{address}?seat={seat}" for seat in seats] if "hints" in path else [address]
                )
                for each in asked:
                    answer = http.get(each)
                    self.heard.append(f"{answer.headers} {answer.text}")
        with http.stream("GET", f"{self.path}/stream?since=-1") as stream:
            self.heard.append(next(stream.iter_lines()))
        with http.stream("GET", "/api/events") as stream:
            lines = stream.iter_lines()
            self.heard.append(next(lines))
            # Of each table that follows there is at least one thing to say.
            self.heard += [next(lines) for _ in json.loads(self.heard[-1])["tables"]]
        for seat in seats:
            preview = self._socket.ask("preview", seat=seat)
            nonsense = {"id": f"n{next(IDS)}", "seat": seat, "move": {"type": "nonsense"}}
            refused = http.post(f"{self.path}/moves", json=nonsense)
            self.heard += [json.dumps(preview), refused.text]

"""Prolix over the wire: bad words, and people or servers that go away in the middle."""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.serving import Server
from tests.web.people import FREE, Person, Said, Socket, me

CLOSED = 3.0
"""Seconds for which the server is down."""


def in_phase(phase: str) -> Any:
    return lambda said: said.get("view", {}).get("phase") == phase


def say(socket: Socket, seat: int, word: str) -> Said:
    return socket.ask("play", seat=seat, move={"type": "say", "word": word})


def open_table(person: Person, seats: list[dict[str, Any]], **options: Any) -> str:
    new = {"game": "prolix", "seats": seats, "options": options}
    return str(person.http.post("/api/tables", json=new).json()["id"])


def test_who_asks_for_it_is_told_that_a_word_is_not_in_the_list(ada: Person) -> None:
    table = open_table(ada, [me("A"), me("B"), me("C")], tie_window_ms=0)
    with ada.socket(table) as a:
        word = {"type": "say", "word": "zzzqq"}
        careful = a.ask("play", seat=0, move=word, careful=True)
        assert (careful["type"], careful["code"]) == ("refused", "not-in-list")
        # Nothing has happened, and it can be said all the same.
        assert a.ask("play", seat=0, move=word)["type"] == "ack"


def test_a_word_in_the_list_is_said_at_once(ada: Person) -> None:
    table = open_table(ada, [me("A"), me("B"), me("C")])
    with ada.socket(table) as a:
        word = {"type": "say", "word": "stone"}
        assert a.ask("play", seat=0, move=word, careful=True)["type"] == "ack"
        bad = a.ask("play", seat=1, move={"type": "shout"}, careful=True)
        assert bad["code"] == "bad-move"


@contextmanager
def three(server: Server) -> Iterator[list[Person]]:
    people = [Person(server) for _ in range(3)]
    yield people
    for person in people:
        person.http.close()


@pytest.mark.parametrize(
    "word",
    ["", " ", "st0ne", "sté1e", "s" * 1000, "two words", "don't", "well-off", "Stone", "אבן", "石"],
)
def test_a_word_that_is_none_is_refused_and_the_table_goes_on(ada: Person, word: str) -> None:
    table = open_table(ada, [me("A"), me("B"), me("C")])
    with ada.socket(table) as a:
        refused = say(a, 0, word)
        assert (refused["type"], refused["code"]) == ("refused", "bad-word")
        assert say(a, 0, "stone")["type"] == "ack"


def test_a_refused_word_is_told_what_it_clashes_with(ada: Person) -> None:
    seats = [me("A"), me("B"), me("C")]
    table = open_table(ada, seats, challenges="referee", tie_window_ms=0)
    with ada.socket(table) as a:
        assert say(a, 0, "begrudging")["type"] == "ack"
        a.until(lambda said: said["type"] == "moved" and said["view"]["used"])
        cheapie = say(a, 1, "begrudged")
        assert (cheapie["code"], cheapie["detail"]) == ("cheapie", "begrudging")


def test_a_finished_game_is_looked_back_on(ada: Person) -> None:
    table = open_table(ada, [me("A")])
    with ada.socket(table) as a:
        tiles = a.news[0]["view"]["tiles"]
        early = ada.http.get(f"/api/tables/{table}/review")
        assert (early.status_code, early.json()["code"]) == (409, "not-over")
        # A word that misses every target.
        assert a.ask("play", seat=0, move={"type": "write", "word": "a"})["type"] == "ack"
        a.until(in_phase("over"))
    (board,) = ada.http.get(f"/api/tables/{table}/review").json()["boards"]
    assert board["tiles"] == tiles
    assert [(shown["word"], shown["value"]) for shown in board["said"]] == [("a", 0)]
    values = [line["value"] for line in board["best"]]
    assert len(values) == 5
    assert values == sorted(values, reverse=True)
    assert values[-1] > 0


def test_reloading_in_a_challenge_window(server: Server) -> None:
    with three(server) as people:
        table = open_table(people[0], [me("A"), FREE, FREE], challenge_window_ms=20_000)
        with people[1].socket(table) as b, people[2].socket(table) as c:
            b.ask("sit", seat=1, name="B")
            c.ask("sit", seat=2, name="C")
            with people[0].socket(table) as a:
                assert say(a, 0, "stone")["type"] == "ack"
                a.until(in_phase("challenge"))
            with people[0].socket(table) as a:
                first = a.news[0]
                assert first["view"]["phase"] == "challenge"
                assert [stake["word"] for stake in first["view"]["stakes"]] == ["stone"]
                assert first["clock"] < first["view"]["deadline"]
                for seat, other in ((1, b), (2, c)):
                    assert other.ask("play", seat=seat, move={"type": "accept"})["type"] == "ack"
                a.until(in_phase("open"))


def test_killed_in_a_vote(tmp_path: Path) -> None:
    with Server(tmp_path) as server, three(server) as people, ExitStack() as stack:
        table = open_table(people[0], [me("A"), FREE, FREE], vote_window_ms=60_000)
        with people[0].socket(table) as a, people[1].socket(table) as b:
            b.ask("sit", seat=1, name="B")
            people[2].http.post(
                f"/api/tables/{table}/asks",
                json={"type": "sit", "id": "sit", "seat": 2, "name": "C"},
            )
            assert say(a, 0, "stone")["type"] == "ack"
            b.until(in_phase("challenge"))
            asked = time.monotonic()
            challenge = {"type": "challenge", "seat": 0}
            assert b.ask("play", seat=1, move=challenge)["type"] == "ack"
            before = b.until(in_phase("vote"))["clock"]
            server.kill()
            open_for = time.monotonic() - asked
        time.sleep(CLOSED)
        opened = time.monotonic()
        server.start()
        c = stack.enter_context(people[2].socket(table))
        assert c.news[0]["view"]["phase"] == "vote"
        # An outage is nobody's thinking time.
        open_for += time.monotonic() - opened
        assert c.news[0]["clock"] - before <= 1000 * open_for + 1
        vote = {"type": "vote", "recognise": True}
        assert c.ask("play", seat=2, move=vote)["type"] == "ack"
        # The one who was asked knows the word: it counts, and the challenge was in vain.
        view = c.until(in_phase("open"))["view"]
        assert [sheet["failed"] for sheet in view["sheets"]] == [0, 1, 0]


def test_another_guest_cannot_read_the_board_of_the_day_ahead(tmp_path: Path) -> None:
    with Server(tmp_path) as server, ExitStack() as stack:
        ada, bob = Person(server), Person(server)
        stack.callback(ada.http.close)
        stack.callback(bob.http.close)
        new = {"game": "prolix", "seats": [me("A")], "daily": True}
        table = str(ada.http.post("/api/tables", json=new).json()["id"])
        with ada.socket(table) as mine, bob.socket(table) as his:
            ready = mine.ask("play", seat=0, move={"type": "ready"})
            assert ready["type"] == "ack"
            assert (his.news[0]["type"], his.news[0]["code"]) == ("refused", "day-not-over")
            assert his.end() == 4403
            mine.ask("play", seat=0, move={"type": "resign"})
        for page in ("", "/stream", "/replay", "/review"):
            answer = bob.http.get(f"/api/tables/{table}{page}")
            assert (answer.status_code, answer.json()["code"]) == (403, "day-not-over"), page
        for person in (ada, bob):
            answer = person.http.get(f"/api/tables/{table}/record")
            assert (answer.status_code, answer.json()["code"]) == (403, "day-not-over")
        seen = "".join(
            ada.http.get(f"/api/tables/{table}{page}").text for page in ("", "/replay", "/review")
        )
        assert "seed" not in seen
        server.kill()
        with closing(sqlite3.connect(tmp_path / "inglenook.db")) as store, store:
            (what,) = store.execute(
                "SELECT what FROM happenings WHERE table_id = ? AND what LIKE '%daily%'", (table,)
            ).fetchone()
            (seed,) = store.execute("SELECT seed FROM tables WHERE id = ?", (table,)).fetchone()
            assert seed not in seen
            # Many days later.
            earlier = json.dumps({**json.loads(what), "date": "2020-02-02"})
            store.execute(
                "UPDATE happenings SET what = ? WHERE table_id = ? AND what = ?",
                (earlier, table, what),
            )
        server.start()
        for page in ("", "/replay", "/review", "/record"):
            assert bob.http.get(f"/api/tables/{table}{page}").status_code == 200, page
        assert bob.http.get(f"/api/tables/{table}/record").json()["seed"] == seed
        with bob.socket(table) as his:
            assert his.news[0]["daily"] == "2020-02-02"

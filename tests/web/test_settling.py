"""While NATURE's slow move is computed, the server goes on; killed, it computes the move again."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from inglenook import loads, rerun
from tests.command import TOYS
from tests.serving import Server
from tests.web.people import FREE, PATIENCE, Person, Socket, me


@contextmanager
def ringing(tmp_path: Path) -> Iterator[tuple[Server, Person, str, Path]]:
    """A server, a table at which the anvil was struck, and the gate it waits at before it rings."""
    gate = tmp_path / "gate"
    gate.mkdir()
    with Server(tmp_path / "data", sys.executable, TOYS) as server:
        ada = Person(server)
        table = open_anvil(ada, gate, me(), me("Eve"))
        with ada.socket(table) as socket:
            assert strike(socket, 0)["seq"] == 0
        until_there(gate / "1")
        yield server, ada, table, gate
        ada.http.close()


def open_anvil(person: Person, gate: Path, *seats: dict[str, Any]) -> str:
    new = {"game": "anvil", "seats": seats, "options": {"gate": str(gate)}}
    return str(person.http.post("/api/tables", json=new).json()["id"])


def strike(socket: Socket, seat: int) -> dict[str, Any]:
    return socket.ask("play", seat=seat, move={"type": "strike"})


def until_there(file: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < end, f"{file.name} never came"
        time.sleep(0.01)


def play_out(ada: Person, table: str) -> list[str]:
    """Strike until the game is over; the moves of its record, which a rerun must give again."""
    with ada.socket(table) as socket:
        said = socket.news[0]
        while not said["outcome"]:
            if said["to_move"] != [-1]:
                assert strike(socket, said["to_move"][0])["type"] == "ack"
            said = socket.until(partial(later, said["seq"]))
    record = loads(ada.http.get(f"/api/tables/{table}/record").content)
    assert tuple(rerun(record).log) == record.log
    return [type(entry.move).__name__ for entry in record.log]


def later(seq: int, said: dict[str, Any]) -> bool:
    return bool(said["seq"] > seq)


def test_other_tables_and_other_asks_are_answered_meanwhile(tmp_path: Path) -> None:
    with ringing(tmp_path) as (_, ada, table, gate), ada.socket(table) as socket:
        assert socket.news[0]["to_move"] == [-1]
        assert strike(socket, 1)["code"] == "wrong-phase"
        with ada.socket(ada.open(me(), me("Eve"))) as other:
            assert other.play(0, "d4")["seq"] == 0
            assert other.play(1, "d5")["seq"] == 1
        assert socket.ask("ping")["type"] == "ack"
        assert ada.http.get(f"/api/tables/{table}").json()["seq"] == 0
        (gate / "open").touch()
        rang = socket.until(lambda said: said["type"] == "moved" and said["seq"] == 1)
        assert rang["entries"][0][3]["type"] == "rang"
        assert play_out(ada, table) == ["Strike", "Rang"] * 3


def test_a_server_killed_while_the_anvil_rings_lets_it_ring_again(tmp_path: Path) -> None:
    with ringing(tmp_path) as (server, ada, table, gate):
        server.kill()
        (gate / "1").unlink()
        server.start()
        with ada.socket(table) as socket:
            assert socket.news[0]["seq"] == 0
            until_there(gate / "1")
            assert strike(socket, 1)["code"] == "wrong-phase"
            (gate / "open").touch()
            assert socket.until(lambda said: said["seq"] == 1)["to_move"] == [1]
        assert play_out(ada, table) == ["Strike", "Rang"] * 3


def test_what_was_computed_for_a_strike_taken_back_is_dropped(tmp_path: Path) -> None:
    with ringing(tmp_path) as (_, ada, table, gate), ada.socket(table) as socket:
        assert socket.ask("takeback", seat=0)["type"] == "ack"
        # The anvil rings once more, and what it would have said the first time comes too late.
        assert strike(socket, 0)["seq"] == 2
        (gate / "open").touch()
        assert socket.until(lambda said: said["seq"] == 3)["to_move"] == [1]
        assert play_out(ada, table) == ["Strike", "Undo", "Strike", "Rang"] + ["Strike", "Rang"] * 2


def test_the_anvil_does_not_ring_while_a_seat_is_free(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    gate.mkdir()
    with Server(tmp_path / "data", sys.executable, TOYS) as server:
        ada, bob = Person(server), Person(server)
        table = open_anvil(ada, gate, me(), FREE)
        with ada.socket(table) as a, bob.socket(table) as b:
            b.ask("sit", seat=1, name="Bob")
            strike(a, 0)
            until_there(gate / "1")
            b.ask("leave", seat=1)
            (gate / "open").touch()
            # What is computed in turn behind it is a sign that the first is done.
            with ada.socket(open_anvil(ada, gate, me(), me("Eve"))) as other:
                strike(other, 0)
                other.until(lambda said: said["seq"] == 1)
            assert ada.http.get(f"/api/tables/{table}").json()["seq"] == 0
            b.ask("sit", seat=1, name="Bob")
            assert a.until(lambda said: said["seq"] == 1)["to_move"] == [1]
        ada.http.close()
        bob.http.close()

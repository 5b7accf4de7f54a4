"""A flood of asks: each is answered with its code, and the table goes on for the others."""

from threading import Thread
from typing import Any

import msgspec

from tests.web.people import FREE, GAME, SMALL, Person, Socket, me

FLOOD = 2000


def pour(socket: Socket, seat: int, move: dict[str, Any]) -> None:
    """The same move again and again, all in one go, as no well-meant client would send it."""
    line = socket.connection
    with line.protocol_mutex:
        for n in range(FLOOD):
            ask = {"type": "play", "id": f"flood {n}", "seat": seat, "move": move}
            line.protocol.send_text(msgspec.json.encode(ask))
        data = b"".join(line.protocol.data_to_send())
    line.socket.sendall(data)


def codes_of_flood(socket: Socket, seat: int, **move: Any) -> list[str | None]:
    flood = Thread(target=pour, args=(socket, seat, move))
    flood.start()
    codes = [socket.answer(f"flood {n}").get("code") for n in range(FLOOD)]
    flood.join()
    return codes


def test_a_flood_of_moves_is_refused_one_by_one(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE, **SMALL)
    with ada.socket(table) as a, bob.socket(table) as b:
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        assert a.play(0, GAME[0])["type"] == "ack"
        codes = codes_of_flood(b, 1, type="place", cell=GAME[1])
        assert codes == [None] + ["not-your-turn"] * (FLOOD - 1)
        assert a.play(0, GAME[2])["type"] == "ack"
        assert b.play(1, GAME[3])["type"] == "ack"


def test_a_flood_from_one_who_may_not_move_holds_up_nobody(ada: Person, bob: Person) -> None:
    table = ada.open(me(), me("Eve"))
    with ada.socket(table) as a, bob.socket(table) as b:
        flood = Thread(target=pour, args=(b, 1, {"type": "place", "cell": "d4"}))
        flood.start()
        assert a.play(0, "d5")["type"] == "ack"
        assert a.play(1, "e5")["type"] == "ack"
        codes = {b.answer(f"flood {n}")["code"] for n in range(FLOOD)}
        flood.join()
        assert codes == {"not-your-seat"}


def test_a_flood_of_claims_is_one_claim(ada: Person) -> None:
    new = {"game": "prolix", "seats": [me("A"), me("B"), me("C")]}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    with ada.socket(table) as a, ada.socket(table) as other:
        codes = codes_of_flood(a, 1, type="say", word="stone")
        assert codes[0] is None
        assert set(codes[1:]) <= {"already-said", "wrong-phase"}
        said = other.until(lambda said: said.get("view", {}).get("phase") == "challenge")
        assert [stake["seat"] for stake in said["view"]["stakes"]] == [1]

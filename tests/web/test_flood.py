"""A flood of asks: each is answered with its code, and the table goes on for the others."""

import time
from contextlib import suppress
from threading import Thread
from typing import Any

import msgspec

from inglenook.web.limits import HOPELESS, MESSAGES_A_SECOND
from tests.web.people import FREE, GAME, SMALL, Person, Socket, me

FLOOD = HOPELESS
"""Far too much, but not so much that the connection is closed."""
TOO_FAST = "too-fast"


def pour(socket: Socket, asks: list[dict[str, Any]]) -> None:
    """Send them all in one go, as no well-meant client would."""
    line = socket.connection
    with line.protocol_mutex:
        for ask in asks:
            line.protocol.send_text(msgspec.json.encode(ask))
        data = b"".join(line.protocol.data_to_send())
    with suppress(OSError):  # the server has had enough
        line.socket.sendall(data)


def flood(seat: int, **move: Any) -> list[dict[str, Any]]:
    """The same move again and again."""
    ask = {"type": "play", "seat": seat, "move": move}
    return [{"id": f"flood {n}", **ask} for n in range(FLOOD)]


def codes_of(socket: Socket, asks: list[dict[str, Any]]) -> list[str | None]:
    """The codes with which a flood of asks is answered."""
    pouring = Thread(target=pour, args=(socket, asks))
    pouring.start()
    codes = [socket.answer(ask["id"]).get("code") for ask in asks]
    pouring.join()
    return codes


def calm_down(socket: Socket) -> None:
    """Wait until one more ask is not too fast."""
    time.sleep(5 / MESSAGES_A_SECOND)
    assert socket.ask("ping")["type"] == "ack"


def test_a_flood_of_moves_is_refused_one_by_one(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE, **SMALL)
    with ada.socket(table) as a, bob.socket(table) as b:
        assert b.ask("sit", seat=1, name="Bob")["type"] == "ack"
        assert a.play(0, GAME[0])["type"] == "ack"
        codes = codes_of(b, flood(1, type="place", cell=GAME[1]))
        assert codes[0] is None
        assert set(codes[1:]) == {"not-your-turn", TOO_FAST}
        assert a.play(0, GAME[2])["type"] == "ack"
        calm_down(b)
        assert b.play(1, GAME[3])["type"] == "ack"


def test_a_flood_from_one_who_may_not_move_holds_up_nobody(ada: Person, bob: Person) -> None:
    table = ada.open(me(), me("Eve"))
    with ada.socket(table) as a, bob.socket(table) as b:
        asks = flood(1, type="place", cell="d4")
        pouring = Thread(target=pour, args=(b, asks))
        pouring.start()
        assert a.play(0, "d5")["type"] == "ack"
        assert a.play(1, "e5")["type"] == "ack"
        codes = {b.answer(ask["id"])["code"] for ask in asks}
        pouring.join()
        assert codes == {"not-your-seat", TOO_FAST}


def test_a_flood_of_claims_is_one_claim(ada: Person) -> None:
    new = {"game": "prolix", "seats": [me("A"), me("B"), me("C")]}
    table = ada.http.post("/api/tables", json=new).json()["id"]
    with ada.socket(table) as a, ada.socket(table) as other:
        codes = codes_of(a, flood(1, type="say", word="stone"))
        assert codes[0] is None
        assert set(codes[1:]) <= {"already-said", "wrong-phase", TOO_FAST}
        said = other.until(lambda said: said.get("view", {}).get("phase") == "challenge")
        assert [stake["seat"] for stake in said["view"]["stakes"]] == [1]

"""Nobody acts for someone else's seat, however they go about it."""

from typing import Any

import pytest

from tests.security.listened_server import Watched
from tests.web.people import FREE, Person, me

KINDS: list[dict[str, Any]] = [
    {"type": "play", "move": {"type": "place", "cell": "d4"}},
    {"type": "play", "move": {"type": "resign"}},
    {"type": "preview"},
    {"type": "leave"},
    {"type": "takeback"},
    {"type": "answer", "agree": True},
]


@pytest.fixture(scope="module")
def server(everywhere: Watched) -> Watched:
    return everywhere


def open_table(ada: Person, bob: Person) -> str:
    """Ada has seat 0, Bob seat 1, and Ada has made a move."""
    table = ada.open(me(), FREE)
    asks = f"/api/tables/{table}/asks"
    sit = {"type": "sit", "id": "sit", "seat": 1, "name": "Bob"}
    assert bob.http.post(asks, json=sit).status_code == 200
    place = {"type": "play", "id": "first", "seat": 0, "move": {"type": "place", "cell": "e5"}}
    assert ada.http.post(asks, json=place).status_code == 200
    return table


def seating(table: dict[str, Any]) -> list[dict[str, Any]]:
    """Who sits where. Who is here is told a little later, by another worker."""
    return [{**seat, "here": None} for seat in table["seats"]]


@pytest.mark.parametrize("who", ["the other player", "one who watches"])
def test_nobody_acts_for_another(ada: Person, bob: Person, eve: Person, who: str) -> None:
    table = open_table(ada, bob)
    thief, seats = (bob, [0]) if who == "the other player" else (eve, [0, 1])
    before = ada.http.get(f"/api/tables/{table}").json()
    with thief.socket(table) as socket:
        for seat in seats:
            for n, kind in enumerate(KINDS):
                ask = {"seat": seat, **kind}
                assert socket.ask(ask.pop("type"), **ask)["code"] == "not-your-seat"
                answer = thief.http.post(
                    f"/api/tables/{table}/asks", json={"id": f"h{seat} {n}", "seat": seat, **kind}
                )
                assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
            for n, kind in enumerate(KINDS[:2]):
                move = {"id": f"m{seat} {n}", "seat": seat, "move": kind["move"]}
                answer = thief.http.post(f"/api/tables/{table}/moves", json=move)
                assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
            assert socket.ask("sit", seat=seat, name="Me")["code"] == "seat-taken"
            assert socket.ask("free", seat=seat)["code"] in ("not-away", "not-seated")
            assert socket.ask("bot", seat=seat, level="pebble")["type"] == "refused"
            hints = thief.http.get(f"/api/tables/{table}/hints?seat={seat}")
            assert hints.status_code == 403
    after = ada.http.get(f"/api/tables/{table}").json()
    assert (after["seq"], seating(after)) == (before["seq"], seating(before))


def test_anothers_ask_id_gets_no_answer_of_theirs(ada: Person, bob: Person) -> None:
    """An id that was answered is answered again to its owner, and to nobody else."""
    table = open_table(ada, bob)
    again = {"type": "play", "id": "first", "seat": 0, "move": {"type": "place", "cell": "e5"}}
    asks = f"/api/tables/{table}/asks"
    assert ada.http.post(asks, json=again).json()["seq"] == 0
    assert bob.http.post(asks, json=again).json()["code"] == "not-your-seat"
    with bob.socket(table) as socket:
        ask = {key: again[key] for key in ("id", "seat", "move")}
        assert socket.ask("play", **ask)["code"] == "not-your-seat"

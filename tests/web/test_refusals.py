"""Bad input: each gets its code, and the server keeps running."""

from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.serving import Server
from tests.web.people import FREE, Person, Socket, bot, me


@pytest.fixture
def a(ada: Person) -> Any:
    with ada.socket(ada.open(me(), me("Eve"))) as socket:
        yield socket


def test_an_unknown_table(ada: Person) -> None:
    answer = ada.http.get("/api/tables/nowhere")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown-table")
    assert set(answer.json()) == {"type", "id", "code", "detail"}
    with ada.socket("nowhere") as a:
        assert (a.news[0]["type"], a.news[0]["code"]) == ("refused", "unknown-table")
        assert a.end() == 4404


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("", None),
        ("nonsense", None),
        ("[1,2]", None),
        ('"\\ud800"', None),
        ('{"type":"play"}', None),
        ('{"type":"dance","id":"7"}', "7"),
        ('{"type":"play","id":"7","seat":"x","move":{}}', "7"),
        ('{"type":"play","id":"7","seat":-1,"move":{}}', "7"),
        ('{"type":"play","id":"7","seat":0,"move":{},"more":1}', "7"),
        ('{"type":"play","id":"","seat":0,"move":{}}', ""),
        ('{"type":"sit","id":"7","seat":0,"name":"%s"}' % ("x" * 25), "7"),
        ("[" * 5000, None),
    ],
)
def test_nonsense_is_refused_and_play_goes_on(a: Socket, text: str, ask: str | None) -> None:
    a.connection.send(text)
    refused = a.answer(ask)
    assert (refused["type"], refused["code"]) == ("refused", "bad-message")
    assert a.play(0, "d4")["type"] == "ack"


def test_bytes_that_are_no_text_are_refused(a: Socket) -> None:
    a.connection.send(b"\xff\xfe\x00")
    assert a.answer(None)["code"] == "bad-message"
    assert a.play(0, "d4")["type"] == "ack"


def test_a_message_that_is_too_large_closes_the_connection(ada: Person) -> None:
    table = ada.open(me(), me("Eve"))
    with ada.socket(table) as a:
        a.connection.send("x" * 20_000)
        assert a.end() == 1009
    with ada.socket(table) as a:
        assert a.play(0, "d4")["type"] == "ack"
    answer = ada.http.post(
        f"/api/tables/{table}/asks",
        content="x" * 20_000,
        headers={"content-type": "application/json"},
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({}, "bad-move"),
        ({"type": "fly"}, "bad-move"),
        ({"type": "place"}, "bad-move"),
        ({"type": "place", "cell": "z9"}, "bad-cell"),
        ({"type": "place", "cell": "d4", "stack": ["d4"]}, "stack-wrong"),
        ({"type": "swap"}, "no-swap"),
    ],
)
def test_a_move_that_is_none(a: Socket, move: dict[str, Any], code: str) -> None:
    assert a.ask("play", seat=0, move=move)["code"] == code


def test_wrong_turn_taken_seat_and_seats_that_are_not_there(a: Socket) -> None:
    assert a.play(1, "d4")["code"] == "not-your-turn"
    assert a.ask("sit", seat=1, name="Bob")["code"] == "seat-taken"
    assert a.ask("sit", seat=2, name="Bob")["code"] == "no-such-seat"
    assert a.play(15, "d4")["code"] == "no-such-seat"
    assert a.ask("free", seat=1)["code"] == "not-away"
    assert a.ask("rematch")["code"] == "not-over"


def test_nobody_moves_for_another(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE)
    with ada.socket(table), bob.socket(table) as b:
        b.ask("sit", seat=1, name="Bob")
        for kind in ("leave", "takeback", "preview"):
            assert b.ask(kind, seat=0)["code"] == "not-your-seat"
        assert b.play(0, "d4")["code"] == "not-your-seat"
        assert b.ask("answer", seat=0, agree=True)["code"] == "not-your-seat"


@pytest.mark.parametrize(
    ("new", "code"),
    [
        ({"game": "chess", "seats": [me(), me()]}, "unknown-game"),
        ({"game": "../kewbz", "seats": [me(), me()]}, "unknown-game"),
        ({"game": "kewbz", "seats": [me()]}, "bad-seats"),
        ({"game": "kewbz", "seats": [me(), me()], "options": {"size": 99}}, "bad-options"),
        ({"game": "kewbz", "seats": [me(), me()], "options": {"colour": 1}}, "bad-options"),
        ({"game": "kewbz", "seats": [me(), me()], "options": {"size": "8"}}, "bad-options"),
        (
            {"game": "kewbz", "seats": [me(), me()], "options": {"size": 5, "cubes": 60}},
            "bad-options",
        ),
        ({"game": "kewbz", "seats": [me(), bot("nobody")]}, "unknown-level"),
        ({"game": "kewbz", "seats": [me(), {"kind": "bot"}]}, "unknown-level"),
        ({"game": "kewbz", "seats": [me(), {"kind": "me"}]}, "bad-name"),
        ({"game": "kewbz", "seats": [me(), {"kind": "king"}]}, "bad-message"),
        ({"game": "kewbz"}, "bad-message"),
        ([], "bad-message"),
    ],
)
def test_a_table_that_cannot_be_made(ada: Person, new: Any, code: str) -> None:
    answer = ada.http.post("/api/tables", json=new)
    assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_addresses_that_are_not_there(ada: Person, server: Server) -> None:
    answer = ada.http.get("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    answer = ada.http.request("DELETE", "/api/tables", headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (405, "bad-method")
    assert "POST" in answer.headers["allow"]
    table = ada.open(me(), FREE)
    answer = ada.http.get(f"/api/tables/{table}/stream?since=x")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-since")
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{server.port}/elsewhere"):
        pass

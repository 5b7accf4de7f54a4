"""Games brought along: `POST /api/records`. Whatever is in the body, it gets a plain answer."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from inglenook.server.app.tables_api import LARGEST_RECORD
from inglenook.server.http.limits import RECORDS_OF_ADDRESS, RECORDS_OF_GUEST
from tests.serving import Server
from tests.web.people import GAME, LISTS, SMALL, Person, bot, me

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
RECORD = (GOLDEN / "kewbz-last-cube.json").read_text()
JSON = {"content-type": "application/json"}
DEEP = 100_000


@pytest.fixture
def eve(server: Server) -> Iterator[httpx.Client]:
    """A new guest each time she comes, so that only what she brings is refused."""
    with httpx.Client(base_url=server.url, headers=JSON, timeout=60) as client:
        yield client


def bring(client: httpx.Client, text: str | bytes) -> tuple[int, str, str]:
    answer = client.post("/api/records", content=text, headers=JSON)
    body = answer.json()
    return answer.status_code, body.get("code", ""), body.get("detail", "")


@pytest.mark.parametrize("name", ["kewbz-last-cube", "prolix-marks", "conex-goal", "konexi-goal"])
def test_a_finished_game_can_be_looked_at_by_all(ada: Person, bob: Person, name: str) -> None:
    text = (GOLDEN / f"{name}.json").read_text()
    answer = ada.http.post("/api/records", content=text, headers=JSON)
    assert answer.status_code == 201, answer.text
    table = answer.json()["id"]
    shown = bob.http.get(f"/api/tables/{table}").json()
    assert shown["status"] == "over"
    assert shown["outcome"]
    assert {seat["kind"] for seat in shown["seats"]} == {"free"}
    assert bob.http.get(f"/api/tables/{table}/record").json()["log"] == json.loads(text)["log"]
    assert bob.http.get(f"/api/tables/{table}/replay").status_code == 200
    with bob.socket(table) as b:
        assert b.ask("sit", seat=0, name="Bob")["code"] == "game-over"
        assert b.ask("rematch")["code"] == "not-seated"
    listed = bob.http.get("/api/tables").json()
    assert table not in {line["id"] for name in LISTS for line in listed[name]}


def test_names_are_kept(ada: Person, bob: Person) -> None:
    table = ada.open(me("Ada"), bot("pebble"), **SMALL)
    with ada.socket(table) as a:
        assert a.ask("play", seat=0, move={"type": "resign"})["type"] == "ack"
    record = ada.http.get(f"/api/tables/{table}/record").json()
    assert record["names"] == ["Ada", "Pebble"]
    record["names"] = ["A\u202eda \u0000Lovelace of the " + "x" * 40, "\u0007"]
    again = bob.http.post("/api/records", json=record).json()["id"]
    seats = ada.http.get(f"/api/tables/{again}").json()["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [
        ("person", "Ada Lovelace of the xxxx"),
        ("free", ""),
    ]
    # They are only names: the seats are nobody's, not even those of someone unknown.
    assert not any(
        seat["yours"]
        for seat in httpx.get(f"{ada.http.base_url}/api/tables/{again}").json()["seats"]
    )


def test_a_record_from_here_comes_back_as_it_was(ada: Person, bob: Person) -> None:
    table = ada.open(me(), me("Eve"), **SMALL)
    with ada.socket(table) as a:
        for n, cell in enumerate(GAME):
            assert a.play(n % 2, cell)["type"] == "ack"
    record = ada.http.get(f"/api/tables/{table}/record").text
    copy = bob.http.post("/api/records", content=record, headers=JSON).json()["id"]
    assert copy != table
    assert bob.http.get(f"/api/tables/{copy}/record").text == record


def changed(*place: str | int, to: Any) -> str:
    """A good record with something else in one place."""
    record = at = json.loads(RECORD)
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = to
    return json.dumps(record)


def inserted(text: str) -> str:
    """A good record with that text as its options."""
    return re.sub(r'"options":\{.*?\}', lambda _: f'"options":{text}', RECORD, count=1)


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        (changed("log", 3, 3, "cell", to="z9"), "bad-cell at entry 3"),
        (changed("log", 3, 2, to=7), "at entry 3"),
        (changed("log", 3, 0, to=5), "bad-seq at entry"),
        (changed("log", 3, 1, to=-1), "bad-time"),
        (changed("log", 3, 4, to=10**6), "at entry 3"),
        (changed("digest", to="0" * 32), "bad-digest"),
    ],
)
def test_a_record_that_breaks_the_rules(eve: httpx.Client, text: str, detail: str) -> None:
    status, code, said = bring(eve, text)
    assert (status, code) == (400, "bad-record")
    assert detail in said


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe\x00",
        "null",
        "[]",
        "{}",
        '"\\ud800"',
        RECORD[:-40],
        "[" * DEEP,
        '{"game":' * DEEP,
        inserted("[" * DEEP + "]" * DEEP),
        inserted('{"size":' + '{"a":' * DEEP + "1" + "}" * DEEP + "}"),
        inserted('{"size":' + '{"a":' * 900 + "1" + "}" * 900 + "}"),
        inserted('{"size":NaN}'),
        inserted('{"size":1e999}'),
        inserted('{"size":' + "9" * 30 + "}"),
        inserted('{"size":' + "9" * 5000 + "}"),
        inserted('{"size":"8"}'),
        inserted('{"size":10000000}'),
        changed("game", to="chess"),
        changed("game", to="../kewbz"),
        changed("game", to={}),
        changed("rules", to=99),
        changed("rules", to=10**30),
        changed("seats", to=10**9),
        changed("seats", to=-1),
        changed("seats", to=2.5),
        changed("seed", to=7),
        changed("log", to={"0": 1}),
        changed("log", to=[[]] * 1000),
        changed("log", 0, 1, to=10**30),
        changed("log", 0, 1, to="soon"),
        changed("log", 0, 3, to={"type": "undo", "to": 10**30}),
        changed("log", 0, 3, to={"type": "place", "cell": "x" * 1_000_000}),
        changed("log", 0, 3, to="place"),
        changed("log", 0, 3, to=[1]),
    ],
    ids=lambda text: str(text[:40]),
)
def test_what_is_no_record_is_refused(eve: httpx.Client, text: str | bytes) -> None:
    assert bring(eve, text)[:2] == (400, "bad-record")


def test_the_last_time_of_a_record_fits_into_the_store(eve: httpx.Client) -> None:
    last = len(json.loads(RECORD)["log"]) - 1
    for t in (2**53 + 1, 2**63 - 1, 2**63, 10**30):
        assert bring(eve, changed("log", last, 1, to=t))[:2] == (400, "bad-record")


def test_a_seed_may_be_any_text_that_every_store_can_keep(eve: httpx.Client) -> None:
    assert bring(eve, changed("seed", to="\n 🎲 '"))[0] == 201
    assert bring(eve, changed("seed", to="\0"))[:2] == (400, "bad-record")


def test_a_game_that_is_not_over_becomes_a_study(eve: httpx.Client) -> None:
    record = json.loads(RECORD)
    text = json.dumps(record | {"log": record["log"][:-1], "digest": ""})
    opened = eve.post("/api/records", content=text, headers=JSON).json()
    assert opened["over"] is False
    assert eve.get(f"/api/tables/{opened['id']}").json()["study"] == {"table": None, "seq": -1}
    assert eve.post("/api/records", content=RECORD, headers=JSON).json()["over"] is True


def test_a_record_that_is_too_large(eve: httpx.Client) -> None:
    assert bring(eve, RECORD + " " * LARGEST_RECORD)[:2] == (413, "too-large")
    # One that barely fits is read, and found not to be a record.
    assert bring(eve, b" " * LARGEST_RECORD)[:2] == (400, "bad-record")


def test_a_hundred_megabytes(eve: httpx.Client) -> None:
    def flood() -> Iterator[bytes]:
        for _ in range(100):
            yield b"[" * 1_000_000

    answer = eve.post("/api/records", content=flood())
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert eve.get("/healthz").status_code == 200


def test_records_of_a_guest(ada: Person, bob: Person) -> None:
    for _ in range(RECORDS_OF_GUEST):
        assert bring(ada.http, RECORD)[0] == 201
    answer = ada.http.post("/api/records", content=RECORD, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many-records")
    assert int(answer.headers["retry-after"]) > 1
    assert bring(bob.http, RECORD)[0] == 201


def test_records_of_an_address(eve: httpx.Client) -> None:
    # What is not a record costs as much as one.
    eve.headers["x-forwarded-for"] = "203.0.113.200"
    for _ in range(RECORDS_OF_ADDRESS):
        assert bring(eve, "{}")[0] == 400
        eve.cookies.clear()
    assert bring(eve, RECORD)[:2] == (429, "too-many-records")
    eve.headers["x-forwarded-for"] = "203.0.113.201"
    assert bring(eve, RECORD)[0] == 201


def test_other_sites_and_other_types_are_turned_away(eve: httpx.Client) -> None:
    answer = eve.post("/api/records", content=RECORD, headers={"content-type": "text/plain"})
    assert answer.status_code == 415
    answer = eve.post("/api/records", content=RECORD, headers={"origin": "https://else.example"})
    assert answer.status_code == 403

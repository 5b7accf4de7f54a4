"""Told that it is my turn: over real channels, to receivers on loopback."""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from aiohttp import web
from icalendar import Calendar

from tests.postgres import Postgres
from tests.receivers import Browser, Web, wait_for
from tests.serving import Server
from tests.web.people import FREE, SMALL, Person, me

ALLOW = {**os.environ, "INGLENOOK_WEBHOOK_ALLOW": "127.0.0.0/8"}
Comes = Callable[[Server], Person]
HOUR = 3_600_000
PATIENT = f"""
from inglenook import __main__
from inglenook.server.table import turn_outbox

turn_outbox.TOLD_AFTER_MS = {HOUR}
if __name__ == "__main__":
    __main__.main()
"""
"""A house that tells nobody anything within the first hour of their turn."""
DAYS = {"base": 3 * 86_400_000, "increment": 86_400_000, "cap": 7 * 86_400_000}


@pytest.fixture(scope="module")
def outside() -> Iterator[Web]:
    with Web() as receiver:
        yield receiver


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), env=ALLOW) as server:
        yield server


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[Server]:
    """One with two workers."""
    folder = tmp_path_factory.mktemp("club")
    with Server(folder, database=postgres.database(), workers=2, env=ALLOW) as server:
        yield server


@pytest.fixture
def comes() -> Iterator[Comes]:
    """Somebody new comes to a house."""
    with ExitStack() as going:

        def come(server: Server) -> Person:
            person = Person(server)
            going.callback(person.http.close)
            return person

        yield come


def together(ada: Person, bob: Person, **more: Any) -> str:
    """A table at which Ada is to move, and Bob after her."""
    new = {"game": "kewbz", "seats": [me("Ada"), FREE], "options": SMALL, **more}
    table: str = ada.http.post("/api/tables", json=new).json()["id"]
    assert ask(bob, table, type="sit", seat=1, name="Bob").status_code == 200
    return table


def ask(person: Person, table: str, **ask: Any) -> Any:
    return person.http.post(f"/api/tables/{table}/asks", json={"id": os.urandom(8).hex(), **ask})


def move(person: Person, table: str, seat: int, cell: str) -> None:
    played = ask(person, table, type="play", seat=seat, move={"type": "place", "cell": cell})
    assert played.status_code == 200, played.text


def subscribe(person: Person, browser: Browser, language: str = "en") -> dict[str, Any]:
    wanted = {**browser.subscription, "language": language}
    answer = person.http.post("/api/notices/push", json=wanted)
    assert answer.status_code == 200, answer.text
    seen: dict[str, Any] = answer.json()
    return seen


@pytest.mark.parametrize("kind", ["house", "club"])
def test_a_push_until_they_come(
    comes: Comes, kind: str, outside: Web, request: pytest.FixtureRequest
) -> None:
    house: Server = request.getfixturevalue(kind)
    ada, bob = comes(house), comes(house)
    phone = Browser(outside, f"/{house.port}/phone")
    assert subscribe(bob, phone, "de")["pushes"] == [phone.endpoint]
    table = together(ada, bob, time_control=DAYS)
    move(ada, table, 0, "e2")
    (first,) = outside.wait(phone.path)
    said = phone.read(first)
    assert said["table"] == table
    assert said["title"] == "Du bist dran: Kewbz"
    assert said["body"].startswith("mit Ada, noch 2 T")
    assert first.headers["topic"] == table
    assert first.headers["urgency"] == "normal"
    assert 2 * 86_400 < int(first.headers["ttl"]) <= 3 * 86_400
    assert len(first.body) < 3000
    # Somebody who looks at this very table is not told.
    with bob.socket(table) as looking, bob.socket(table) as hidden:
        looking.send(type="visible", visible=True)
        hidden.send(type="visible", visible=False)
        assert looking.ask("play", seat=1, move={"type": "place", "cell": "e1"})["type"] == "ack"
        move(ada, table, 0, "d1")
        other = together(ada, bob)
        move(ada, other, 0, "e2")
        second = outside.wait(phone.path, 2)[1]
        assert phone.read(second)["table"] == other
        looking.send(type="visible", visible=False)
        assert looking.ask("ping")["type"] == "ack"
        assert looking.ask("play", seat=1, move={"type": "place", "cell": "e3"})["type"] == "ack"
        move(ada, table, 0, "e4")
        third = outside.wait(phone.path, 3)[2]
        assert phone.read(third)["table"] == table
    # Nothing more is to come: another person's message is sent, and no fourth was.
    bob.http.request("DELETE", "/api/notices/push", json={"endpoint": phone.endpoint})
    laptop = Browser(outside, f"/{house.port}/laptop")
    subscribe(ada, laptop)
    move(bob, other, 1, "e1")
    outside.wait(laptop.path)
    assert len(outside.at(phone.path)) == 3


def test_browsers_that_are_gone_are_forgotten(comes: Comes, house: Server, outside: Web) -> None:
    ada, bob = comes(house), comes(house)
    phones = [Browser(outside, f"/{house.port}/gone/{status}") for status in (403, 404, 410)]
    for phone, status in zip(phones, (403, 404, 410), strict=True):
        outside.answers[phone.path] = web.Response(status=status)
        subscribe(bob, phone)
    there = Browser(outside, f"/{house.port}/there")
    subscribe(bob, there)
    table = together(ada, bob)
    move(ada, table, 0, "e2")
    outside.wait(there.path)
    wait_for(lambda: bob.http.get("/api/notices").json()["pushes"] == [there.endpoint])


def test_five_browsers_are_enough(comes: Comes, house: Server, outside: Web) -> None:
    bob = comes(house)
    phones = [Browser(outside, f"/{house.port}/many/{n}") for n in range(7)]
    for phone in phones:
        seen = subscribe(bob, phone)
    assert seen["pushes"] == [phone.endpoint for phone in phones[2:]]


def test_a_webhook(comes: Comes, house: Server, outside: Web) -> None:
    ada, bob = comes(house), comes(house)
    path = f"/{house.port}/hook"
    wanted = {"url": outside.url + path, "format": "json"}
    seen = bob.http.post("/api/notices/webhook", json=wanted).json()
    assert seen["webhook"] == {**wanted, "error": ""}
    assert outside.at(path)[0].json["type"] == "test"
    table = together(ada, bob)
    move(ada, table, 0, "e2")
    said = outside.wait(path, 2)[1].json
    assert said == {
        "type": "turn",
        "text": "It is your turn in Kewbz (with Ada)",
        "table": table,
        "game": "kewbz",
        "url": f"{house.url}/t/{table}",
        "deadline": None,
    }
    # It hangs: he learns why, and Ada's phone rings all the same.
    outside.answers[path] = None
    phone = Browser(outside, f"/{house.port}/meanwhile")
    subscribe(ada, phone)
    move(bob, table, 1, "e1")
    outside.wait(phone.path)
    move(ada, table, 0, "d1")
    outside.wait(path, 3)
    error = "no answer in 6 s"
    wait_for(lambda: bob.http.get("/api/notices").json()["webhook"]["error"] == error)
    assert bob.http.request("DELETE", "/api/notices/webhook", json={}).json()["webhook"] is None


def test_what_does_not_work_is_not_kept(comes: Comes, house: Server, outside: Web) -> None:
    bob = comes(house)
    path = f"/{house.port}/lost"
    outside.answers[path] = web.Response(status=404)
    for url, code, detail in [
        (outside.url + path, "webhook-failed", "HTTP 404"),
        ("http://10.0.0.1/", "webhook-failed", "not on the internet"),
        ("ftp://example.org/", "bad-message", ""),
    ]:
        refused = bob.http.post("/api/notices/webhook", json={"url": url}).json()
        assert refused["code"] == code
        assert detail in refused["detail"]
    phone = Browser(outside, "/x").subscription
    phone["keys"]["p256dh"] = "AAAA"
    assert bob.http.post("/api/notices/push", json=phone).json()["code"] == "bad-subscription"
    seen = bob.http.get("/api/notices").json()
    assert (seen["webhook"], seen["pushes"]) == (None, [])


def test_a_calendar(comes: Comes, house: Server) -> None:
    ada, bob = comes(house), comes(house)
    table = together(ada, bob, time_control=DAYS)
    move(ada, table, 0, "e2")
    other = together(ada, bob)
    move(ada, other, 0, "e2")
    path = bob.http.post("/api/notices/calendar", json={"language": "nl"}).json()["calendar"]

    def events() -> dict[str, Any]:
        # A calendar has no cookie.
        got = comes(house).http.get(path)
        assert got.headers["content-type"].startswith("text/calendar")
        found = Calendar.from_ical(got.content)
        return {str(event["url"]): event for event in found.walk("VEVENT")}

    assert events().keys() == {f"{house.url}/t/{table}", f"{house.url}/t/{other}"}
    event = events()[f"{house.url}/t/{table}"]
    assert event["summary"] == "Jij bent aan de beurt: Kewbz"
    assert event["dtstart"].dt > datetime.now(UTC) + timedelta(days=2, hours=23)
    assert events()[f"{house.url}/t/{other}"]["dtstart"].dt == datetime.now(UTC).date()
    move(bob, table, 1, "e1")
    assert events().keys() == {f"{house.url}/t/{other}"}
    again = bob.http.post("/api/notices/calendar", json={}).json()["calendar"]
    assert again != path
    for wrong in (path, again[:-6] + "a.ics", "/calendar/x.ics"):
        assert comes(house).http.get(wrong).status_code == 404
    path = again
    assert events().keys() == {f"{house.url}/t/{other}"}


def test_alone_with_bots_nobody_is_told(comes: Comes, house: Server, outside: Web) -> None:
    bob, ada = comes(house), comes(house)
    phone = Browser(outside, f"/{house.port}/alone")
    subscribe(bob, phone)
    calendar = bob.http.post("/api/notices/calendar", json={}).json()["calendar"]
    bob.open(me("Bob"), {"kind": "bot", "level": "pebble"}, **SMALL)
    bob.open(me("Bob"), me("Bob again"), **SMALL)
    table = together(ada, bob)
    move(ada, table, 0, "e2")
    assert phone.read(outside.wait(phone.path)[0])["table"] == table
    assert bob.http.get(calendar).text.count("BEGIN:VEVENT") == 1


def test_killed_between_the_move_and_the_message(
    comes: Comes, postgres: Postgres, outside: Web, tmp_path: Path
) -> None:
    patient, database = tmp_path / "patient.py", postgres.database()
    patient.write_text(PATIENT)
    command = sys.executable, patient
    with Server(tmp_path, *command, database=database, workers=2, env=ALLOW) as club:
        ada, bob = comes(club), comes(club)
        phone = Browser(outside, f"/{club.port}/killed")
        key = subscribe(bob, phone)["push_key"]
        tables = [together(ada, bob) for _ in range(10)]
        for table in tables:
            move(ada, table, 0, "e2")
        club.kill()
        assert outside.at(phone.path) == []
        asyncio.run(an_hour_later(database))
        club.start()
        # Each by one of two workers; and with the same keys, or no browser would listen any more.
        told = [phone.read(got)["table"] for got in outside.wait(phone.path, 10)]
        assert sorted(told) == sorted(tables)
        assert bob.http.get("/api/push/key").json() == {"key": key}


async def an_hour_later(database: str) -> None:
    db = await asyncpg.connect(database)
    await db.execute(f"UPDATE outbox SET due = due - {HOUR}")
    await db.close()

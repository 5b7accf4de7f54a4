"""Nobody can have so much that others go short. Anyone refused is told, and nothing is lost.

Everyone comes from loopback here, but what a proxy on this machine says of its visitors is
believed: each test plays visitors from its own addresses.
"""

import asyncio
import os
import re
import socket
import sys
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from functools import partial
from itertools import count, cycle
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from inglenook.core.game import Refused
from inglenook.server.http import limits
from inglenook.server.http.limits import (
    ANSWERS_OF_ADDRESS,
    ANSWERS_OF_GUEST,
    ANSWERS_OF_HOUSE,
    CHANGES_OF_ADDRESS,
    CHANGES_OF_GUEST,
    CHANGES_OF_HOUSE,
    CONNECTIONS_OF_ADDRESS,
    CONNECTIONS_OF_GUEST,
    FILES_AT_ONCE,
    HOPELESS,
    LISTED_OF_ADDRESS,
    MESSAGES_AT_ONCE,
    MESSAGES_OF_ADDRESS_AT_ONCE,
    NAMES_OF_ADDRESS,
    NAMES_OF_GUEST,
    NAMES_OF_HOUSE,
    PASSKEYS_OF_ADDRESS,
    PASSKEYS_OF_GUEST,
    PASSKEYS_OF_HOUSE,
    REQUESTS_AT_ONCE,
    SEATS_OF_ADDRESS,
    TABLES_OF_ADDRESS,
    TABLES_OF_GUEST,
    TRIES_OF_ADDRESS,
    Buckets,
    Limits,
)
from inglenook.server.settings import HouseRules
from tests.serving import Server
from tests.web.people import FREE, GAME, PATIENCE, SMALL, Person, me
from tests.web.test_flood import calm_down, codes_of, pour

NEW = {"game": "kewbz", "seats": [me(), FREE]}
_NUMBERS = count(1)


def address() -> str:
    """One that was not seen before."""
    return f"203.0.113.{next(_NUMBERS)}"


def from_address(came_from: str) -> dict[str, str]:
    return {"X-Forwarded-For": came_from}


def refused(answer: httpx.Response) -> tuple[int, str]:
    assert int(answer.headers["retry-after"]) >= 1
    return answer.status_code, answer.json()["code"]


# --- messages ------------------------------------------------------------------------------------


def test_messages_that_come_too_fast_are_refused_and_not_done(ada: Person, bob: Person) -> None:
    kinds = [
        *["ping"] * MESSAGES_AT_ONCE,
        *["sit", "leave"] * 50,
        *["ping"] * MESSAGES_AT_ONCE,
    ]
    more: dict[str, Any] = {"sit": {"seat": 1, "name": "Bob"}, "leave": {"seat": 1}, "ping": {}}
    asks = [{"type": kind, "id": f"{n}", **more[kind]} for n, kind in enumerate(kinds)]
    with bob.socket(ada.open(me(), FREE)) as b:
        codes = codes_of(b, asks)
        assert set(codes[:MESSAGES_AT_ONCE]) == {None}
        assert "too-fast" in codes
        seated = False
        for kind, code in zip(kinds, codes, strict=True):
            if kind == "ping" or code == "too-fast":
                continue
            # Each was done or not, just as the answers before it say.
            assert (
                code
                == {
                    ("sit", False): None,
                    ("sit", True): "seat-taken",
                    ("leave", True): None,
                    ("leave", False): "not-your-seat",
                }[kind, seated]
            )
            seated = kind == "sit" if code is None else seated
        calm_down(b)


def test_who_goes_on_regardless_is_cut_off(ada: Person, bob: Person) -> None:
    table = ada.open(me(), me("Eve"))
    flood = [{"type": "ping", "id": f"{n}"} for n in range(3 * HOPELESS)]
    with ada.socket(table) as a:
        with bob.socket(table) as b:
            sending = Thread(target=pour, args=(b, flood))
            sending.start()
            assert b.end() == 4429
            sending.join()
        assert a.play(0, "d4")["type"] == "ack"
    with bob.socket(table) as b:
        # It is the guest who was too fast, on whichever connection; a moment later all is well.
        time.sleep(0.5)
        assert b.ask("ping")["type"] == "ack"


def test_a_websocket_on_which_nothing_comes_is_closed(tmp_path: Path) -> None:
    # An hour is too long for a test.
    hurried = "from inglenook.server.http import limits; limits.IDLE = 4; "
    hurried += "from inglenook.cli import main; main()"
    with Server(tmp_path, sys.executable, "-c", hurried) as server:
        ada = Person(server)
        with ada.socket(ada.open(me(), FREE)) as a:
            for _ in range(4):
                assert a.ask("ping")["type"] == "ack"
                time.sleep(1.5)
            assert a.end() == 4408
            assert a.connection.protocol.close_reason == "idle"
        ada.http.close()


# --- connections ---------------------------------------------------------------------------------


def test_connections_of_a_guest(ada: Person, bob: Person) -> None:
    table = ada.open(me(), FREE)
    stream = f"/api/tables/{table}/stream"
    with ExitStack() as many:
        for _ in range(CONNECTIONS_OF_GUEST - 1):
            many.enter_context(ada.socket(table))
        with ada.http.stream("GET", stream) as streamed:
            assert streamed.status_code == 200
            with ada.socket(table) as a:
                assert a.news[0]["code"] == "too-many-connections"
                assert a.end() == 4429
            assert refused(ada.http.get(stream)) == (429, "too-many-connections")
            with bob.socket(table) as b:
                assert b.ask("ping")["type"] == "ack"
    # All of them are gone soon after they were closed.
    for _ in range(100):
        with ada.socket(table) as a:
            if a.news[0]["type"] == "table":
                return
    pytest.fail("there is still no room")


async def _connect(server: Server, table: str, came_from: str, room: AsyncExitStack) -> str:
    """Open a table from an address, as a new guest; what is said first."""
    place = f"ws://127.0.0.1:{server.port}/tables/{table}/play"
    opening = connect(place, additional_headers=from_address(came_from), compression=None)
    connection = await room.enter_async_context(opening)
    return str(msgspec.json.decode(await connection.recv())["type"])


@pytest.mark.parametrize(
    ("own", "neighbour"),
    [
        (lambda _: "203.0.113.250", "203.0.113.251"),
        (lambda n: f"2001:db8:1:2::{n:x}", "2001:db8:1:3::1"),
    ],
)
def test_connections_of_an_address(ada: Person, server: Server, own: Any, neighbour: str) -> None:
    # At many tables, because at each one everybody is told of everyone who comes.
    tables = cycle([ada.open(me(), FREE) for _ in range(50)])

    async def crowd() -> None:
        async with AsyncExitStack() as room:
            for n in range(CONNECTIONS_OF_ADDRESS):
                assert await _connect(server, next(tables), own(n), room) == "table"
            assert await _connect(server, next(tables), own(9999), room) == "refused"
            assert await _connect(server, next(tables), neighbour, room) == "table"
            assert await _connect(server, next(tables), "127.0.0.1", room) == "table"

    asyncio.run(crowd())


# --- tables and requests -------------------------------------------------------------------------


def test_new_tables_of_a_guest(ada: Person, bob: Person) -> None:
    table = ada.open(me(), me("Eve"), **SMALL)
    with ada.socket(table) as a:
        for seat, cell in enumerate(GAME):
            a.play(seat % 2, cell)
        for _ in range(TABLES_OF_GUEST - 2):
            ada.open(me(), FREE)
        assert ada.http.post("/api/tables", json=NEW).status_code == 201
        assert refused(ada.http.post("/api/tables", json=NEW)) == (429, "too-many-tables")
        assert a.ask("rematch")["code"] == "too-many-tables"
        again = ada.http.post(f"/api/tables/{table}/asks", json={"type": "rematch", "id": "r"})
        assert refused(again) == (429, "too-many-tables")
    assert bob.http.post("/api/tables", json=NEW).status_code == 201
    assert len(ada.http.get("/api/tables").json()["mine"]) == 50


def test_new_tables_of_an_address(server: Server) -> None:
    # Without cookies everyone is a new guest each time.
    with httpx.Client(base_url=server.url, headers=from_address(address())) as crowd:
        for _ in range(TABLES_OF_ADDRESS):
            assert crowd.post("/api/tables", json=NEW).status_code == 201
            crowd.cookies.clear()
        assert refused(crowd.post("/api/tables", json=NEW)) == (429, "too-many-tables")
        elsewhere = crowd.post("/api/tables", json=NEW, headers=from_address(address()))
        assert elsewhere.status_code == 201


# --- names, and what else is written down for somebody -------------------------------------------


def until_refused(ask: Callable[[int], httpx.Response], most: int) -> int:
    """How often that was done before it was refused: `most`, and what came back meanwhile."""
    for n in range(2 * most):
        answer = ask(n)
        if answer.status_code == 429:
            assert refused(answer)[1] in ("too-many-changes", "too-many-tries")
            return n
        assert answer.status_code == 200, answer.text
    pytest.fail(f"{2 * most} times, and no end to it")


def somebody(name: str) -> dict[str, Any]:
    return {"name": name, "token": "star-teal", "languages": ["en"]}


def test_names_of_an_address(server: Server) -> None:
    # Without cookies everyone is a new guest each time.
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as crowd:
        crowd.headers.update(from_address(address()))

        def take_a_name(n: int) -> httpx.Response:
            crowd.cookies.clear()
            return crowd.put("/api/me", json=somebody(f"Squatter {n}"))

        assert until_refused(take_a_name, NAMES_OF_ADDRESS) >= NAMES_OF_ADDRESS
        answer = take_a_name(0)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-changes")
        elsewhere = crowd.put("/api/me", json=somebody("Ada"), headers=from_address(address()))
        assert elsewhere.status_code == 200


def test_a_changed_name_counts_as_a_name(ada: Person, bob: Person) -> None:
    here = from_address(address())

    def rename(n: int) -> httpx.Response:
        return ada.http.put("/api/me", json=somebody(f"Ada {n}"), headers=here)

    assert until_refused(rename, NAMES_OF_GUEST) >= NAMES_OF_GUEST
    # Others at the same address have theirs, however long somebody goes on.
    assert bob.http.put("/api/me", json=somebody("Bob"), headers=here).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "most"),
    [
        ("PUT", "/api/me/page", {"shows": "results"}, CHANGES_OF_GUEST),
        ("POST", "/api/me/passkeys/begin", {}, PASSKEYS_OF_GUEST),
        ("POST", "/api/passkeys/begin", {}, PASSKEYS_OF_GUEST),
        ("POST", "/api/puzzles/kewbz/{puzzle}", {"moves": []}, ANSWERS_OF_GUEST),
    ],
)
def test_what_else_is_written_down_for_a_guest(
    ada: Person, bob: Person, method: str, path: str, body: dict[str, Any], most: int
) -> None:
    path = path.format(puzzle=ada.http.get("/api/puzzles/kewbz").json()["puzzle"]["name"])

    def ask(person: Person) -> httpx.Response:
        return person.http.request(method, path, json=body, headers={"host": "localhost"})

    assert until_refused(lambda _: ask(ada), most) >= most
    assert ask(bob).status_code == 200


def test_a_class_comes_back_with_its_codes(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as browser:
        browser.headers.update(from_address(address()))

        def as_somebody_new(path: str, **body: str) -> httpx.Response:
            browser.cookies.clear()
            return browser.post(path, json=body)

        for _ in range(30):
            code = as_somebody_new("/api/me/recovery").json()["code"]
            # The first time, everyone mistypes theirs.
            mistyped = as_somebody_new("/api/recover", code=code[:-1])
            assert (mistyped.status_code, mistyped.json()["code"]) == (403, "bad-code")
            assert as_somebody_new("/api/recover", code=code).status_code == 200
        # Wrong ones have their limit nevertheless.
        found = {
            as_somebody_new("/api/recover", code="no such code").json()["code"]
            for _ in range(2 * TRIES_OF_ADDRESS)
        }
        assert found == {"bad-code", "too-many-tries"}
        assert as_somebody_new("/api/me/recovery").status_code == 200


def test_no_more_codes_are_tried_at_once_than_one_after_the_other() -> None:
    here = Limits()
    with ExitStack() as many:
        for n in range(TRIES_OF_ADDRESS):
            many.enter_context(here.attempt("203.0.113.1", f"{n}"))
        with pytest.raises(Refused, match="too-many-tries"):
            many.enter_context(here.attempt("203.0.113.1", "another"))
    # All of them were right, and count only as such.
    with ExitStack() as many:
        for n in range(TRIES_OF_ADDRESS):
            many.enter_context(here.attempt("203.0.113.1", f"{n}"))


def test_what_a_host_allows_and_what_the_house_bears(tmp_path: Path) -> None:
    # Thousands of names take too long for a test.
    hurried = "from inglenook.server.http import limits; limits.NAMES_OF_HOUSE = 5; "
    hurried += "from inglenook.cli import main; main()"
    env = {**os.environ, "INGLENOOK_LIMIT_NAMES_OF_ADDRESS": "3"}
    with Server(tmp_path, sys.executable, "-c", hurried, env=env) as server:
        statuses = []
        for n, came_from in enumerate(["203.0.113.1"] * 4 + ["203.0.113.2"] * 3):
            answer = httpx.put(
                f"{server.url}/api/me", json=somebody(f"Ada {n}"), headers=from_address(came_from)
            )
            statuses.append(answer.status_code)
        assert statuses == [200, 200, 200, 429, 200, 200, 429]


def test_a_house_bears_what_its_host_allows_an_address() -> None:
    here = Limits(HouseRules(limit_names_of_address=2 * NAMES_OF_HOUSE))
    for n in range(2 * NAMES_OF_HOUSE):
        here.name("203.0.113.1", f"{n}")


@pytest.mark.parametrize(
    ("kind", "of_guest", "of_address", "of_house"),
    [
        ("name", NAMES_OF_GUEST, NAMES_OF_ADDRESS, NAMES_OF_HOUSE),
        ("change", CHANGES_OF_GUEST, CHANGES_OF_ADDRESS, CHANGES_OF_HOUSE),
        ("answer", ANSWERS_OF_GUEST, ANSWERS_OF_ADDRESS, ANSWERS_OF_HOUSE),
        ("passkey", PASSKEYS_OF_GUEST, PASSKEYS_OF_ADDRESS, PASSKEYS_OF_HOUSE),
    ],
)
def test_a_guest_an_address_and_the_house(
    monkeypatch: pytest.MonkeyPatch, kind: str, of_guest: int, of_address: int, of_house: int
) -> None:
    # Nothing comes back meanwhile.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    count = getattr(Limits(), kind)

    def done(came_from: str, guest: str) -> bool:
        try:
            count(came_from, guest)
        except Refused:
            return False
        return True

    # Somebody who goes on beyond their own limit takes nothing from the others there.
    assert sum(done("2001:db8:1:1::1", "Ada") for _ in range(2 * of_address)) == of_guest
    crowd = sum(done(f"2001:db8:1:1::{n:x}", f"{n}") for n in range(2 * of_address))
    assert crowd == of_address - of_guest
    # All addresses together have what the house bears.
    others = sum(done(f"2001:db8:1:{n:x}::1", f"new {n}") for n in range(2, 2 * of_house))
    assert others == of_house - of_address
    assert not done("", "somebody on this machine")


def at_once(
    server: Server, came_from: str, paths: list[str], token: str = ""
) -> list[tuple[str, int, bytes]]:
    """All these asked for in one go on one connection; path, status and the rest of each answer.

    One after the other, on a busy machine, might be as slow as the limit allows. With a `token`,
    each request has another one that begins so.
    """
    asked = [
        f"GET {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {came_from}\r\n"
        + (f"Authorization: Bearer {token}-{n}\r\n" if token else "")
        for n, path in enumerate(paths)
    ]
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        line.sendall("\r\n".join((*asked, "")).encode()[:-2] + b"Connection: close\r\n\r\n")
        said = b"".join(iter(partial(line.recv, 1 << 16), b""))
    answers = re.split(rb"HTTP/1\.1 (?=\d{3} )", said)[1:]
    assert len(answers) == len(paths)
    return [(path, int(a[:3]), a) for path, a in zip(paths, answers, strict=True)]


def test_requests_of_an_address(server: Server) -> None:
    eager, paths = address(), ("/metrics", "/readyz", "/api/games")
    answers = at_once(server, eager, [*["/api/health"] * 2 * REQUESTS_AT_ONCE, *paths * 50])
    statuses = [status for _, status, _ in answers]
    assert statuses[:REQUESTS_AT_ONCE] == [200] * REQUESTS_AT_ONCE
    too_fast = {path: answer for path, status, answer in answers if status == 429}
    assert too_fast.keys() == {"/api/health", *paths}
    for answer in too_fast.values():
        assert b'"code":"too-fast"' in answer
        assert int(re.findall(rb"(?i)retry-after: (\d+)", answer)[0]) >= 1
    with httpx.Client(base_url=server.url, headers=from_address(eager)) as client:
        for page in ("/", "/play/kewbz", "/icon.svg"):
            assert client.get(page).status_code == 200
        assert client.get("/api/games", headers=from_address(address())).status_code == 200


def test_a_token_that_somebody_made_up_buys_no_requests(server: Server) -> None:
    # As many as a bot that there is may ask, and somebody without a token may not.
    paths = ["/api/games"] * (MESSAGES_OF_ADDRESS_AT_ONCE - REQUESTS_AT_ONCE)
    answers = at_once(server, address(), paths, "made-up")
    assert b'"code":"too-fast"' in b"".join(answer for _, _, answer in answers)


def test_seats_at_a_table_and_tables_in_the_lobby() -> None:
    limits, sits, listed = Limits(), SEATS_OF_ADDRESS, LISTED_OF_ADDRESS
    # Somebody new for each, from one address.
    for n in range(sits):
        limits.seat("203.0.113.1", f"{n}", "table")
    with pytest.raises(Refused, match="too-fast"):
        limits.seat("203.0.113.1", "another", "table")
    limits.seat("203.0.113.1", "another", "another table")
    limits.seat("203.0.113.2", "another", "table")
    for n in range(listed):
        limits.listed("203.0.113.1", f"{n}")
    with pytest.raises(Refused, match="too-many-tables"):
        limits.listed("203.0.113.1", "another")
    limits.listed("203.0.113.2", "another")


def test_files_of_an_address() -> None:
    limits = Limits()

    def take(files: int) -> None:
        for _ in range(files):
            limits.file("203.0.113.1")

    take(FILES_AT_ONCE)
    with pytest.raises(Refused, match="too-fast"):
        take(FILES_AT_ONCE)
    limits.file("203.0.113.2")
    limits.request("203.0.113.1")


@pytest.mark.parametrize(
    ("address", "household"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3::4", "2001:0db8:0001:0002"),
        ("fe80::1%eth0", "fe80:0000:0000:0000"),
        ("fe80::1%" + "x" * 5000, "fe80:0000:0000:0000"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("nonsense", "?"),
    ],
)
def test_whom_an_address_stands_for(server: Server, address: str, household: str) -> None:
    assert limits.household(address) == household
    answer = httpx.get(f"{server.url}/api/health", headers=from_address(address))
    assert answer.status_code == 200


def test_who_has_been_quiet_is_forgotten() -> None:
    buckets = Buckets(rate=1e9, most=1)
    for n in range(20_000):
        assert buckets.take(f"guest {n}")
    assert len(buckets) < 5_000

"""Too many, too slow, too long, or two of these at once: others go on playing."""

import re
import resource
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from inglenook.server.http.limits import CONNECTIONS_OF_ADDRESS
from inglenook.server.sockets.http_protocol import LARGEST_HEAD
from tests.security.listened_server import Watched
from tests.serving import Server
from tests.web.people import PATIENCE, Person, me

VISITORS = 8
EACH = CONNECTIONS_OF_ADDRESS + 50
MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True, scope="module")
def many_files() -> None:
    """As many sockets as the system grants."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def line(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        yield connection


def request(server: Server, first: str, *headers: str) -> bytes:
    """The head of a request."""
    host = f"Host: 127.0.0.1:{server.port}"
    return "\r\n".join([f"{first} HTTP/1.1", host, *headers, "", ""]).encode()


def everything(connection: socket.socket) -> bytes:
    """All that comes until the other side has closed."""
    heard = b""
    with suppress(ConnectionResetError):
        while piece := connection.recv(65536):
            heard += piece
    return heard


def statuses(answers: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", answers)]


def knock(server: Server, table: str, visitor: str) -> socket.socket:
    """A WebSocket of somebody new from that address, opened and not read from."""
    connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    connection.sendall(
        request(
            server,
            f"GET /tables/{table}/play",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            f"X-Forwarded-For: {visitor}",
        )
    )
    return connection


def first_word(connection: socket.socket) -> str:
    """What a WebSocket is told first: `table`, or the reason code."""
    heard = b""
    while not (found := re.search(rb'"type":"(table)"|"code":"([a-z-]+)"', heard)):
        piece = connection.recv(65536)
        assert piece, heard
        heard += piece
    return (found[1] or found[2]).decode()


def resident(server: Server) -> int:
    return int(psutil.Process(server.pid).memory_info().rss)


def play_on(person: Person, table: str, turn: int) -> None:
    """A move, as if nothing else were going on."""
    place = {"type": "place", "cell": f"{'abcdefgh'[turn % 8]}{turn // 8 + 1}"}
    move = {"id": f"turn {turn}", "seat": turn % 2, "move": place}
    assert person.http.post(f"/api/tables/{table}/moves", json=move).status_code in (200, 409)


def flood(server: Server, ada: Person, tables: list[str], mine: str) -> list[str]:
    """Everyone comes at once, from a few addresses; what each of them is told first."""
    told = []
    with ExitStack() as stack:
        for visitor, table in enumerate(tables):
            lines = [
                stack.enter_context(knock(server, table, f"203.0.113.{visitor}"))
                for _ in range(EACH)
            ]
            play_on(ada, mine, visitor)
            told += [first_word(each) for each in lines]
    return told


def test_thousands_of_sockets(server: Watched, ada: Person) -> None:
    tables = [ada.open(me(), me("Bob")) for _ in range(VISITORS)]
    mine = ada.open(me(), me("Bob"))
    told = flood(server, ada, tables, mine)
    assert told.count("table") == VISITORS * CONNECTIONS_OF_ADDRESS
    assert told.count("too-many-connections") == VISITORS * 50
    await_calm(ada)
    size = resident(server)
    told = flood(server, ada, tables, mine)
    assert set(told) <= {"table", "too-many-connections", "too-fast"}
    await_calm(ada)
    assert resident(server) - size < 30 * MEGABYTE


def await_calm(person: Person) -> None:
    """Until the server has noticed that everyone has gone."""
    until = time.monotonic() + PATIENCE
    while "inglenook_connections 0.0" not in person.http.get("/metrics").text:
        assert time.monotonic() < until
        time.sleep(0.1)


IMPATIENT = """
import inglenook.server.sockets.http_protocol
inglenook.server.sockets.http_protocol.ARRIVAL = 2.0
from inglenook.cli import main
main()
"""


def test_requests_that_never_end_hold_up_nobody_and_are_given_up(tmp_path: Path) -> None:
    with Server(tmp_path, sys.executable, "-c", IMPATIENT) as server, ExitStack() as stack:
        ada = Person(server)
        stack.callback(ada.http.close)
        mine = ada.open(me(), me("Bob"))
        length = ("Content-Type: application/json", "Content-Length: 100")
        half = [
            b"",
            b"GET /api/gam",
            request(server, "GET /api/games")[:-2],
            request(server, "POST /api/tables", *length) + b'{"game":',
            request(server, "POST /api/records", *length) + b'{"game":',
            request(server, "POST /api/tables", length[0], "Transfer-Encoding: chunked") + b"5\r\n",
        ]
        lines = [stack.enter_context(line(server)) for _ in range(300)]
        for n, each in enumerate(lines):
            each.sendall(half[n % len(half)])
        for turn in range(10):
            play_on(ada, mine, turn)
        assert all(statuses(everything(each)) == [] for each in lines)
        play_on(ada, mine, 10)


def test_a_body_that_breaks_off(server: Watched, ada: Person) -> None:
    for path in ("/api/tables", "/api/records"):
        length = ("Content-Type: application/json", "Content-Length: 100")
        with line(server) as connection:
            connection.sendall(request(server, f"POST {path}", *length) + b"{")
            time.sleep(0.05)
    assert ada.http.get("/api/health").status_code == 200


CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: {length}", CHUNKED),
        (CHUNKED, "Content-Length: {length}"),
        ("Content-Length: 5", "Content-Length: {length}"),
        ("Content-Length: {length}", "Transfer-Encoding: xchunked"),
        ("Content-Length: {length}", "Transfer-Encoding : chunked"),
        ("Content-Length: {length}", "Transfer-Encoding: identity, chunked"),
        (CHUNKED, "Transfer-Encoding: identity"),
        ("Transfer-Encoding:\x0bchunked", "Content-Length: {length}"),
        ("X: y\nTransfer-Encoding: chunked", "Content-Length: {length}"),
        ("Content-Length: -1",),
        ("Content-Length: +{length}",),
        ("Content-Length: 99999999999999999999",),
        ("Content-Length: 0x5",),
        ("X: a\x00b",),
        ("X: a\r\n folded",),
    ],
)
def test_two_requests_in_one(server: Watched, headers: tuple[str, ...]) -> None:
    hidden = b"0\r\n\r\n" + request(server, "GET /api/games")
    shown = [header.format(length=len(hidden)) for header in headers]
    with line(server) as connection:
        head = request(server, "POST /api/tables", "Content-Type: application/json", *shown)
        connection.sendall(head + hidden)
        answers = everything(connection)
    assert statuses(answers) == [400]
    assert b"levels" not in answers


def test_heads_that_never_end(server: Watched, ada: Person) -> None:
    before = resident(server)
    for head in (
        request(server, "GET /api/health", "X: " + "y" * 10 * MEGABYTE),
        request(server, "GET /api/health", *["X: y"] * MEGABYTE),
        request(server, "GET /api/health?" + "y" * 10 * MEGABYTE),
        b"G" * 10 * MEGABYTE,
    ):
        with line(server) as connection:
            with suppress(OSError):  # thrown out while it was still talking
                connection.sendall(head)
            assert statuses(everything(connection)) in ([431], [400], [])
    assert ada.http.get("/api/health").status_code == 200
    assert resident(server) - before < 30 * MEGABYTE


def test_a_large_head_that_ends_is_fine(server: Watched) -> None:
    with line(server) as connection:
        long = "X: " + "y" * (LARGEST_HEAD // 2)
        connection.sendall(request(server, "GET /api/health", long, "Connection: close"))
        assert statuses(everything(connection)) == [200]


def test_a_thousand_requests_in_a_row(server: Watched, ada: Person) -> None:
    """As fast as they can be sent: answered one by one, then refused, and nobody else is."""
    asked = request(server, "GET /api/health", "X-Forwarded-For: 198.51.100.1") * 999
    last = request(server, "GET /api/health", "X-Forwarded-For: 198.51.100.1", "Connection: close")
    with line(server) as connection:
        connection.sendall(asked + last)
        answers = statuses(everything(connection))
    assert len(answers) == 1000
    assert answers[:500] == [200] * 500
    assert answers.count(429) > 300
    assert ada.http.get("/api/health").status_code == 200


def test_requests_in_a_row_that_nobody_waits_for(server: Watched, ada: Person) -> None:
    """Whoever cuts the line in the middle of many answers gives the log nothing to say."""
    table = ada.open(me(), me("Bob"))
    asked = request(server, f"GET /api/tables/{table}") + request(server, "GET /api/games")
    for pause in (0, 0.002, 0.01, 0.05):
        for _ in range(5):
            with line(server) as connection:
                connection.sendall(asked * 50)
                time.sleep(pause)
                reset = struct.pack("ii", 1, 0)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
    assert ada.http.get("/api/health").status_code == 200


KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", KEY)


@pytest.mark.parametrize(
    ("first", "headers"),
    [
        ("GET /tables/x/play", UPGRADE[:-1]),
        ("GET /tables/x/play", (*UPGRADE[:-1], "Sec-WebSocket-Key: x")),
        ("GET /tables/x/play", (*UPGRADE[:-1], "Sec-WebSocket-Key: é")),
        ("GET /tables/x/play", (*UPGRADE, KEY)),
        ("GET /tables/x/play", (*UPGRADE[:2], "Sec-WebSocket-Version: 99", KEY)),
        ("GET /tables/x/play", (*UPGRADE[:2], KEY)),
        ("GET /tables/x/play", (*UPGRADE, "Origin: http://[")),
        ("POST /tables/x/play", UPGRADE),
        ("GET /elsewhere", UPGRADE),
        ("GET /tables//play", UPGRADE),
        ("GET /tables/x/play/more", UPGRADE),
    ],
)
def test_handshakes_that_are_none(server: Watched, first: str, headers: tuple[str, ...]) -> None:
    with line(server) as connection:
        connection.sendall(request(server, first, *headers))
        answers = everything(connection)
    assert statuses(answers)[0] in (400, 403, 405, 413, 414, 426, 431)


@pytest.mark.parametrize(
    "headers",
    [
        ("Sec-WebSocket-Extensions: permessage-deflate; x=y; " + "z;" * 1000,),
        ("Sec-WebSocket-Protocol: a, b, c",),
    ],
)
def test_handshakes_with_more_than_is_needed(
    server: Watched, ada: Person, headers: tuple[str, ...]
) -> None:
    table = ada.open(me(), me("Bob"))
    with line(server) as connection:
        connection.sendall(request(server, f"GET /tables/{table}/play", *UPGRADE, *headers))
        answer = connection.recv(65536)
    assert statuses(answer)[0] in (101, 400)

"""Bodies that are on their way hold memory: an address, and all together, have so much of it."""

import re
import selectors
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path

import httpx
import psutil
import pytest

from inglenook.server.app.tables_api import LARGEST_RECORD
from inglenook.server.http.bodies import BODY_BYTES_OF_ADDRESS, BODY_BYTES_OF_WORKER
from inglenook.server.http.limits import MEGABYTE
from inglenook.server.http.requests import MAX_BODY_BYTES
from tests.serving import Server
from tests.web.people import PATIENCE, me
from tests.web.test_records import JSON, RECORD

HALF = LARGEST_RECORD - MEGABYTE // 8
"""Bytes that are sent of a record."""
NEW = {"game": "kewbz", "seats": [me(), me()]}


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody else sends anything to."""
    with Server(tmp_path) as server:
        yield server


def half_upload(
    server: Server, address: str, path: str = "/api/records", size: int = HALF
) -> socket.socket:
    """Begin to send a body from there, and do not end it."""
    line = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {address}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {LARGEST_RECORD}\r\n\r\n"
    line.sendall(head.encode() + bytes(size))
    return line


def first_answer(lines: list[socket.socket]) -> tuple[socket.socket, bytes]:
    """Who is answered first, and what."""
    with selectors.DefaultSelector() as selector:
        for line in lines:
            selector.register(line, selectors.EVENT_READ)
        ready = [key.fd for key, _ in selector.select(PATIENCE)]
    assert ready, "nobody is answered"
    line = next(line for line in lines if line.fileno() == ready[0])
    return line, whole_answer(line)


def whole_answer(line: socket.socket) -> bytes:
    """An answer that is an object."""
    heard = b""
    while not heard.endswith(b"}"):
        piece = line.recv(1 << 16)
        assert piece, heard
        heard += piece
    return heard


def require_busy(answer: bytes) -> None:
    assert answer.startswith(b"HTTP/1.1 503")
    assert b'"code":"uploads-busy"' in answer
    assert int(re.findall(rb"(?i)retry-after: (\d+)", answer)[0]) >= 1


def bring(server: Server, address: str, text: str = RECORD) -> tuple[int, str]:
    headers = {**JSON, "X-Forwarded-For": address}
    url = f"{server.url}/api/records"
    answer = httpx.post(url, content=text, headers=headers, timeout=PATIENCE)
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize(
    ("addresses", "neighbour"),
    [
        (["203.0.113.1"], "203.0.113.2"),
        (["2001:db8:1:2::1", "2001:db8:1:2::2"], "2001:db8:1:3::1"),
    ],
)
def test_half_uploads_of_an_address(own: Server, addresses: list[str], neighbour: str) -> None:
    many = BODY_BYTES_OF_ADDRESS // HALF + 1
    with ExitStack() as stack:
        lines = [
            stack.enter_context(half_upload(own, addresses[n % len(addresses)]))
            for n in range(many)
        ]
        refused, answer = first_answer(lines)
        require_busy(answer)
        # What was refused holds nothing any more: a small record finds room, the others stay.
        assert bring(own, addresses[0]) == (201, "")
        refused.sendall(bytes(LARGEST_RECORD - HALF))
        lines.remove(refused)
        for line in lines:
            line.settimeout(0)
            with pytest.raises(BlockingIOError):
                line.recv(1)
        with half_upload(own, addresses[0]) as another:
            require_busy(first_answer([another])[1])
        # It is full for that address alone.
        assert bring(own, neighbour, RECORD + " " * MEGABYTE) == (201, "")
    # The last ones are gone soon after they were closed.
    for _ in range(100):
        if b"uploads-busy" not in (answer := whole_upload(own, addresses[0])):
            break
    assert b'"code":"bad-record"' in answer


def whole_upload(server: Server, address: str) -> bytes:
    """The answer to as large a record as there may be."""
    with half_upload(server, address) as line:
        line.sendall(bytes(LARGEST_RECORD - HALF))
        return whole_answer(line)


def test_half_uploads_of_everybody(own: Server) -> None:
    of_each = BODY_BYTES_OF_ADDRESS // HALF
    many = BODY_BYTES_OF_WORKER // (HALF - MAX_BODY_BYTES) + 1
    with ExitStack() as stack:
        lines = [
            stack.enter_context(half_upload(own, f"203.0.113.{n // of_each}")) for n in range(many)
        ]
        _, answer = first_answer(lines)
        require_busy(answer)
        with half_upload(own, "203.0.113.250") as another:
            require_busy(first_answer([another])[1])
        # Whatever is small finds its way.
        headers = {"X-Forwarded-For": "203.0.113.251"}
        with httpx.Client(base_url=own.url, headers=headers, timeout=PATIENCE) as ada:
            assert ada.post("/api/tables", json=NEW).status_code == 201


def test_whatever_a_body_is_for_it_counts(own: Server) -> None:
    room = BODY_BYTES_OF_ADDRESS % HALF // MAX_BODY_BYTES
    paths = cycle(("/api/tables", "/api/starts", "/api/tables/x/asks", "/api/door"))
    with ExitStack() as stack:
        for _ in range(BODY_BYTES_OF_ADDRESS // HALF):
            stack.enter_context(half_upload(own, "203.0.113.1"))
        lines = [
            stack.enter_context(half_upload(own, "203.0.113.1", next(paths), MAX_BODY_BYTES))
            for _ in range(room + 1)
        ]
        require_busy(first_answer(lines)[1])


def test_what_is_not_read_of_a_body_is_let_go(own: Server) -> None:
    """Whoever keeps the connection open keeps nothing else."""
    process, lines, size = psutil.Process(own.pid), 200, 250_000
    head = b"POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += b"Content-Length: %d\r\n\r\n" % size
    with ExitStack() as stack:
        grown = []
        for _ in range(2):  # what the first ones make it load is not counted
            before = process.memory_info().rss
            for _ in range(lines):
                line = socket.create_connection(("127.0.0.1", own.port), PATIENCE)
                stack.enter_context(line)
                line.sendall(head + bytes(size))
                assert b'"type":"refused"' in whole_answer(line)
            grown.append(process.memory_info().rss - before)
        assert grown[1] < lines * size // 5

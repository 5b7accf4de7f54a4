"""Workers hand connections over to each other, through their doors."""

import asyncio
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from inglenook.web.homes import Homes

REQUEST = b"GET /tables/abc/play HTTP/1.1\r\n\r\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    """The path of a Unix socket must be short."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def test_all_workers_know_the_same_home_of_a_table(folder: Path) -> None:
    workers = [Homes(folder, number, 3) for number in (1, 2, 3)]
    homes = set()
    for n in range(100):
        address = b"/tables/%d/play?since=%d" % (n, n)
        said = [each.elsewhere(address) for each in workers]
        assert said.count(None) == 1
        (home,) = {number for number in said if number}
        assert said[home - 1] is None
        homes.add(home)
    assert homes == {1, 2, 3}
    assert [each.elsewhere(b"/api/events") for each in workers] == [None] * 3


def test_a_connection_is_handed_over_and_goes_on(folder: Path) -> None:
    async def run() -> None:
        first, second = Homes(folder, 1, 2), Homes(folder, 2, 2)
        here, there = socket.socketpair()
        taken: list[tuple[socket.socket, bytes]] = []
        second.open(lambda *what: taken.append(what))
        with here, there:
            assert first.hand_over(2, there.fileno(), REQUEST)
            there.close()
            async with asyncio.timeout(30):
                while not taken:
                    await asyncio.sleep(0.01)
            ((line, request),) = taken
            assert request == REQUEST
            with line:
                line.sendall(b"welcome")
                assert here.recv(100) == b"welcome"
        second.close()

    asyncio.run(run())


def test_who_has_no_home_to_go_to_stays(folder: Path) -> None:
    async def run() -> None:
        first, second = Homes(folder, 1, 2), Homes(folder, 2, 2)
        taken: list[socket.socket] = []
        with ExitStack() as lines:
            pair = [lines.enter_context(line) for line in socket.socketpair()]
            line = pair[0].fileno()
            assert first.hand_over(2, line, REQUEST) is False, "it is not there yet"
            second.open(lambda line, _: taken.append(lines.enter_context(line)))
            given = 0
            while first.hand_over(2, line, REQUEST):
                given += 1
                assert given < 10_000, "a door that nobody looks at must be full some day"
            assert first.hand_over(2, line, REQUEST) is None, "it is too busy"
            second.close()
            assert len(taken) == given, "what was handed over before is served"
            assert first.hand_over(2, line, REQUEST) is False, "it is gone"

    asyncio.run(run())


def test_a_new_worker_takes_the_place_of_an_old_one(folder: Path) -> None:
    async def run() -> None:
        first, old, new = Homes(folder, 1, 2), Homes(folder, 2, 2), Homes(folder, 2, 2)
        took = {"old": 0, "new": 0}

        def count(who: str, line: socket.socket) -> None:
            took[who] += 1
            line.close()

        here, there = socket.socketpair()
        with here, there:
            old.open(lambda line, _: count("old", line))
            assert first.hand_over(2, there.fileno(), REQUEST)
            new.open(lambda line, _: count("new", line))
            assert first.hand_over(2, there.fileno(), REQUEST)
            old.close()
            assert first.hand_over(2, there.fileno(), REQUEST)
            new.close()
        assert took == {"old": 1, "new": 2}

    asyncio.run(run())

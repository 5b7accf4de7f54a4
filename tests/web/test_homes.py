"""Workers hand connections over to each other, through their hatches."""

import asyncio
import socket
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from inglenook.server.sockets.socket_handover import Homes

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
            assert await first.hand_over(2, there.fileno(), REQUEST)
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
        here, there = socket.socketpair()
        with here, there:
            assert not await first.hand_over(2, there.fileno(), REQUEST), "it is not there yet"
            second.open(lambda line, _: line.close())
            assert await first.hand_over(2, there.fileno(), REQUEST)
            second.close()
            assert not await first.hand_over(2, there.fileno(), REQUEST), "it is gone"

    asyncio.run(run())


def test_a_home_that_hangs_serves_none_of_those_who_went_elsewhere(folder: Path) -> None:
    """More are offered to it than its door has room for, and it looks only after all of that."""
    hangs, wakes = threading.Event(), threading.Event()
    took: list[socket.socket] = []

    async def hang() -> None:
        home = Homes(folder, 2, 2)
        home.open(lambda line, _: took.append(line))
        hangs.set()
        wakes.wait(30)
        await asyncio.sleep(0)
        home.close()

    async def offer() -> list[bool]:
        first = Homes(folder, 1, 2)
        here, there = socket.socketpair()
        with here, there:
            offers = (first.hand_over(2, there.fileno(), REQUEST) for _ in range(100))
            return await asyncio.gather(*offers)

    thread = threading.Thread(target=lambda: asyncio.run(hang()))
    thread.start()
    assert hangs.wait(30)
    assert not any(asyncio.run(offer()))
    wakes.set()
    thread.join()
    assert not took


def test_a_new_worker_takes_the_place_of_an_old_one(folder: Path) -> None:
    async def run() -> None:
        first, old, new = Homes(folder, 1, 2), Homes(folder, 2, 2), Homes(folder, 2, 2)
        took: list[str] = []

        def takes(who: str, line: socket.socket) -> None:
            took.append(who)
            line.close()

        here, there = socket.socketpair()
        with here, there:
            old.open(lambda line, _: takes("old", line))
            assert await first.hand_over(2, there.fileno(), REQUEST)
            new.open(lambda line, _: takes("new", line))
            assert await first.hand_over(2, there.fileno(), REQUEST)
            old.close()
            assert await first.hand_over(2, there.fileno(), REQUEST)
            new.close()
        assert took == ["old", "new", "new"]

    asyncio.run(run())

"""A table's lock: had at once where it is free, and otherwise by turns."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from inglenook.server.live.lock import Lock


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(10):
            await test()

    asyncio.run(limited())


def test_it_is_had_at_once_where_it_is_free() -> None:
    lock = Lock()
    assert lock.take()
    assert not lock.take()
    lock.release()
    assert lock.take()


def test_who_comes_first_is_first() -> None:
    async def test() -> None:
        lock, order = Lock(), list[int]()

        async def wait(number: int) -> None:
            async with lock:
                order.append(number)
                await asyncio.sleep(0)

        assert lock.take()
        waiting = [asyncio.create_task(wait(number)) for number in range(3)]
        await asyncio.sleep(0)
        lock.release()
        assert not lock.take(), "it was handed to the one who waited"
        await asyncio.gather(*waiting)
        assert order == [0, 1, 2]
        assert not lock.locked

    run(test)


@pytest.mark.parametrize("handed", [False, True])
def test_who_stops_waiting_keeps_nobody_from_it(handed: bool) -> None:
    async def test() -> None:
        lock = Lock()
        assert lock.take()
        first, second = (asyncio.create_task(lock.acquire()) for _ in range(2))
        await asyncio.sleep(0)
        if handed:
            lock.release()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        if not handed:
            lock.release()
        await second
        lock.release()
        assert not lock.locked

    run(test)

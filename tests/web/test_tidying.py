"""When a worker looks for garbage, and at what."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from inglenook.web.tidying import FEW, MANY, MISSED, NEW, Tidying


class Cycle:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Everything else in this process is looked at as usual."""
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)


@pytest.mark.parametrize(("new", "gone"), [(FEW // 2, False), (2 * FEW, True), (2 * NEW, False)])
def test_it_looks_at_what_is_new_if_that_is_worth_it_and_takes_no_time(
    new: int, gone: bool
) -> None:
    async def look() -> bool:
        tidying = Tidying(lambda: 1, lambda: 0)
        tidying.begin()
        garbage = weakref.ref(Cycle())
        kept: list[list[int]] = [[] for _ in range(new)]
        tidying.look_at_new()
        found = garbage() is None
        tidying.end()
        assert len(kept) == new
        return found

    assert asyncio.run(look()) == gone


@pytest.mark.parametrize(
    ("here", "closed", "gone"), [(1, 1, False), (0, 0, False), (0, 1, True), (1, MANY, True)]
)
def test_it_looks_at_everything_when_nobody_is_here_or_much_has_gathered(
    here: int, closed: int, gone: bool
) -> None:
    async def look() -> bool:
        tidying = Tidying(lambda: here, lambda: closed)
        tidying.begin()
        garbage = weakref.ref(Cycle())
        gc.freeze()
        tidying.look_at_everything()
        found = garbage() is None
        tidying.end()
        return found

    assert asyncio.run(look()) == gone


def test_it_looks_at_everything_when_much_was_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inglenook.web.tidying.MISSED", 2 * NEW)

    async def look() -> bool:
        tidying = Tidying(lambda: 1, lambda: 0)
        tidying.begin()
        garbage = weakref.ref(Cycle())
        kept: list[list[int]] = [[] for _ in range(3 * NEW)]
        tidying.look_at_new()
        tidying.look_at_everything()
        found = garbage() is None
        tidying.end()
        return found and len(kept) == 3 * NEW

    assert MISSED > 2 * NEW
    assert asyncio.run(look())

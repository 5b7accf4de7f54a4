"""When a worker looks for garbage, and at what."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from inglenook.web import tidying
from inglenook.web.tidying import MANY, Tidying


class Cycle:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Everything else in this process is looked at as usual."""
    threshold = gc.get_threshold()
    yield
    tidying.end()
    gc.unfreeze()
    gc.set_threshold(*threshold)


@pytest.mark.parametrize(("here", "closed", "gone"), [(1, 1, False), (0, 1, True), (1, MANY, True)])
def test_what_stayed_is_looked_at_again_when_nobody_is_here_or_much_has_gathered(
    here: int, closed: int, gone: bool
) -> None:
    async def look() -> tuple[bool, bool]:
        tidy = Tidying(lambda: here, lambda: closed)
        tidy.begin()
        kept = Cycle()
        old, new = weakref.ref(kept), weakref.ref(Cycle())
        gc.collect()  # from now on what is there is left out
        del kept
        tidy.look()
        return old() is None, new() is None

    assert asyncio.run(look()) == (gone, True)

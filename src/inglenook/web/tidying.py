"""How a worker looks for garbage, that is for objects in cycles: while it does, everyone waits.

Next to nothing here is ever in cycles, connections that were closed included. So Python looks only
at objects that are new, some thousands at a time, and those that stay are never looked at again
(`gc.freeze`). Now and then it looks at all of them, which takes longer the fuller the house is.
"""

import asyncio
import gc
from collections.abc import Callable

NEW = 5_000
"""New objects that are looked at together, in 2 ms on a busy machine; five times as many took 7 ms.
Each is looked at once: what many moves under way at once hold for a moment costs little so."""
NEVER = 1_000_000_000
EVERY = 60.0
"""Seconds after which it looks anyway: where little happens, garbage would wait for long."""
MANY = 10_000
"""Connections closed since the last look at everything after which there is another one, also while
people are here."""


class Tidying:
    """`here` says how many connections there are, `closed` how many have been closed ever."""

    def __init__(self, here: Callable[[], int], closed: Callable[[], int]) -> None:
        self._here = here
        self._closed = closed
        self._known = 0

    def begin(self) -> None:
        """Leave out what was loaded to start with, and look like this from now on."""
        begin()
        self._again()

    def _again(self) -> None:
        asyncio.get_running_loop().call_later(EVERY, self.look)

    def look(self) -> None:
        """At what is new; at everything when nobody minds, or too much may have gathered."""
        closed = self._closed()
        if closed - self._known >= MANY or (closed > self._known and not self._here()):
            self._known = closed
            gc.unfreeze()
        gc.collect()  # what is frozen is left out
        self._again()


def begin() -> None:
    """Look only at objects that are new, and once."""
    gc.set_threshold(NEW, NEVER, NEVER)
    gc.callbacks.append(_keep)
    gc.freeze()


def end() -> None:
    gc.callbacks.remove(_keep)


def _keep(phase: str, _: object) -> None:
    if phase == "stop":
        gc.freeze()

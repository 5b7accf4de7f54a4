"""How a worker looks for garbage, that is for objects in cycles: while it does, everyone waits.

Next to nothing here is ever in cycles, connections that were closed included. So it looks at
objects that are new, often and therefore at few; those that stay are never looked at again
(`gc.freeze`). Where so many are new that this would take long, they are not looked at either:
nearly all of them belong to moves that are under way, and are gone soon. Whatever is missed so is
found when it looks at everything: when nobody is here, or much may have gathered.
"""

import asyncio
import gc
from collections.abc import Callable

OFTEN = 0.1
"""Seconds after which it looks at what is new."""
FEW, NEW = 500, 1_250
"""Objects for which it is not worth it, and at how many it looks at most: 4,000 took up to 6 ms on
a busy machine, and Python may count too few by as many."""
SELDOM = 60.0
"""Seconds after which it may look at everything."""
MANY = 10_000
"""Connections closed since then after which it does, also while people are here."""
MISSED = 5_000_000
"""Objects that were not looked at since then after which it does as well."""
NEVER = 1_000_000_000
"""New objects at which Python would look by itself."""


class Tidying:
    """Looks for garbage as long as it goes on, beside the running event loop's other work."""

    def __init__(self, here: Callable[[], int], closed: Callable[[], int]) -> None:
        """`here` says how many connections there are, `closed` how many have ever been closed."""
        self._here = here
        self._closed = closed
        self._known = 0
        self._missed = 0

    def begin(self) -> None:
        """Leave out what was loaded to start with, and look like this from now on."""
        gc.set_threshold(NEVER)
        gc.callbacks.append(_keep)
        gc.freeze()
        loop = asyncio.get_running_loop()
        self._often = loop.call_later(OFTEN, self._look_often)
        self._seldom = loop.call_later(SELDOM, self._look_seldom)

    def end(self) -> None:
        """Leave everything to be looked at again."""
        self._often.cancel()
        self._seldom.cancel()
        gc.callbacks.remove(_keep)
        gc.unfreeze()

    def look_at_new(self) -> None:
        # Less by as many old objects as have gone meanwhile. `gc.get_objects` would know, but
        # breaks other threads: a tuple that one of them is just making must be in no list.
        new = gc.get_count()[0]
        if new > NEW:
            self._missed += new
            gc.freeze()
        elif new > FEW:
            gc.collect(0)

    def look_at_everything(self) -> None:
        """If nobody minds, or much may have gathered."""
        closed = self._closed()
        much = closed - self._known >= MANY or self._missed >= MISSED
        if much or (closed > self._known and not self._here()):
            self._known, self._missed = closed, 0
            gc.unfreeze()
            gc.collect()

    def _look_often(self) -> None:
        self.look_at_new()
        self._often = asyncio.get_running_loop().call_later(OFTEN, self._look_often)

    def _look_seldom(self) -> None:
        self.look_at_everything()
        self._seldom = asyncio.get_running_loop().call_later(SELDOM, self._look_seldom)


def _keep(phase: str, _: object) -> None:
    """What was looked at and stays is left out from now on."""
    if phase == "stop":
        gc.freeze()

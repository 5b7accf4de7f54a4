"""Machine code for the parts of a game that search runs millions of times."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, update_wrapper
from importlib import import_module
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")

_teachers: list[str] = []
"""Modules to be loaded before anything more is compiled."""
_lock = threading.RLock()


class Compiled(Generic[P, R]):
    """A function that is compiled on first use, then read from Numba's cache.

    Numba itself is loaded with the first of them that is called: it takes a second and a hundred
    MB, and a server with nobody there, or who only asks what games there are, needs none of it.

    Numba looks for changes only in the file of the function called. `make play` and `make test`
    throw the cache away when any file of a game has changed.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        self.plain = function
        """The same, not compiled."""
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        result: R = self._machine(*args, **kwargs)
        return result

    @property
    def kinds(self) -> int:
        """For how many kinds of arguments it is loaded by now."""
        loaded = vars(self).get("_machine")
        return len(loaded.signatures) if loaded else 0

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes it for in other compiled code that calls it."""
        from numba import types

        return types.Dispatcher(self._machine)

    @cached_property
    def _machine(self) -> Any:
        with _lock:
            # Imported here: it imports Numba.
            from inglenook.shared.machine import machine

            while _teachers:
                import_module(_teachers.pop())
            # Another thread may have been faster.
            return vars(self).get("_machine") or machine(self.plain)


def compiled(function: Callable[P, R]) -> Compiled[P, R]:
    """Compiled on first use; runs without the interpreter's lock."""
    return Compiled(function)


def taught_by(module: str) -> None:
    """Have a module loaded before anything more is compiled: it teaches Numba something."""
    _teachers.append(module)


def record(**arrays: NDArray[Any]) -> Any:
    """Copies of some arrays as the attributes of one value, for compiled code.

    It is handed on as one address, where every array of a tuple is several numbers, to which
    Numba counts references; and the shapes of its arrays are known to the compiler.
    """
    fields = [(name, array.dtype, array.shape) for name, array in arrays.items()]
    made = np.zeros(1, np.dtype(fields, align=True)).view(np.recarray)[0]
    for name, array in arrays.items():
        made[name] = array
    return made


@contextmanager
def stopped_after(seconds: float, stop: NDArray[np.bool_]) -> Iterator[None]:
    """Stops a search in here from another thread: it runs without the interpreter's lock."""
    stop[0] = False
    timer = threading.Timer(seconds, stop.fill, (True,))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()

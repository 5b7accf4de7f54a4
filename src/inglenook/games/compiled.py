"""Machine code for the parts of a game that search runs millions of times."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.core import event
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])

COMPILING = "numba:compile"
"""Numba's name for compiling; it does not compile what it finds in its cache."""


def compiled(function: F) -> F:
    """Compiled on first use, then read from Numba's cache; runs without the interpreter's lock.

    Numba looks for changes only in the file of the function called. `make play` and `make test`
    throw the cache away when any file of a game has changed.
    """
    return cast(F, njit(cache=True, nogil=True, error_model="numpy")(function))


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


class _Notice(event.Listener):
    """Says at the first compilation what the wait is for, and then nothing more."""

    def on_start(self, _: Any) -> None:
        event.unregister(COMPILING, self)  # type: ignore[no-untyped-call] # Numba is untyped
        sys.stderr.write("inglenook: compiling for this machine; the next start is faster\n")

    def on_end(self, _: Any) -> None:
        pass


event.register(COMPILING, _Notice())  # type: ignore[no-untyped-call] # Numba is untyped

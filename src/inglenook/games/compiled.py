"""Machine code for the parts of a game that search runs millions of times."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compiled on first use, then read from Numba's cache; runs without the interpreter's lock.

    Numba looks for changes only in the file of the function called. `make play` and `make test`
    throw the cache away when any file of a game has changed.
    """
    return cast(F, njit(cache=True, nogil=True, error_model="numpy")(function))

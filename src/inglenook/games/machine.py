"""The compiler itself, apart from what is compiled: only `compiled` imports it, when it must."""

import sys
from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core import event

COMPILING = "numba:compile"
"""Numba's name for compiling; it does not compile what it finds in its cache."""


def machine(function: Callable[..., Any]) -> Any:
    return njit(cache=True, nogil=True, error_model="numpy")(function)


class _Notice(event.Listener):
    """Says at the first compilation what the wait is for, and then nothing more."""

    def on_start(self, _: Any) -> None:
        event.unregister(COMPILING, self)  # type: ignore[no-untyped-call] # Numba is untyped
        sys.stderr.write("inglenook: compiling for this machine; the next start is faster\n")

    def on_end(self, _: Any) -> None:
        pass


event.register(COMPILING, _Notice())  # type: ignore[no-untyped-call] # Numba is untyped

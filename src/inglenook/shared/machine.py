"""The compiler itself, apart from what is compiled: only `compiled` imports it, when it must."""

import sys
from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core import event

COMPILING = "numba:compile"
"""Numba's name for compiling; it does not compile what it finds in its cache."""


def machine(function: Callable[..., Any]) -> Any:
    try:
        return njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:
        # There is no place for the cache: neither this folder nor one of the user's can be written.
        _notice.then = "where NUMBA_CACHE_DIR is a folder, the next start is faster"
        return njit(nogil=True, error_model="numpy")(function)


class _Notice(event.Listener):
    """Says at the first compilation what the wait is for, and then nothing more."""

    then = "the next start is faster"

    def on_start(self, _: Any) -> None:
        event.unregister(COMPILING, self)  # type: ignore[no-untyped-call] # Numba is untyped
        sys.stderr.write(f"inglenook: compiling for this machine; {self.then}\n")

    def on_end(self, _: Any) -> None:
        pass


_notice = _Notice()
event.register(COMPILING, _notice)  # type: ignore[no-untyped-call] # Numba is untyped

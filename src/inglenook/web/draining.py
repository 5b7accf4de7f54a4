"""How a worker says goodbye to those who are with it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Door:
    """Open until the worker is to stop."""

    def __init__(self) -> None:
        self.closing = False
        self._lines: set[Callable[[], None]] = set()

    @contextmanager
    def line(self, goodbye: Callable[[], None]) -> Iterator[None]:
        """Have `goodbye` called if the worker stops, or has begun to, while this line is open."""
        self._lines.add(goodbye)
        if self.closing:
            goodbye()
        try:
            yield
        finally:
            self._lines.discard(goodbye)

    def close(self) -> None:
        self.closing = True
        for goodbye in tuple(self._lines):
            goodbye()

"""How a worker that stops says goodbye to those who are connected to it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Draining:
    def __init__(self) -> None:
        self.begun = False
        self._goodbyes: set[Callable[[], None]] = set()

    @contextmanager
    def connection(self, goodbye: Callable[[], None]) -> Iterator[None]:
        """Have `goodbye` called if the worker stops, or has begun to, while this is open."""
        self._goodbyes.add(goodbye)
        if self.begun:
            goodbye()
        try:
            yield
        finally:
            self._goodbyes.discard(goodbye)

    def begin(self) -> None:
        self.begun = True
        self.ask_to_come_again()

    def ask_to_come_again(self) -> None:
        """End all connections, so that everybody comes through the door once more."""
        for goodbye in tuple(self._goodbyes):
            goodbye()

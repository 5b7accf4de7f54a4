"""Those who follow a table among all their others, over one connection: see concerns.py."""

from collections.abc import Callable
from typing import Protocol

from inglenook.server.live.audience import Audience
from inglenook.server.table.state import TableState


class Follower(Protocol):
    guest: str

    def see(self, state: TableState, everyone: set[str]) -> None:
        """Take note of how a table stands; `everyone` is who is there."""


class Following:
    """The followers of one table at this worker. Whoever of them sits there is here."""

    __slots__ = ("_audience", "_changed", "_seated")

    def __init__(self, audience: Audience, changed: Callable[[], None]) -> None:
        """`changed` has everyone told who is here."""
        self._audience = audience
        self._changed = changed
        self._seated: dict[Follower, bool] = {}

    def __len__(self) -> int:
        return len(self._seated)

    def add(self, follower: Follower, state: TableState) -> None:
        self._seated[follower] = False
        self._tell(follower, state)

    def remove(self, follower: Follower) -> None:
        if self._seated.pop(follower, False):
            self._audience.depart(follower.guest)
            self._changed()

    def publish(self, state: TableState) -> None:
        """Let all of them see what was committed."""
        for follower in tuple(self._seated):
            self._tell(follower, state)

    def _tell(self, follower: Follower, state: TableState) -> None:
        guest = follower.guest
        sits = guest in state.seating.guests
        if sits != self._seated[follower]:
            self._seated[follower] = sits
            (self._audience.attend if sits else self._audience.depart)(guest)
            self._changed()
        follower.see(state, self._audience.everyone())

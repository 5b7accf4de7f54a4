"""A game whose only person is away waits: nothing happens by itself, and no time runs.

A game that nobody plays but bots of this house goes on only while somebody looks.

Until it is sure that they are away, and not just between two connections, everything is held back
and nothing is written down. Then the table pauses, as of when they left; once they are back it goes
on. Both are seating events, so that every worker knows, and a restart changes nothing.
"""

import time

from inglenook.core.units import WallMs
from inglenook.server.live.audience import Audience
from inglenook.server.table.state import TableState

PAUSES_AFTER_S = 5.0
"""Seconds without the only person after which a game pauses."""
MOST_EVENTS = 500
"""Seating events after which a table pauses no more, lest a bad network fill its log."""


class Absence:
    """How long the only person of a game has been away, as far as this worker knows."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience

    def left_s(self, state: TableState) -> float | None:
        """When they left, by `time.monotonic`; None while they are here, or where nobody is alone.

        It lies ahead while they are taken to be here although they have no connection.
        """
        guest = lone_guest(state)
        return None if guest is None else self._audience.left_s(guest)

    def holds(self, state: TableState) -> bool:
        """Whether nothing should happen by itself now."""
        if not state.seating.guests:
            return not self._audience.is_watched
        left = self.left_s(state)
        return left is not None and left <= time.monotonic()

    def rest_s(self, state: TableState) -> float | None:
        """Seconds until the game should pause, if they do not come; None where it should not."""
        left = self.left_s(state)
        return None if left is None else left + PAUSES_AFTER_S - time.monotonic()

    def since(self, state: TableState, now: WallMs) -> WallMs:
        """As of when it pauses: not before what happened last.

        If nobody knows when they left, for a worker was killed, it is then: time is given and
        never taken.
        """
        guest = lone_guest(state)
        if guest is None or not self._audience.has_seen(guest):
            return state.last_at
        left = self._audience.left_s(guest)
        ago = 0 if left is None else max(0, int((time.monotonic() - left) * 1000))
        return max(state.last_at, now - ago)


def lone_guest(state: TableState) -> str | None:
    """The only person of a game that can wait for them, if there is just one.

    The board of the day waits for nobody: one could look at it, go away and think. A rated game
    does not either: its clock must run, or a game that is being lost would never end.
    """
    people = state.seating.people
    if len(people) != 1 or state.status != "playing":
        return None
    if state.seating.daily or state.seating.rated or state.events >= MOST_EVENTS:
        return None
    return next(iter(people))

"""How long each seat of a match may think: a clock for games of turns.

A match has one or none, whatever the game. `Fold` keeps the seats' times as it keeps who resigned,
so replays, other workers and research agree on them to the millisecond: see clocks.py.
"""

from typing import Annotated

from msgspec import Meta, Struct

from inglenook.core.units import DAY_MS, PlayMs, Seat

Time = Annotated[PlayMs, Meta(ge=1000, le=28 * DAY_MS)]


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """What the clock of a match is set to.

    base       ms that each seat has at first
    increment  ms that a seat gets at the end of each of its turns
    cap        ms that a seat has at most after that; None: as many as there are

    With all three the same, a seat has that long for each turn.
    """

    base: Time
    increment: Annotated[PlayMs, Meta(ge=0, le=7 * DAY_MS)] = 0
    cap: Time | None = None


class Times(Struct, frozen=True, gc=False):
    """What the clock of a match shows.

    left   ms that each seat had left at `since`
    since  when (t) the seats that are thinking began, or were last looked at
    turn   the seats whose turn it is: those that were thinking last
    """

    left: tuple[PlayMs, ...]
    since: PlayMs = 0
    turn: frozenset[Seat] = frozenset()

    def end(self, seat: Seat) -> PlayMs:
        """When (t) the time of a seat that is thinking is up."""
        return self.since + self.left[seat]

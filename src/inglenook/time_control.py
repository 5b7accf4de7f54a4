"""How long each seat of a match may think: a clock for games of turns.

A match has one or none, whatever the game. `Fold` keeps the seats' times as it keeps who resigned,
so replays, other workers and research agree on them to the millisecond.
"""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from inglenook.deadlines import moment
from inglenook.game import MAX_LAG, Entry, Undo
from inglenook.units import PlayMs, Seat

DAY: PlayMs = 24 * 3_600_000

Time = Annotated[PlayMs, Meta(ge=1000, le=28 * DAY)]


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True):
    """What the clock of a match is set to.

    base       ms that each seat has at first
    increment  ms that a seat gets at the end of each of its turns
    cap        ms that a seat has at most after that; None: as many as there are

    With all three the same, a seat has that long for each turn.
    """

    base: Time
    increment: Annotated[PlayMs, Meta(ge=0, le=7 * DAY)] = 0
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


def first_flag(times: Times, thinking: frozenset[Seat]) -> tuple[PlayMs, Seat] | None:
    """When (t) NATURE lets the next flag fall if nobody moves, and whose; None: nobody's."""
    return min(((times.end(seat) + MAX_LAG, seat) for seat in thinking), default=None)


def passed(
    control: TimeControl,
    times: Times,
    entry: Entry,
    thinking: frozenset[Seat],
    then: frozenset[Seat],
) -> Times:
    """The times after an entry before which some were thinking, and after which others are.

    Thinking takes time: up to the entry, for the one who moved less the lag that was granted. A
    turn ends when others are thinking and that seat is not; what NATURE does belongs to it.
    After an undo, `times` are those of the position it went back to.
    """
    if isinstance(entry.move, Undo):
        return replace(times, since=entry.t)
    left = list(times.left)
    for seat in thinking:
        until = moment(entry) if seat == entry.seat else entry.t
        left[seat] = max(0, left[seat] - max(0, until - times.since))
    turn = times.turn | thinking
    if not then:
        return Times(tuple(left), entry.t, turn)
    for seat in turn - then:
        left[seat] = _more(control, left[seat])
    return Times(tuple(left), entry.t, then)


def _more(control: TimeControl, left: PlayMs) -> PlayMs:
    more = left + control.increment
    return more if control.cap is None else min(more, control.cap)

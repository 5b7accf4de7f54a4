"""The clock of a match: what it shows after each entry, and when a flag falls."""

from msgspec.structs import replace

from inglenook.core.deadlines import moment
from inglenook.core.game import MAX_LAG, Entry, Undo
from inglenook.core.time_control import TimeControl, Times
from inglenook.core.units import PlayMs, Seat


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

"""Deadlines, with the grace that players' networks are granted: see docs/fairness.md.

An end is the moment up to which players may act, as they see it. NATURE waits for those who acted
in time and whose move is still on its way.
"""

from inglenook.core.game import MAX_LAG, Entry
from inglenook.core.units import PlayMs


def moment(entry: Entry) -> PlayMs:
    """When a player did this, as races and deadlines count it."""
    return entry.t - entry.lag


def is_late(entry: Entry, end: PlayMs | None) -> bool:
    """Whether a player's move missed the end, if there is one."""
    return end is not None and moment(entry) > end


def lapse(end: PlayMs | None) -> PlayMs | None:
    """When (t) NATURE acts on an end, if there is one: `Game.deadline`."""
    return None if end is None else end + MAX_LAG


def has_lapsed(entry: Entry, end: PlayMs | None) -> bool:
    """Whether NATURE's move comes late enough to act on an end."""
    return end is not None and entry.t >= end + MAX_LAG

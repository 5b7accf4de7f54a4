"""When something happens at a table by itself, for the store's index: workers look there for tables
that nobody sees to."""

from inglenook.core.units import WallMs
from inglenook.server.store import NEVER
from inglenook.server.table.state import TableState

LEAST_DUE = 15_000
"""ms after which someone should look at a table whose bots or towers have not moved on."""


def next_due(state: TableState, now: WallMs) -> WallMs | None:
    """When someone should look here if nothing has happened by then; None if the store knows.

    Writing it again with every bot move would be pointless.
    """
    due = _due(state, now)
    known = state.due
    if due == known or (due > now and known and now < known < due != NEVER):
        return None
    state.due = due
    return due


def _due(state: TableState, now: WallMs) -> WallMs:
    """NEVER, at a deadline, or as soon as bots and slow moves should be done."""
    if state.waits_for_people():
        return NEVER
    if state.begins is not None:
        return state.begins
    # A table with no guest in a seat, only bots, goes on only while somebody watches.
    if not state.going or not state.seating.guests:
        return NEVER
    if state.match.owes() or state.bots_to_move():
        return now + LEAST_DUE
    deadline = state.match.next_nature()
    return NEVER if deadline is None else state.clock.when(deadline)

"""Whose turn it is, for those who are not looking: what a commit leaves in the outbox."""

from collections.abc import Collection

from inglenook.core.units import WallMs
from inglenook.server.guest_ids import is_bot
from inglenook.server.store import NEVER, TurnBegun, Turns
from inglenook.server.store.base import NO_TURNS
from inglenook.server.table.events import Sat
from inglenook.server.table.state import TableState

TOLD_AFTER_MS = 2_000
"""ms after which somebody is told, unless they look at the table by then."""
REMIND_AT = 0.8
"""How much of their time is used when somebody is reminded."""


def turns(state: TableState) -> dict[str, WallMs | None]:
    """The people whose turn it is in a game with others, and when their time is up.

    A game in real time calls everyone, from its beginning to its end.
    """
    seating, match = state.seating, state.match
    if not state.going or seating.study or len(seating.guests) < 2:
        return {}
    if match.game.real_time:
        return dict.fromkeys(seating.people)
    times = match.position.times
    found: dict[str, WallMs | None] = {}
    for seat in sorted(match.thinking()):
        # Bots hear of their turns in another way: see concerns.py.
        if isinstance(who := seating.seats[seat], Sat) and who.guest in seating.people:
            deadline = state.clock.when(times.end(seat)) if times else None
            found.setdefault(who.guest, deadline)
    return found


def outbox(
    state: TableState, at: WallMs, moved: Collection[str] = (), looking: Collection[str] = ()
) -> Turns:
    """What the outbox must know of whose turn it is; nothing, if it knows.

    `moved` are those who have just moved here, `looking` those before whose eyes this happens.
    """
    now, known = turns(state), state.called
    state.called = now
    if known is None:
        # Nobody knows what other workers, or an earlier one, have written.
        left = (change.before for change in state.changes)
        everyone = state.seating.guests | {who.guest for who in left if isinstance(who, Sat)}
        people = [guest for guest in everyone if not is_bot(guest)]
        known = dict.fromkeys(people if len(everyone) > 1 else ())
        new = now
    elif known == now:
        return NO_TURNS
    else:
        new = {guest: end for guest, end in now.items() if known.get(guest, NEVER) != end}
    begun: list[TurnBegun] = []
    ended: list[str] = []
    taken: list[str] = []
    for guest, end in new.items():
        knows = guest in moved or guest in looking
        begun.append(begins(state, guest, at, end, knows=knows))
    for guest in known:
        if guest not in now:
            (taken if guest in moved else ended).append(guest)
    return Turns(tuple(begun), tuple(ended), tuple(taken))


def begins(
    state: TableState, guest: str, at: WallMs, deadline: WallMs | None, *, knows: bool
) -> TurnBegun:
    """It is a guest's turn; where they know that, they need not be told."""
    return TurnBegun(
        guest,
        state.row.id,
        since=at,
        deadline=deadline,
        company=state.seating.others(guest),
        remind=NEVER if deadline is None else at + int((deadline - at) * REMIND_AT),
        tell=NEVER if knows else at + TOLD_AFTER_MS,
    )

"""What a row of a survey says of an entry of CONEX."""

from msgspec import Struct

from inglenook.core.game import Entry
from inglenook.core.units import Seat
from inglenook.games.conex.rules.moves import Drew, Lay, Rolled
from inglenook.games.conex.rules.state import State


class Features(Struct, frozen=True):
    active: Seat | None
    """Whose turn it is; none before the first one."""
    card: str | None
    """The card that was laid."""
    points: int
    """What it brought."""
    plus: bool
    """It was laid on a Plus-2 card."""
    doubled: bool
    """The 2x star was used for it."""
    die: str | None
    """What was rolled."""
    drawn: int
    """How many cards came from the pile."""
    hand: int | None
    """How many cards the active seat has then."""
    laid: int
    """How many cards lie on the table then."""
    left: int
    """How many cards can still be drawn."""


def features(before: State, entry: Entry, after: State) -> Features:
    """What there is to say of an entry, and of the states around it."""
    move, active = entry.move, before.active
    scored = after.scored if isinstance(move, Lay) else None
    return Features(
        active=active,
        card=move.card if isinstance(move, Lay) else None,
        points=scored.points if scored else 0,
        plus=bool(scored and scored.plus),
        doubled=bool(scored and scored.doubled),
        die=move.face if isinstance(move, Rolled) else None,
        drawn=len(move.cards) if isinstance(move, Drew) else 0,
        hand=None if active is None else len(after.hands[active]),
        laid=len(after.laid),
        left=after.left,
    )

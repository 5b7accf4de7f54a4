"""A position: what a log folds to."""

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from inglenook.core.time_control import Times
from inglenook.core.units import PlayMs, Seat


# A server holds many thousands: none is part of a cycle, so the collector need not look at them.
class Position(Struct, frozen=True, gc=False):
    """What a log folds to. Chance and time follow the line in force, so an undo brings both back.

    state     the game's own state
    resigned  the seats that have given up, or whose time was up
    flagged   those of them whose time was up
    abandoned the game was ended as it stood
    draws     how many draws by chance led here, without those that were undone
    undone    ms of play that were undone: the game's own time is that much behind the log's
    times     what the match's clock shows, where it has one
    """

    state: Any
    resigned: tuple[Seat, ...] = ()
    draws: int = 0
    undone: PlayMs = 0
    flagged: tuple[Seat, ...] = ()
    times: Times | None = None
    abandoned: bool = False


class _Digested(Struct, frozen=True):
    """What the digest of a position is made from."""

    state: Any
    resigned: tuple[Seat, ...]


def digest(position: Position) -> str:
    """A short fingerprint of a position: two logs that fold alike have the same."""
    digested = _Digested(position.state, position.resigned)
    text = msgspec.json.encode(digested, order="deterministic")
    return hashlib.sha256(text).hexdigest()[:32]

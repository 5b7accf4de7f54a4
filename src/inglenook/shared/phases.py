"""Which moves belong to which phase, for games that are played in phases."""

from collections.abc import Mapping
from typing import NamedTuple

from inglenook.core.game import NATURE, Entry, Move


class Phases(NamedTuple):
    """A phase that is missing in both is one in which nobody moves; `over` ends the game."""

    nature: Mapping[str, type[Move]]
    """NATURE's move in each phase in which it has one."""
    players: Mapping[str, tuple[type[Move], ...]]
    """What players can do in each phase in which they have something to do."""

    def fault(self, phase: str, seats: int, entry: Entry) -> str | None:
        """Why a move cannot be made now by anyone, or never by that seat; None, or a code."""
        if phase == "over":
            return "game-over"
        if isinstance(entry.move, tuple(self.nature.values())):
            if entry.seat != NATURE:
                return "not-yours"
            return None if isinstance(entry.move, self.nature.get(phase, ())) else "wrong-phase"
        if not 0 <= entry.seat < seats:
            return "not-yours"
        return None if isinstance(entry.move, self.players.get(phase, ())) else "wrong-phase"

"""How long people need to see what was done, in ms. The films on the screen fit into it."""

from inglenook.core.game import DWELL, Entry, Move
from inglenook.core.units import PlayMs
from inglenook.games.conex.rules.moves import (
    Deal,
    Draw,
    Drew,
    End,
    Gave,
    Give,
    Lay,
    Lightning,
    Rolled,
)
from inglenook.games.conex.rules.state import STRIKE
from inglenook.shared.first_player import Lots

DWELLS: dict[type[Move], PlayMs] = {
    Lots: 1200,
    Deal: 600,
    Draw: 200,
    Drew: 700,
    # It lies down, and the points rise from it.
    Lay: 1200,
    # It tumbles, is read, and is carried out.
    Rolled: 3200,
    Lightning: STRIKE,
    Give: 300,
    Gave: 600,
    End: 200,
}


def dwell(entry: Entry) -> PlayMs:
    return DWELLS.get(type(entry.move), DWELL)

"""How long people need to see what was done, in ms. Words are raced for, so it is never long."""

from inglenook.core.game import DWELL, Entry, Move, Resign, Undo
from inglenook.core.units import PlayMs
from inglenook.games.prolix.moves import Challenge, Close, Draw, Lots, Settle, Time

DWELLS: dict[type[Move], PlayMs] = {
    Lots: 1500,
    Draw: 600,
    Close: 400,
    Time: 400,
    Challenge: 600,
    # A verdict is to be read.
    Settle: 1200,
    Resign: DWELL,
    Undo: DWELL,
}


def dwell(entry: Entry) -> PlayMs:
    return DWELLS.get(type(entry.move), 0)

"""What a row of a survey says of an entry of Prolix."""

from msgspec import Struct

from inglenook.core.game import NATURE, Entry
from inglenook.core.units import Seat
from inglenook.games.prolix import board
from inglenook.games.prolix.moves import Say, Write
from inglenook.games.prolix.state import State


class Features(Struct, frozen=True):
    active: Seat | None
    """Whose turn it is; none where all may write."""
    board: str
    """The eight tiles, by columns from the left, upper row first; `.` where there is none."""
    word: str | None
    """The word that was said or written."""
    value: int | None
    """What its letters are worth on this board."""
    interrupt: bool
    """It was said in another's turn."""
    words: int
    """How many words stand on the sheets then; in a duel, how many Marks were won."""


def features(before: State, entry: Entry, after: State) -> Features:
    """What there is to say of an entry, and of the states around it."""
    move, said = entry.move, None
    if isinstance(move, Say | Write):
        said = move.word
    lines = sum(len(sheet.regular) + len(sheet.interrupts) for sheet in after.sheets)
    return Features(
        active=before.active,
        board=before.pool.board,
        word=said,
        value=None if said is None else board.value(before.pool.board, said),
        interrupt=bool(
            said and before.active is not None and entry.seat not in (before.active, NATURE)
        ),
        words=sum(after.marks) if after.mode == "duel" else lines,
    )

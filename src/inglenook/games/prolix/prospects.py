"""What a sheet may come to: the points that an interrupt or a challenge can be expected to bring.

The words that will count in the end are the best of those written, those still to come and the
interrupts that there may yet be. What a player makes of a turn is measured by their own sheet.
"""

from statistics import NormalDist

from inglenook.core.units import Seat
from inglenook.games.prolix.scoring import FAILED, penalty, spare
from inglenook.games.prolix.view import Sheet, Stake, View

USUAL, KNOWN = 22.0, 3
"""What a strong player's word is worth, and how many words of one's own tell as much."""
SPREAD = 4.5
"""How far words are from what is usual, from board to board: standard deviation."""
OPENINGS = 0.35
"""Of the others' turns to come, in how many an interrupt comes in time."""


def gain(view: View, seat: Seat, value: int) -> float:
    """What an interrupt of that value brings: to the seat, and by the turn that another loses."""
    sheet = view.sheets[seat]
    mine = value - penalty(view.seats) - _last_line(view, seat, sheet)
    if view.interruptions == 0 or view.active is None:
        return mine
    # A second interruption: the turn of the active player comes to nothing.
    return mine + _word_lost(view, view.active, usual(view.sheets[view.active])) / (view.seats - 1)


def challenge(view: View, seat: Seat, stake: Stake) -> float:
    """What challenging a word that the reference lacks can be expected to bring.

    Others may know the word nevertheless, the likelier the more often that has happened.
    """
    failed = view.sheets[seat].failed
    fails = (1 + failed) / (4 + failed)
    lost = _word_lost(view, stake.seat, stake.value) / (view.seats - 1)
    return (1 - fails) * lost - fails * FAILED


def usual(sheet: Sheet) -> float:
    """What a player makes of a turn, as far as the sheet tells."""
    values = [line.value for line in sheet.regular if line.word]
    return (KNOWN * USUAL + sum(values)) / (KNOWN + len(values))


def _word_lost(view: View, seat: Seat, value: float) -> float:
    """What a word is worth to a player beyond the last of the lines that will count without it."""
    return max(0.0, value - _last_line(view, seat, view.sheets[seat]))


def _last_line(view: View, seat: Seat, sheet: Sheet) -> float:
    """The least of the words that will count, one line being given to a word yet to be said."""
    lines = view.rounds + spare(view.seats) - len(sheet.interrupts)
    mean = usual(sheet)
    others = sum(
        view.rounds - len(other.regular)
        for place, other in enumerate(view.sheets)
        if place != seat and not other.out
    )
    found = [float(line.value) for line in sheet.regular]
    found += _drawn(mean, view.rounds - len(sheet.regular))
    found += [each - penalty(view.seats) for each in _drawn(mean, round(OPENINGS * others))]
    found.sort(reverse=True)
    return found[lines - 1] if 0 < lines <= len(found) else 0.0


def _drawn(mean: float, count: int) -> list[float]:
    """So many words as they typically come, from poor boards to rich ones."""
    return [mean + SPREAD * NormalDist().inv_cdf((i + 0.5) / count) for i in range(count)]

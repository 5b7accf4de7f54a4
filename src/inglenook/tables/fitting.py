"""A match for you: which level of a game's bots fits a guest, by how their last game went."""

from collections.abc import Sequence

from inglenook.bot import Level
from inglenook.game import Outcome
from inglenook.registry import levels
from inglenook.tables.seating import BotSat, Seating
from inglenook.units import Seat

CLEAR = 0.2
"""The part of the better score by which a win or a loss is a clear one."""


def against_bots(seating: Seating, guest: str) -> bool:
    """Whether a guest has one seat there, bots have all others, and it counts."""
    if seating.study or seating.daily or len(seating.seats_of(guest)) != 1:
        return False
    bots = sum(isinstance(who, BotSat) for who in seating.seats)
    return bots == len(seating.seats) - 1 > 0


def fitting_level(game: str, seating: Seating | None, guest: str, outcome: Outcome | None) -> str:
    """The level that fits after a game against bots: one up after a clear win, one down after a
    clear loss. Without one it is the weakest; empty where there are no bots."""
    known = levels(game)
    if not known or seating is None or outcome is None:
        return known[0].name if known else ""
    (seat,) = seating.seats_of(guest)
    place = max(_place(known, who.level) for who in seating.seats if isinstance(who, BotSat))
    return known[min(max(place + _step(outcome, seat), 0), len(known) - 1)].name


def _place(known: Sequence[Level], name: str) -> int:
    return next((n for n, level in enumerate(known) if level.name == name), 0)


def _step(outcome: Outcome, seat: Seat) -> int:
    mine = outcome.scores[seat]
    best = max(score for other, score in enumerate(outcome.scores) if other != seat)
    clear = abs(mine - best) >= CLEAR * max(abs(mine), abs(best), 1)
    if outcome.winners == (seat,):
        return 1 if clear and mine > best else 0
    # Whoever gave up would not want the same again, however the points stood.
    return -1 if (clear and mine < best) or outcome.reason == "resigned" else 0

"""A match for you: which level of a game's bots fits a guest, by how their last games went."""

from collections.abc import Sequence

from msgspec import Struct

from inglenook.bot import Level
from inglenook.game import Outcome
from inglenook.registry import levels
from inglenook.tables.seating import BotSat, Seating
from inglenook.units import Seat

CLEAR = 0.2
"""The part of the better score by which a win or a loss is a clear one."""
IN_A_ROW = 2
"""How many wins or losses count as much as a clear one. No more results are needed."""
FIRST = 1
"""The place of the level that a newcomer meets, where there are so many: the second-weakest."""


class Result(Struct, frozen=True):
    """How a game against bots went for a guest.

    level   the strongest of the bots' levels
    won     1, or -1 for a loss; 0 where the win was shared
    clear   by a clear margin; who gave up has clearly lost, however the points stood
    """

    level: str
    won: int
    clear: bool


def against_bots(seating: Seating, guest: str) -> bool:
    """Whether a guest has one seat there, bots have all others, and it counts."""
    if seating.study or seating.daily or len(seating.seats_of(guest)) != 1:
        return False
    bots = sum(isinstance(who, BotSat) for who in seating.seats)
    return bots == len(seating.seats) - 1 > 0


def result(game: str, seating: Seating, guest: str, outcome: Outcome) -> Result:
    """What a game against bots came to for a guest."""
    (seat,), known = seating.seats_of(guest), levels(game)
    bots = (who.level for who in seating.seats if isinstance(who, BotSat))
    level = max(bots, key=lambda level: _place(known, level))
    return Result(level, _won(outcome, seat), _clearly(outcome, seat))


def fitting_level(game: str, results: Sequence[Result]) -> str:
    """The level that fits after these results, the latest first; empty where there are no bots.

    That of the last game: one up after a clear win or two wins in a row there, one down after a
    clear loss or two losses in a row. Without any result it is the second-weakest.
    """
    known = levels(game)
    if not known:
        return ""
    if not results:
        return known[min(FIRST, len(known) - 1)].name
    last, lately = results[0], results[:IN_A_ROW]
    alike = [each for each in lately if (each.level, each.won) == (last.level, last.won)]
    step = last.won if last.clear or len(alike) == IN_A_ROW else 0
    return known[min(max(_place(known, last.level) + step, 0), len(known) - 1)].name


def _place(known: Sequence[Level], name: str) -> int:
    return next((n for n, level in enumerate(known) if level.name == name), 0)


def _won(outcome: Outcome, seat: Seat) -> int:
    if outcome.winners == (seat,):
        return 1
    return 0 if seat in outcome.winners else -1


def _clearly(outcome: Outcome, seat: Seat) -> bool:
    if outcome.reason == "resigned" and seat not in outcome.winners:
        return True
    mine = outcome.scores[seat]
    best = max(score for other, score in enumerate(outcome.scores) if other != seat)
    # Whoever wins because others gave up may be behind.
    ahead = mine - best if seat in outcome.winners else best - mine
    return ahead >= CLEAR * max(abs(mine), abs(best), 1)

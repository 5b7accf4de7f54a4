"""A match for you: which level of a game's bots fits a guest, by how their last games went."""

from collections.abc import Sequence
from math import ceil, exp, log, prod, sqrt

from msgspec import Struct

from inglenook.core.bot import Level
from inglenook.core.game import Outcome
from inglenook.core.registry import levels
from inglenook.core.units import Seat
from inglenook.server.ratings.rating import level_number
from inglenook.server.table.events import BotSat
from inglenook.server.table.seating import Seating

CLEAR = 0.2
"""The part of the better score by which a win or a loss is a clear one."""
HEAD_START, SHOWS = 200, 0.7
"""A clear result is one that a head start of so many points of rating would not have changed; and
how often that shows in the scores."""
LATELY = 10
"""How many results tell how strong somebody is now."""
LEAP = 1 / 3
"""How far it is at most from one game to the next, as a part of all levels: nobody is thrown in at
the deep end."""
FIRST = 1
"""The place of the level that a newcomer meets, where there are so many: the second-weakest."""
UNSURE = 1.1
"""How little is known of a newcomer: standard deviation, as a part of the whole ladder."""
ODDS = 400 / log(10)
"""Points of rating that make the odds of winning e times as good, as with Elo."""
APART = 200
"""Points of rating from each level to the next, in a game whose ladder was not measured."""
FINE = 25
"""Strengths are told apart in steps of so many points."""


class Result(Struct, frozen=True):
    """How a game against bots went for a guest.

    level   the strongest of the bots' levels
    won     1, or -1 for a loss; 0 where the win was shared
    clear   by a clear margin; who gave up has clearly lost, however the points stood
    others  how many bots there were
    """

    level: str
    won: int
    clear: bool
    others: int = 1


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
    others = len(seating.seats) - 1
    return Result(level, _won(outcome, seat), _clearly(outcome, seat), others)


def fitting_level(game: str, results: Sequence[Result]) -> str:
    """The level that fits after these results, the latest first; empty where there are no bots.

    It is the one whose rating is nearest to the guest's, as the results tell it: at first the
    second-weakest, and never further than a third of all levels from that of the last game.
    """
    known = levels(game)
    if not known:
        return ""
    numbers = _numbers(game)
    first = min(FIRST, len(known) - 1)
    lately = results[:LATELY]
    mine = _strength(numbers, numbers[first], [(_place(known, r.level), r) for r in lately])
    met = _place(known, lately[0].level) if lately else first
    leap = ceil(LEAP * len(known))
    near = range(max(met - leap, 0), min(met + leap, len(known) - 1) + 1)
    return known[min(near, key=lambda place: abs(numbers[place] - mine))].name


def _numbers(game: str) -> list[int]:
    """The ratings of a game's levels, weakest first."""
    known = [level_number(game, level.name) for level in levels(game)]
    measured = len(set(known)) == len(known)
    return known if measured else [APART * place for place in range(len(known))]


def _strength(numbers: Sequence[int], first: int, results: Sequence[tuple[int, Result]]) -> float:
    """The rating to be expected of a newcomer after results against levels, by their places."""
    spread = max(round(UNSURE * (numbers[-1] - numbers[0])), APART)
    strengths = range(first - 3 * spread, first + 3 * spread + 1, FINE)
    odds = [
        exp(-(((mine - first) / spread) ** 2) / 2)
        * prod(_chance(mine - numbers[place], result) for place, result in results)
        for mine in strengths
    ]
    return sum(mine * each for mine, each in zip(strengths, odds, strict=True)) / sum(odds)


def _chance(ahead: float, result: Result) -> float:
    """How likely a result is for somebody who is so many points of rating ahead of a level."""
    wins = win_chance(ahead, result.others)
    if result.won == 0:
        return sqrt(wins * (1 - wins))
    even_so = win_chance(ahead - result.won * HEAD_START, result.others)
    if result.won < 0:
        wins, even_so = 1 - wins, 1 - even_so
    return SHOWS * even_so if result.clear else wins - SHOWS * even_so


def win_chance(ahead: float, others: int) -> float:
    """The share of games won by who is so many points of rating ahead of all others."""
    return 1 / (1 + others * exp(-ahead / ODDS))


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

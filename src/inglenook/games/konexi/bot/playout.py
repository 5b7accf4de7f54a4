"""Konexi played on in a blink: letters, words and scores, but no shapes.

Every letter can be joined to any other here, and the gauge drifts as it does with good players.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inglenook.games.konexi.bot.closer import risk
from inglenook.games.konexi.bot.drift import BY, drift
from inglenook.games.konexi.bot.spelling import (
    ALL,
    MAX_SETS,
    SPREAD,
    Ints,
    Masks,
    Words,
    bit,
    hang,
    words,
)
from inglenook.games.konexi.rules.state import PENALTY
from inglenook.shared.compiled import compiled
from inglenook.shared.xorshift import step

Floats = npt.NDArray[np.float64]
Random = npt.NDArray[np.uint64]

DIE = np.array((2, 4, 5, 8, 10, 0))
"""0 is any letter."""
GUSTS = len(BY[0])
"""Ways in which the gauge may drift."""
MAX_TURNS = 40
"""Turns after which whoever leads has won: nearly all games to a usual goal end sooner."""


class Game(NamedTuple):
    """Where playouts begin: somebody is to roll the die."""

    ring: Ints
    scores: Ints
    hung: Masks
    points: Ints
    """Both as in `spelling.hang`."""
    now: tuple[int, int, int, int, int, int]
    """Letters in the ring, the token's gap, whose turn it is; the gauge of the tower, its letters,
    and how many sets of them hang together."""


class Laws(NamedTuple):
    """What chance goes by."""

    words: Words
    falls: Floats
    """[whose hand, letters, gauge in hundredths]: the chance that a tower falls; first one's own,
    then all others'."""
    drift: Ints
    """See there."""
    goal: int


@cache
def laws(size: int, own: float, others: float, goal: int) -> Laws:
    """With the words up to one of SCOWL's sizes, and with such hands."""
    gauges, heights = range(101), range(ALL + 1)
    rows = [[[risk(g, n, hand) for g in gauges] for n in heights] for hand in (own, others)]
    return Laws(words(size), np.array(rows), drift(), goal)


@compiled
def wins(laws: Laws, start: Game, seat: int, seed: int, first: int, last: int) -> tuple[int, int]:
    """How many of some playouts a seat wins, of those with these numbers; and all their turns.

    The same numbers and the same seed bring the same dice: so games can be compared.
    """
    random, won, turns = np.empty(1, np.uint64), 0, 0
    hung, points = np.empty(MAX_SETS, np.uint32), np.empty((ALL, ALL), np.int64)
    for n in range(first, last):
        winner, took = _play_out(laws, start, seat, seed, n, random, hung, points)
        won += winner == seat
        turns += took
    return won, turns


@compiled
def _play_out(
    laws: Laws, start: Game, seat: int, seed: int, n: int, random: Random, hung: Masks, points: Ints
) -> tuple[int, int]:
    """Who wins a game in which everybody takes the longest word, and in how many turns.

    n                     its number, which also says what the die shows in the first two turns
    random, hung, points  room for it
    """
    ring, scores, dice = start.ring.copy(), start.scores.copy(), n
    left, token, mover, steady, letters, kept = start.now
    hung[:kept], points[:] = start.hung[:kept], start.points
    tower = np.uint32(0)
    for i in range(kept):
        tower |= hung[i]
    for turn in range(MAX_TURNS):
        # Each turn has a chance of its own, whatever was drawn before: so games stay comparable.
        random[0] = np.uint64(seed + n * MAX_TURNS + turn + 1) * SPREAD
        face, gust, luck = _below(random, len(DIE)), _below(random, GUSTS), _random(random)
        if left == 0:
            _shuffle(ring, random)
            left, token, letters, kept, steady, tower = ALL, 0, 0, 0, 100, np.uint32(0)
            points[:] = 0
        if turn < 2:
            face, dice = dice % len(DIE), dice // len(DIE)
        first, some = 0, left
        if DIE[face]:
            first, some = (token + DIE[face]) % left, min(2, left)
        at, to = _longest(points, ring, left, first, some, tower, random)
        letter = ring[at]
        ring[at : left - 1] = ring[at + 1 : left].copy()
        left -= 1
        token = (at - 1) % left if left else 0
        letters += 1
        next_one = (mover + 1) % len(scores)
        if letters > 1:
            steady = laws.drift[steady, gust]
            if luck < laws.falls[int(mover != seat), letters, steady] * 2.0**32:
                scores[mover] -= min(PENALTY, scores[mover])
                left, letters, mover = 0, 0, next_one
                continue
            scores[mover] += points[letter, to]
            if scores[mover] >= laws.goal:
                return mover, turn
        near = bit(to) if letters > 1 else np.uint32(0)
        kept = hang(laws.words, hung, kept, letter, near, points)
        tower |= bit(letter)
        mover = next_one
    return int(scores.argmax()), MAX_TURNS


@compiled
def _shuffle(ring: Ints, random: Random) -> None:
    for i in range(ALL):
        ring[i] = i
    for i in range(ALL - 1, 0, -1):
        k = _below(random, i + 1)
        ring[i], ring[k] = ring[k], ring[i]


@compiled
def _longest(
    points: Ints, ring: Ints, left: int, first: int, some: int, tower: np.uint32, random: Random
) -> tuple[int, int]:
    """One of the joins with the longest word, of some letters of the ring: its place, and to what.

    Where there is no tower, the letter is laid on the table.
    """
    best, at, to, ties = -1, first, 0, 0
    for i in range(first, first + some):
        for other in range(ALL if tower else 1):
            if tower and not tower & bit(other):
                continue
            worth = points[ring[i % left], other]
            if worth > best:
                best, ties = worth, 0
            if worth == best:
                ties += 1
                if _below(random, ties) == 0:
                    at, to = i % left, other
    return at, to


@compiled
def _random(random: Random) -> int:
    """32 random bits."""
    random[0] = step(random[0])
    return int(np.int64((random[0] * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)))


@compiled
def _below(random: Random, n: int) -> int:
    return (_random(random) * n) >> 32

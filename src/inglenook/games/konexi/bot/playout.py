"""Konexi played on in a blink: letters, words and scores, but no shapes.

Every letter can be joined to any other here, and takes a little off the gauge.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from inglenook.games.compiled import compiled
from inglenook.games.konexi.bot.risk import risk
from inglenook.games.konexi.bot.spelling import ALL, MOST, SPREAD, Ints, Masks, Words, bit, hang
from inglenook.games.konexi.rules.state import PENALTY
from inglenook.games.xorshift import step

Floats = npt.NDArray[np.float64]
Random = npt.NDArray[np.uint64]

DIE = np.array((2, 4, 5, 8, 10, 0))
"""0 is any letter."""
DROP = 9
"""A letter takes less than this off the gauge, in hundredths."""
LONGEST = 40
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
    """[letters, gauge in hundredths]: the chance that a tower falls."""
    goal: int


@cache
def falls(hand: float) -> Floats:
    """See `Laws`."""
    rows = [[risk(steady, letters, hand) for steady in range(101)] for letters in range(ALL + 1)]
    return np.array(rows)


@compiled
def wins(laws: Laws, start: Game, seat: int, seed: int, first: int, last: int) -> tuple[int, int]:
    """How many of some playouts a seat wins, of those with these numbers; and all their turns.

    The same numbers and the same seed bring the same dice: so games can be compared.
    """
    random, won, turns = np.empty(1, np.uint64), 0, 0
    hung, points = np.empty(MOST, np.uint32), np.empty((ALL, ALL), np.int64)
    for n in range(first, last):
        random[0] = np.uint64(seed + n + 1) * SPREAD
        winner, took = _play_out(laws, start, n, random, hung, points)
        won += winner == seat
        turns += took
    return won, turns


@compiled
def _play_out(
    laws: Laws, start: Game, dice: int, random: Random, hung: Masks, points: Ints
) -> tuple[int, int]:
    """Who wins a game in which everybody takes the longest word, and in how many turns.

    dice          what the die shows in the first two turns, as one number
    hung, points  room for it
    """
    ring, scores = start.ring.copy(), start.scores.copy()
    left, token, mover, steady, letters, kept = start.now
    hung[:kept], points[:] = start.hung[:kept], start.points
    tower = np.uint32(0)
    for i in range(kept):
        tower |= hung[i]
    for turn in range(LONGEST):
        if left == 0:
            _shuffle(ring, random)
            left, token, letters, kept, steady, tower = ALL, 0, 0, 0, 100, np.uint32(0)
            points[:] = 0
        face = dice % len(DIE) if turn < 2 else _below(random, len(DIE))
        dice //= len(DIE)
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
            steady = max(0, steady - _below(random, DROP))
            if _random(random) < laws.falls[letters, steady] * 2.0**32:
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
    return int(scores.argmax()), LONGEST


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

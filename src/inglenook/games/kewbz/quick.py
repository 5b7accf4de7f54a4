"""Whole games of Kewbz at machine speed, for surveys: a row of numbers for every move.

It plays at random, and as the levels that look one move ahead: they choose as `bot.py` has them
choose, though their chance is another.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.core.game import Rng
from inglenook.games.kewbz import rules
from inglenook.games.kewbz.bot import KEWBZ, SKILLS
from inglenook.games.kewbz.fast import (
    Board,
    Position,
    below,
    board,
    demand,
    due,
    from_state,
    legal,
    nth,
    place_of,
    put,
    scores,
    shed,
    take_over,
    tops,
)
from inglenook.games.kewbz.judge import judge, play
from inglenook.games.kewbz.mask import count, empty, lowest, rest, single
from inglenook.shared.compiled import compiled
from inglenook.shared.xorshift import step

AT_RANDOM = -1
"""In place of the share of moves that a level overlooks: it looks at none."""
NUMBERS = (
    "move",
    "seat",
    "place",
    "choices",
    "due",
    "stacked",
    "taken",
    "tallest",
    "left_0",
    "left_1",
    "score_0",
    "score_1",
)
"""What the numbers of a row are. A `place` of -1: the first cube was taken over."""


class Played(NamedTuple):
    rows: NDArray[np.int16]
    """A row a move, with `NUMBERS`."""
    lengths: NDArray[np.int64]
    """How many moves each game has."""


class Quick:
    """Games with some options and players, who change seats from game to game."""

    def __init__(self, options: rules.Options, blind: tuple[int, int]) -> None:
        self._board = board(options.size)
        self._start = from_state(KEWBZ.setup(2, options))
        self._longest = min(options.size**2, 2 * options.cubes) + 1
        self._blind = blind
        cells = {place_of(options.size, n): n for n in range(options.size**2)}
        names = rules.grid(options.size).names
        self._names = tuple(names[cells[n]] if n in cells else "" for n in range(max(cells) + 1))

    numbers = NUMBERS

    def texts(
        self, rows: NDArray[np.int16], ends: NDArray[np.int64]
    ) -> dict[str, tuple[tuple[str, ...], NDArray[np.int16]]]:
        """The columns of text: what each can say, and which of these each row says, -1 for none.

        `ends` are the last rows of games.
        """
        place, left = rows[:, 2], rows[:, 8:10]
        ending = np.full(len(rows), -1, np.int16)
        ending[ends] = np.where(left[ends].min(axis=1) == 0, 0, 1)
        return {
            "kind": (("place", "swap"), (place < 0).astype(np.int16)),
            "cell": (self._names, place),
            "ending": (("last-cube", "blocked"), ending),
        }

    def play(self, seed: str, first: int, games: int) -> Played:
        """The games from number `first` on; each follows from the seed and its number alone."""
        chance = [np.uint64(Rng(seed, first + n).bits() | 1) for n in range(games)]
        rows = np.zeros((games * self._longest, len(NUMBERS)), np.int16)
        lengths = np.zeros(games, np.int64)
        used = 0
        for n in range(games):
            a, b = self._blind if (first + n) % 2 == 0 else self._blind[::-1]
            lengths[n] = _game(self._board, self._start, a, b, chance[n], rows[used:])
            used += lengths[n]
        return Played(rows[:used], lengths)


def quick(options: Any, players: Sequence[str]) -> Quick | None:
    """For games of these players; None where one of them looks further, or a position is set up."""
    if isinstance(options.position, rules.Position):
        return None
    ahead = {name: skill.blind for name, skill in SKILLS.items() if skill.depth == 1}
    blind = [{**ahead, "random": AT_RANDOM}.get(name) for name in players]
    if None in blind:
        return None
    a, b = blind
    assert a is not None
    assert b is not None
    return Quick(options, (a, b))


@compiled
def _value(b: Board, p: Position) -> int:
    """What a move is worth that leads here, to who made it."""
    return -judge(b, p)


@compiled
def choose(b: Board, p: Position, blind: int, random: np.uint64) -> tuple[int, int, np.uint64]:
    """The place of the best cell of those that are not overlooked, its value, and what comes next
    by chance. Of equal ones each is as likely; of the first cube, the most even is best where it
    may be taken over. If all are overlooked, one is chosen blindly.
    """
    evenly = p.swap and p.turn == 0
    cells, found, value, equal = legal(b, p), -1, 0, 0
    blindly, unseen, n = -1, 0, 0
    while not empty(cells):
        place = lowest(cells)
        worth = _value(b, play(b, p, single(cells, place)))
        cells = rest(cells)
        rank = -abs(worth) if evenly else worth
        n += 1
        random = step(random)
        if below(random, n) == 0:
            blindly, unseen = place, rank
        random = step(random)
        if below(random, 100) < blind:
            continue
        if found < 0 or rank > value:
            found, value, equal = place, rank, 1
        elif rank == value:
            equal += 1
            random = step(random)
            if below(random, equal) == 0:
                found = place
    if found < 0:
        return blindly, unseen, random
    return found, value, random


@compiled
def _game(
    b: Board, p: Position, blind_0: int, blind_1: int, random: np.uint64, rows: NDArray[np.int16]
) -> int:
    """Play one game, and write its rows; returns how many."""
    n = 0
    while True:
        cells = legal(b, p)
        if empty(cells):
            return n
        seat, choices = p.turn, count(cells)
        blind = blind_1 if seat else blind_0
        may_swap = p.swap and seat == 1
        swaps, place, wanted, stacked = False, 0, 0, 0
        if blind < 0:
            random = step(random)
            picked = below(random, choices + (1 if may_swap else 0))
            swaps = picked == choices
            if not swaps:
                place = lowest(nth(cells, picked))
        else:
            place, value, random = choose(b, p, blind, random)
            swaps = may_swap and value < 0
        was = p
        if swaps:
            p, place = take_over(p), -1
        else:
            cell = single(cells, place)
            d = due(b, p, cell)
            wanted = demand(d)
            if blind < 0:
                for missing in range(wanted - p.left[seat] + 1):
                    random = step(random)
                    d = shed(d, below(random, wanted - missing))
                p = put(p, cell, d)
            else:
                p = play(b, p, cell)
            if was.left[seat] == 1:
                wanted = 0  # the last cube leaves none to stack
            stacked = was.left[seat] - p.left[seat] - 1
        before, after = tops(was), tops(p)
        taken = (after & ~before) if seat else (before & ~after)
        tallest = 0
        for level in p.high:
            if not empty(level):
                tallest += 1
        blue, amber = scores(p)
        rows[n, 0], rows[n, 1], rows[n, 2], rows[n, 3] = n, seat, place, choices
        rows[n, 4], rows[n, 5], rows[n, 6] = wanted, stacked, count(taken & was.high[1])
        rows[n, 7], rows[n, 8], rows[n, 9] = tallest, p.left[0], p.left[1]
        rows[n, 10], rows[n, 11] = blue, amber
        n += 1

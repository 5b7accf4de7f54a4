"""Many games of Kewbz at once on the compiled twin, for learning from Python.

In each game a learner plays against chance, and a step is an action of the learner's and all that
the other does then. Actions and planes are those of `fit`; boards are 5x5 to 8x8.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inglenook.games.kewbz.fast import (
    Board,
    Due,
    Position,
    below,
    demand,
    due,
    legal,
    nth,
    put,
    scores,
    take_over,
)
from inglenook.games.kewbz.mask import Mask, count, empty
from inglenook.shared.compiled import compiled
from inglenook.shared.xorshift import step

Words = NDArray[np.uint64]
Bytes = NDArray[np.int8]

ROW = 8
SWAP = 64
"""The action of taking over the first cube, on a board of eight by eight."""
PLANES = 14
NONE, ONE = np.uint64(0), np.uint64(1)
NOTHING = Due(NONE, NONE, NONE, NONE)

SPREAD = np.array(
    [sum(1 << 8 * bit for bit in range(8) if byte >> bit & 1) for byte in range(256)], np.uint64
)
"""[byte]: its bits as eight bytes of 0 and 1."""
EVERYWHERE = np.uint64(0x0101010101010101)


class Games(NamedTuple):
    """One row a game."""

    high: Words
    ones: Words
    owed: Words
    left: NDArray[np.int64]
    turn: NDArray[np.int64]
    swap: NDArray[np.bool_]
    learner: NDArray[np.int64]
    """The seat of the learner."""
    over: NDArray[np.bool_]
    random: Words


def blank(many: int, seed: int) -> Games:
    """Room for so many games; `restart` begins them."""
    seeds = np.random.default_rng(seed).integers(1, 2**63, many, dtype=np.uint64)
    return Games(
        np.zeros((many, 5), np.uint64),
        np.zeros((many, 5), np.uint64),
        np.zeros((many, 4), np.uint64),
        np.zeros((many, 2), np.int64),
        np.zeros(many, np.int64),
        np.zeros(many, np.bool_),
        np.zeros(many, np.int64),
        np.zeros(many, np.bool_),
        seeds,
    )


@compiled
def _load(g: Games, i: int) -> tuple[Position, Due]:
    h, o, w = g.high[i], g.ones[i], g.owed[i]
    return (
        Position(
            (h[0], h[1], h[2], h[3], h[4]),
            (o[0], o[1], o[2], o[3], o[4]),
            (g.left[i, 0], g.left[i, 1]),
            g.turn[i],
            g.swap[i],
        ),
        Due(w[0], w[1], w[2], w[3]),
    )


@compiled
def _store(g: Games, i: int, p: Position, owed: Due) -> None:
    for level in range(5):
        g.high[i, level] = p.high[level]
        g.ones[i, level] = p.ones[level]
    for more in range(4):
        g.owed[i, more] = owed[more]
    g.left[i, 0], g.left[i, 1] = p.left
    g.turn[i] = p.turn
    g.swap[i] = p.swap


@compiled
def _cells(b: Board, p: Position, owed: Due) -> Mask:
    return legal(b, p) if empty(owed.first) else owed.first


@compiled
def _swaps(p: Position) -> bool:
    return bool(p.swap and p.turn == 1)


@compiled
def _place(b: Board, p: Position, owed: Due, cell: Mask) -> tuple[Position, Due]:
    """Place a cube and stack what is due; or name a corner, where cubes are short."""
    if empty(owed.first):
        d = due(b, p, cell)
        cubes = p.left[p.turn] - 1
        if demand(d) <= cubes:
            return put(p, cell, d), NOTHING
        q = put(p, cell, NOTHING)
        if cubes == 0:
            return q, NOTHING
        return Position(q.high, q.ones, q.left, p.turn, q.swap), d
    q = put(p, cell, Due(cell, NONE, NONE, NONE))
    left = (q.left[0] + 1, q.left[1]) if p.turn == 0 else (q.left[0], q.left[1] + 1)
    rest = Due(
        owed.first & (~cell | owed.second),
        owed.second & (~cell | owed.third),
        owed.third & (~cell | owed.fourth),
        owed.fourth & ~cell,
    )
    if left[p.turn] == 0:
        return Position(q.high, q.ones, left, 1 - p.turn, q.swap), NOTHING
    return Position(q.high, q.ones, left, p.turn, q.swap), rest


@compiled
def _answer(b: Board, g: Games, i: int, p: Position, owed: Due) -> tuple[Position, Due]:
    """The other seat plays by chance until it is the learner's turn, or the game is over."""
    random = g.random[i]
    while p.turn != g.learner[i]:
        cells = _cells(b, p, owed)
        if empty(cells):
            break
        random = step(random)
        many = count(cells)
        chosen = below(random, many + _swaps(p))
        if chosen == many:
            p = take_over(p)
        else:
            p, owed = _place(b, p, owed, nth(cells, chosen))
    g.random[i] = random
    return p, owed


@compiled
def _begin(b: Board, g: Games, i: int, cubes: int, swap: bool) -> tuple[Position, Due]:
    g.random[i] = step(g.random[i])
    g.learner[i] = below(g.random[i], 2)
    g.over[i] = False
    none = (NONE, NONE, NONE, NONE, NONE)
    return _answer(b, g, i, Position(none, none, (cubes, cubes), 0, swap), NOTHING)


@compiled
def _show(b: Board, g: Games, i: int, p: Position, owed: Due, planes: Words, mask: Words) -> None:
    """Write what the learner sees and may do; a row of the board is eight bytes, a word."""
    second = g.learner[i] == 1
    seen = planes[i]
    for level in range(5):
        ones = p.ones[level]
        zeros = p.high[level] & ~ones
        mine, theirs = (ones, zeros) if second else (zeros, ones)
        for row in range(ROW):
            shift = np.uint64(8 * row)
            seen[level, row] = SPREAD[(mine >> shift) & np.uint64(255)]
            seen[level + 5, row] = SPREAD[(theirs >> shift) & np.uint64(255)]
    own, other = (p.left[1], p.left[0]) if second else (p.left[0], p.left[1])
    swaps = _swaps(p)
    cells = _cells(b, p, owed)
    for row in range(ROW):
        shift = np.uint64(8 * row)
        seen[10, row] = SPREAD[(owed.first >> shift) & np.uint64(255)]
        seen[11, row] = np.uint64(own) * EVERYWHERE
        seen[12, row] = np.uint64(other) * EVERYWHERE
        seen[13, row] = np.uint64(swaps) * EVERYWHERE
        mask[i, row] = SPREAD[(cells >> shift) & np.uint64(255)]
    mask[i, ROW] = np.uint64(swaps)


@compiled
def _require_shapes(g: Games, planes: Words, mask: Words, rewards: int, actions: int) -> None:
    """ValueError unless all arrays are of as many games: the loops do not look at their lengths."""
    n = len(g.turn)
    if not (
        g.high.shape == (n, 5)
        and g.ones.shape == (n, 5)
        and g.owed.shape == (n, 4)
        and g.left.shape == (n, 2)
        and len(g.swap) == len(g.learner) == len(g.over) == len(g.random) == n
        and planes.shape == (n, PLANES, ROW)
        and mask.shape == (n, ROW + 1)
        and rewards == actions == n
    ):
        raise ValueError("all arrays must be of as many games")


@compiled
def restart(b: Board, g: Games, cubes: int, swap: bool, planes: Words, mask: Words) -> None:
    """Begin all games."""
    _require_shapes(g, planes, mask, len(g.turn), len(g.turn))
    for i in range(len(g.turn)):
        p, owed = _begin(b, g, i, cubes, swap)
        _store(g, i, p, owed)
        _show(b, g, i, p, owed, planes, mask)


@compiled
def advance(
    b: Board,
    g: Games,
    actions: NDArray[np.int64],
    cubes: int,
    swap: bool,
    rewards: NDArray[np.float64],
    planes: Words,
    mask: Words,
) -> None:
    """A step in every game; one that was over begins anew instead, whatever its action.

    An illegal action loses the game.
    """
    _require_shapes(g, planes, mask, len(rewards), len(actions))
    for i in range(len(actions)):
        rewards[i] = 0
        if g.over[i]:
            p, owed = _begin(b, g, i, cubes, swap)
        else:
            p, owed = _load(g, i)
            cells, action = _cells(b, p, owed), actions[i]
            cell = ONE << np.uint64(action) if 0 <= action < SWAP else NONE
            if action == SWAP and _swaps(p):
                p = take_over(p)
            elif not empty(cells & cell):
                p, owed = _place(b, p, owed, cell)
            else:
                g.over[i] = True
                rewards[i] = -1
            if not g.over[i]:
                p, owed = _answer(b, g, i, p, owed)
                if empty(_cells(b, p, owed)):
                    g.over[i] = True
                    blue, amber = scores(p)
                    won = (blue > amber) - (amber > blue)
                    rewards[i] = won if g.learner[i] == 0 else -won
        _store(g, i, p, owed)
        _show(b, g, i, p, owed, planes, mask)


@compiled
def choose(b: Board, g: Games, actions: NDArray[np.int64]) -> None:
    """A legal action for every game, each equally likely; 0 where it is over."""
    if len(actions) != len(g.turn):
        raise ValueError("an action for each game is to be filled in")
    for i in range(len(actions)):
        actions[i] = 0
        if not g.over[i]:
            p, owed = _load(g, i)
            cells = _cells(b, p, owed)
            many = count(cells)
            g.random[i] = step(g.random[i])
            chosen = below(g.random[i], many + _swaps(p))
            actions[i] = SWAP if chosen == many else _place_of(nth(cells, chosen))


@compiled
def _place_of(cell: Mask) -> int:
    return count(cell - ONE)

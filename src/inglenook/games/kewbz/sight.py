"""What the network sees of a position, compiled: the planes and facts of `train/kewbz/game.py`.

A test holds the two equal.
"""

import numpy as np
from numpy.typing import NDArray

from inglenook.games.kewbz.fast import Board, Position, legal, passed, scores, tops
from inglenook.games.kewbz.mask import Mask, count, empty, single
from inglenook.games.kewbz.rules import TALLEST
from inglenook.shared.compiled import compiled

PLANES, FACTS = 16, 10
LEGAL, OPEN, OPEN_TWICE, GAIN, THEIR_GAIN, STACKED = 10, 11, 12, 13, 14, 15
"""Of the planes, those after the board, single cubes, and towers of 2 to 5 of either player."""


@compiled
def _has(mask: Mask, place: int) -> bool:
    return not empty(mask & single(mask, place))


@compiled
def _gain(k: int, height: int, own: bool) -> int:
    """What k more cubes on a tower add to the lead of whoever puts them there."""
    if k == 0:
        return 0
    if height == 1:
        return 2 * k + 1
    return 2 * k if own else 2 * (k + height)


@compiled
def see(
    b: Board,
    p: Position,
    size: int,
    planes: NDArray[np.float32],
    facts: NDArray[np.float32],
) -> None:
    """Write down what the mover sees: planes of size x size, and facts."""
    row, cells, second_seat = int(b.row), legal(b, p), tops(p)
    open_once, open_twice = passed(b, p, cells)
    planes[:] = 0
    planes[0] = 1
    # With a rim of empty cells, so that no line runs off the board.
    height = np.zeros((size + 2, size + 2), np.int64)
    own = np.zeros((size + 2, size + 2), np.bool_)
    for r in range(size):
        for f in range(size):
            place = r * row + f
            if _has(p.high[0], place):
                tall = 1
                for level in p.high[1:]:
                    tall += _has(level, place)
                is_mine = _has(second_seat, place) == (p.turn == 1)
                height[r + 1, f + 1], own[r + 1, f + 1] = tall, is_mine
                planes[1 if tall == 1 else tall if is_mine else tall + TALLEST - 1, r, f] = 1
                planes[OPEN, r, f] = _has(open_once, place)
                planes[OPEN_TWICE, r, f] = _has(open_twice, place)
    for r in range(size):
        for f in range(size):
            if not _has(cells, r * row + f):
                continue
            y, x = r + 1, f + 1
            level = (height[y, x - 1] > 0) + (height[y, x + 1] > 0)
            upright = (height[y - 1, x] > 0) + (height[y + 1, x] > 0)
            stacked = level * upright
            mine = theirs = 1 + (2 * stacked + 1 if stacked else 0)
            for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                v, u = y + dy, x + dx
                while height[v, u]:
                    k = int(height[v + dx, u + dy] > 0) + int(height[v - dx, u - dy] > 0)
                    k = min(k, TALLEST - height[v, u])
                    stacked += k
                    mine += _gain(k, height[v, u], own[v, u])
                    theirs += _gain(k, height[v, u], not own[v, u])
                    v, u = v + dy, u + dx
            planes[LEGAL, r, f] = 1
            planes[GAIN, r, f] = mine / 10
            planes[THEIR_GAIN, r, f] = theirs / 10
            planes[STACKED, r, f] = stacked / 8
    blue, amber = scores(p)
    left, other = p.left[p.turn], p.left[1 - p.turn]
    facts[0], facts[1], facts[2] = left / 30, other / 30, (left - other) / 10
    facts[3], facts[4] = np.exp(-left / 4), np.exp(-other / 4)
    facts[5] = (amber - blue if p.turn else blue - amber) / 20
    facts[6], facts[7] = p.swap and p.turn == 1, p.swap and p.turn == 0
    facts[8], facts[9] = size / 10, count(cells) / 20

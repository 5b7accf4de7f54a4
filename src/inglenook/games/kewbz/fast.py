"""The compiled twin of `rules.py`: the same game on bit masks, for search and playouts.

A position is five masks of the cells with towers at least 1, 2, .. 5 high, and five of the cells
whose cube at that height is seat 1's. Every function is pure; a bit's place is `rank * row + file`.

Numba hands a word back to Python as an `int` and would take it again for a signed one: from Python,
pass in only what `from_state`, `board` and `from_int` made.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from inglenook.core.units import Seat
from inglenook.games.kewbz import rules
from inglenook.games.kewbz.mask import (
    Mask,
    count,
    empty,
    from_int,
    lowest,
    rest,
    single,
    to_int,
)
from inglenook.shared.compiled import compiled
from inglenook.shared.xorshift import step

ONE, TWO, FOUR = np.uint64(1), np.uint64(2), np.uint64(4)
Five = tuple[Mask, Mask, Mask, Mask, Mask]


class Board(NamedTuple):
    """The geometry of one size."""

    cells: Mask
    not_first: Mask
    """All cells but those of file a."""
    not_last: Mask
    row: np.uint64
    """Bits from one rank to the next."""


class Position(NamedTuple):
    high: Five
    """Cells with towers of at least 1, 2, .. 5 cubes."""
    ones: Five
    """Of those, the cells whose cube at that height is seat 1's."""
    left: tuple[int, int]
    """Unplayed cubes."""
    turn: Seat
    swap: bool


class Due(NamedTuple):
    """Cubes to be stacked: the cells that get at least 1, 2, 3, 4 of them.

    Only the cell of the placed cube, as the middle of a plus, gets more than 2.
    """

    first: Mask
    second: Mask
    third: Mask
    fourth: Mask


@cache
def board(size: int) -> Board:
    wide = size > 8
    row = 12 if wide else 8

    def cells(files: range) -> Mask:
        return from_int(sum(1 << r * row + f for r in range(size) for f in files), wide)

    return Board(cells(range(size)), cells(range(1, size)), cells(range(size - 1)), np.uint64(row))


def place_of(size: int, cell: int) -> int:
    """The place of the bit that stands for a cell of `rules.py`."""
    return cell // size * int(board(size).row) + cell % size


def from_state(s: rules.State) -> Position:
    """The same position as the rules hold it. `last` is left out: the rules never look at it."""

    high, ones = [0] * rules.TALLEST, [0] * rules.TALLEST
    for cell, tower in enumerate(s.stacks):
        for level, owner in enumerate(tower):
            bit = 1 << place_of(s.size, cell)
            high[level] |= bit
            ones[level] |= bit * owner
    wide = s.size > 8

    def masks(levels: list[int]) -> Five:
        return tuple(from_int(bits, wide) for bits in levels)

    return Position(masks(high), masks(ones), s.unplayed, s.turn, s.swap)


def to_state(size: int, p: Position) -> rules.State:
    """The position as the rules hold it, with no `last` move."""
    high, ones = ([to_int(mask) for mask in masks] for masks in (p.high, p.ones))
    stacks = tuple(
        tuple(o >> place & 1 for h, o in zip(high, ones, strict=True) if h >> place & 1)
        for place in (place_of(size, cell) for cell in range(size * size))
    )
    return rules.State(size, stacks, p.left, p.turn, p.swap)


@compiled
def legal(b: Board, p: Position) -> Mask:
    """The cells where a cube may be placed; none when the game is over."""
    here = p.high[0]
    if p.left[0] == 0 or p.left[1] == 0:
        return here & ~here
    if empty(here):
        return b.cells
    west = (here << ONE) & b.not_first  # cells with a cube to their west
    east = (here >> ONE) & b.not_last
    line = here | west | east
    near = (line << b.row) | (line >> b.row) | line
    # Two cubes side by side in the next rank and one beside the cell make a square with it.
    pair_east, pair_west = here & east, here & west
    square = (east & ((pair_east << b.row) | (pair_east >> b.row))) | (
        west & ((pair_west << b.row) | (pair_west >> b.row))
    )
    return near & b.cells & ~here & ~square


@compiled
def _up(start: Mask, along: Mask, step: np.uint64) -> Mask:
    """The unbroken line of cells in `along` that follows `start`, towards higher bits."""
    two = along & (along << step)
    four = two & (two << (step * TWO))
    line = start | (along & (start << step))
    line = line | (two & (line << (step * TWO)))
    line = line | (four & (line << (step * FOUR)))
    # 1 + 2 + 4 + 4 steps are the longest line, on 12x12.
    return (line | (four & (line << (step * FOUR)))) & ~start


@compiled
def _down(start: Mask, along: Mask, step: np.uint64) -> Mask:
    two = along & (along >> step)
    four = two & (two >> (step * TWO))
    line = start | (along & (start >> step))
    line = line | (two & (line >> (step * TWO)))
    line = line | (four & (line >> (step * FOUR)))
    return (line | (four & (line >> (step * FOUR)))) & ~start


@compiled
def passed(b: Board, p: Position, start: Mask) -> tuple[Mask, Mask]:
    """The cubes on the lines out from some cells that branch off them: all, and to both sides."""
    here = p.high[0]
    west, east = (here << ONE) & b.not_first, (here >> ONE) & b.not_last
    south, north = here << b.row, here >> b.row
    level = _up(start, here & b.not_first, ONE) | _down(start, here & b.not_last, ONE)
    upright = _up(start, here, b.row) | _down(start, here, b.row)
    return (
        (level & (north | south)) | (upright & (east | west)),
        (level & north & south) | (upright & east & west),
    )


@compiled
def due(b: Board, p: Position, cell: Mask) -> Due:
    """The cubes to be stacked after placing on a cell, none above 5 high."""
    here = p.high[0]
    west, east = cell & (here << ONE) & b.not_first, cell & (here >> ONE) & b.not_last
    south, north = cell & (here << b.row), cell & (here >> b.row)
    once, twice = passed(b, p, cell)
    plus = west & east & south & north
    return Due(
        (once & ~p.high[4]) | ((west | east) & (south | north)),
        (twice & ~p.high[3]) | (west & east & (south | north)) | ((west | east) & south & north),
        plus,
        plus,
    )


@compiled
def demand(d: Due) -> int:
    """How many cubes are due."""
    return count(d.first) + count(d.second) + count(d.third) + count(d.fourth)


@compiled
def put(p: Position, cell: Mask, d: Due) -> Position:
    """Place a cube and stack those cubes; they must not be more than the player has."""
    a1, a2, a3, a4, a5 = p.high
    b1, b2, b3, b4, b5 = a1 | cell, a2, a3, a4, a5
    b5, b4, b3, b2 = b5 | (d.first & b4), b4 | (d.first & b3), b3 | (d.first & b2), b2 | d.first
    b5, b4, b3 = b5 | (d.second & b4), b4 | (d.second & b3), b3 | (d.second & b2)
    b4, b5 = b4 | d.third, b5 | d.fourth
    spent = 1 + demand(d)
    if p.turn == 0:
        left = (p.left[0] - spent, p.left[1])
        return Position((b1, b2, b3, b4, b5), p.ones, left, 1, p.swap)
    left = (p.left[0], p.left[1] - spent)
    ones = (
        p.ones[0] | (b1 & ~a1),
        p.ones[1] | (b2 & ~a2),
        p.ones[2] | (b3 & ~a3),
        p.ones[3] | (b4 & ~a4),
        p.ones[4] | (b5 & ~a5),
    )
    return Position((b1, b2, b3, b4, b5), ones, left, 0, False)


@compiled
def take_over(p: Position) -> Position:
    """Seat 1 makes the first cube its own, and seat 0 is to move."""
    return Position(p.high, p.high, (p.left[0] + 1, p.left[1] - 1), 0, False)


@compiled
def tops(p: Position) -> Mask:
    """The cells whose top cube is seat 1's."""
    return (
        p.ones[4]
        | (p.ones[3] & ~p.high[4])
        | (p.ones[2] & ~p.high[3])
        | (p.ones[1] & ~p.high[2])
        | (p.ones[0] & ~p.high[1])
    )


@compiled
def points(p: Position, cells: Mask) -> int:
    """What the towers on these cells are worth."""
    return (
        2 * count(p.high[1] & cells)
        + count(p.high[2] & cells)
        + count(p.high[3] & cells)
        + count(p.high[4] & cells)
    )


@compiled
def scores(p: Position) -> tuple[int, int]:
    """Both scores as if the game ended now."""
    top = tops(p)
    return points(p, ~top) - p.left[0], points(p, top) - p.left[1]


@compiled
def nth(mask: Mask, n: int) -> Mask:
    """The n-th bit of a mask, from the lowest (0)."""
    for _ in range(n):
        mask = rest(mask)
    return single(mask, lowest(mask))


@compiled
def shed(d: Due, n: int) -> Due:
    """Without the n-th of its cubes; of a cell that gets several, the topmost goes."""
    for part in d:
        size = count(part)
        if n < size:
            break
        n -= size
    cell = nth(part, n)
    fourth = d.fourth & ~cell
    third = d.third & (~cell | d.fourth)
    second = d.second & (~cell | d.third)
    return Due(d.first & (~cell | d.second), second, third, fourth)


@compiled
def below(random: np.uint64, n: int) -> int:
    """A number from 0 to n - 1, for a small n, from a random one."""
    return int(((random >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))


@compiled
def playouts(b: Board, start: Position, games: int, seed: int) -> tuple[int, int, int, int, int]:
    """Random games to the end: placements made, how many each seat won alone, and all their points.

    Every legal cell is equally likely. A player short of cubes leaves out due cubes at random,
    each equally likely.
    """
    random = np.uint64(seed) * np.uint64(0x9E3779B97F4A7C15) | ONE
    placed, won, lost, blue_points, amber_points = 0, 0, 0, 0, 0
    for _ in range(games):
        p = start
        while True:
            cells = legal(b, p)
            if empty(cells):
                break
            random = step(random)
            cell = nth(cells, below(random, count(cells)))
            d = due(b, p, cell)
            cubes = p.left[p.turn] - 1
            wanted = demand(d)
            while wanted > cubes:
                random = step(random)
                d = shed(d, below(random, wanted))
                wanted -= 1
            p = put(p, cell, d)
            placed += 1
        blue, amber = scores(p)
        won += blue > amber
        lost += amber > blue
        blue_points += blue
        amber_points += amber
    return placed, won, lost, blue_points, amber_points

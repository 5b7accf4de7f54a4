"""What a Kewbz position is worth to the player to move, compiled.

Values are in hundredths of a point. A finished game is worth its margin plus `WIN`, so that
a sure win outweighs every hope of points.
"""

from inglenook.games.kewbz.fast import (
    Board,
    Due,
    Position,
    demand,
    due,
    legal,
    passed,
    put,
    scores,
    tops,
)
from inglenook.games.kewbz.mask import Mask, count, empty, rest
from inglenook.shared.compiled import compiled

POINT = 100
WIN = 100_000


@compiled
def _some(cells: Mask, n: int) -> Mask:
    """At most n cells of a mask."""
    left = cells
    for _ in range(n):
        if empty(left):
            break
        left = rest(left)
    return cells & ~left


@compiled
def spend(p: Position, d: Due, cubes: int) -> Due:
    """The most valuable way to stack fewer cubes than are due. The game ends with it."""
    seat_1 = tops(p)
    theirs = p.high[1] & (~seat_1 if p.turn else seat_1)
    first = d.first & ~d.first
    # Taking a tower over gains twice its height and one; raising a single cube two; all else one.
    for group in (theirs & p.high[3], theirs & p.high[2], theirs, ~p.high[1], d.first):
        more = _some(d.first & group & ~first, cubes)
        first = first | more
        cubes -= count(more)
    second = _some(d.second, cubes)
    cubes -= count(second)
    third = _some(d.third, cubes)
    return Due(first, second, third, _some(d.fourth, cubes - count(third)))


@compiled
def play(b: Board, p: Position, cell: Mask) -> Position:
    """Place a cube on a cell; short of cubes, stack them in the best way."""
    d = due(b, p, cell)
    cubes = p.left[p.turn] - 1
    if demand(d) > cubes:
        d = spend(p, d, cubes)
    return put(p, cell, d)


@compiled
def final(p: Position, more: int = 0) -> int:
    """The value of a finished game, with so many points more for who would move."""
    blue, amber = scores(p)
    lead = more + (amber - blue if p.turn else blue - amber)
    return lead * POINT + WIN * ((lead > 0) - (lead < 0))


@compiled
def hope(b: Board, p: Position, cells: Mask) -> int:
    """A guess at the final margin of a game that goes on, with these legal cells.

    What counts most is which towers are *open*: on a line that some legal placement lengthens, so
    that they may be taken over. The weights are a least-squares fit of the final margin over
    positions of games that the search played against itself on 6x6 and 8x8.
    """
    open_once, open_twice = passed(b, p, cells)
    seat_1 = tops(p)
    mine, theirs = (seat_1, ~seat_1) if p.turn else (~seat_1, seat_1)
    _, two, three, four, five = p.high
    two, three, four = two & ~three, three & ~four, four & ~five
    value = 284 + 179 * (p.left[1 - p.turn] - p.left[p.turn])
    for sign, own in ((1, mine), (-1, theirs)):
        shut = own & ~open_once
        value += sign * (
            192 * count(two & shut)
            + 270 * count(three & shut)
            + 359 * count(four & shut)
            + 467 * count(five & own)
        )
    own, other = mine & open_once, theirs & open_once
    value += 73 * count(two & own) + 82 * count(three & own) + 274 * count(four & own)
    value += 220 * count(four & other) - 31 * count(two & other) - 83 * count(three & other)
    # Two cubes on a tower of three make it safe for ever.
    return value + 180 * count(three & own & open_twice) + 291 * count(three & other & open_twice)


@compiled
def judge(b: Board, p: Position) -> int:
    """The value of a position without looking ahead."""
    cells = legal(b, p)
    return final(p) if empty(cells) else hope(b, p, cells)

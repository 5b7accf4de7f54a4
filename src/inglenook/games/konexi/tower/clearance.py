"""Whether a letter has room where it is to be: no letters in each other, none near the table."""

from typing import NamedTuple

import numpy as np

from inglenook.games.konexi.tower.building import Tower
from inglenook.games.konexi.tower.letters import Ints
from inglenook.games.konexi.tower.shapes import (
    AXES,
    BOX,
    CENTRE,
    HALF,
    MAX_CONNECTORS,
    NUMBER,
    REACH,
    Floats,
    Shapes,
    shapes,
)
from inglenook.shared.compiled import compiled

DEPTH = 500.001
"""Letters may run half a millimetre into each other; the rest is for rounding, since many letters
of a grid lie exactly that deep."""
LOW = 3_000 - 0.001
"""No letter but the first comes this near the table."""
FREE, RUNS_THROUGH, BELOW_TABLE = 0, 1, 2
OPPOSITE = np.array((2, 3, 0, 1, 5, 4))
"""[side]"""


SIDE, PLUG, ROW, AT, CONNECTOR, END = range(3, 9)
"""Columns of an end, after x, y, z: the side it faces in the tower, whether it is a tooth, its
letter's row, its number there, and that among all; then the columns' number."""


class Stood(NamedTuple):
    """The solids of a tower, and its free connectors: teeth in notches are not there any more."""

    box: Ints
    """[row]: the first box of each letter, in the order of the tower; then their number."""
    boxes: Floats
    """[box]: as in the shapes, but where they are in the tower."""
    end: Ints
    """[box]: the free end it is the tooth of, or -1."""
    slanted: Ints
    around: Floats
    """[row]: as in the shapes, but where they are in the tower."""
    turn: Ints
    """[row]: its rotation."""
    ends: Ints
    """[end]: a free connector."""


def stood(tower: Tower) -> Stood:
    rows = [(NUMBER[each.letter], each.rotation, each.x, each.y, each.z) for each in tower]
    return stand(shapes(), np.array(rows, dtype=np.int64))


@compiled
def deep(
    one: Floats, a: int, x: float, y: float, z: float, other: Floats, b: int, slanted: bool
) -> bool:
    """Whether two boxes run into each other, the one moved by x, y, z.

    How deep they do is the least that they overlap by along any axis.
    """
    dx = other[b, CENTRE] - one[a, CENTRE] - x
    dy = other[b, CENTRE + 1] - one[a, CENTRE + 1] - y
    dz = other[b, CENTRE + 2] - one[a, CENTRE + 2] - z
    if (
        one[a, REACH] + other[b, REACH] - abs(dx) <= DEPTH
        or one[a, REACH + 1] + other[b, REACH + 1] - abs(dy) <= DEPTH
        or one[a, REACH + 2] + other[b, REACH + 2] - abs(dz) <= DEPTH
    ):
        return False
    if not slanted:
        return True
    for i in range(3):
        p = AXES + 3 * i
        for j in range(-1, 4):
            # The faces of the one, each edge with each, the faces of the other.
            if j == -1:
                u, v, w = one[a, p], one[a, p + 1], one[a, p + 2]
            elif j == 3:
                u, v, w = other[b, p], other[b, p + 1], other[b, p + 2]
            else:
                q = AXES + 3 * j
                u = one[a, p + 1] * other[b, q + 2] - one[a, p + 2] * other[b, q + 1]
                v = one[a, p + 2] * other[b, q] - one[a, p] * other[b, q + 2]
                w = one[a, p] * other[b, q + 1] - one[a, p + 1] * other[b, q]
                length = np.sqrt(u * u + v * v + w * w)
                if length < 1e-9:
                    continue
                u, v, w = u / length, v / length, w / length
            overlap = -abs(dx * u + dy * v + dz * w)
            for k in range(3):
                q = AXES + 3 * k
                overlap += one[a, HALF + k] * abs(
                    one[a, q] * u + one[a, q + 1] * v + one[a, q + 2] * w
                )
                overlap += other[b, HALF + k] * abs(
                    other[b, q] * u + other[b, q + 1] * v + other[b, q + 2] * w
                )
            if overlap <= DEPTH:
                return False
    return True


@compiled
def near(
    left: float,
    right: float,
    front: float,
    back: float,
    low: float,
    high: float,
    around: Floats,
    row: int,
) -> bool:
    """Whether an upright box reaches into the one around a letter of the tower."""
    return bool(
        right - around[row, 0] > DEPTH
        and around[row, 3] - left > DEPTH
        and back - around[row, 1] > DEPTH
        and around[row, 4] - front > DEPTH
        and high - around[row, 2] > DEPTH
        and around[row, 5] - low > DEPTH
    )


@compiled
def meets(one: Ints, i: int, ends: Ints, first: int, last: int) -> bool:
    """Whether an end is a tooth in its notch with one of these ends."""
    for e in range(first, last):
        if (
            ends[e, 0] == one[i, 0]
            and ends[e, 1] == one[i, 1]
            and ends[e, 2] == one[i, 2]
            and ends[e, SIDE] == OPPOSITE[one[i, SIDE]]
            and ends[e, PLUG] != one[i, PLUG]
        ):
            return True
    return False


@compiled
def stand(s: Shapes, rows: Ints) -> Stood:
    """A tower by the number, rotation, x, y, z of its letters."""
    n, count, most = len(rows), 0, 0
    every, starts = np.empty((n * MAX_CONNECTORS, END), dtype=np.int64), np.empty(n, dtype=np.int64)
    for row in range(n):
        letter, turn = rows[row, 0], rows[row, 1]
        starts[row], first = count, s.connector[letter]
        most += s.box[letter + 1] - s.box[letter]
        for c in range(first, s.connector[letter + 1]):
            for k in range(3):
                every[count, k] = s.points[turn, c, k] + rows[row, 2 + k]
            every[count, SIDE], every[count, PLUG] = s.faces[turn, c], s.plug[c]
            every[count, ROW], every[count, AT], every[count, CONNECTOR] = row, c - first, c
            count += 1
    ends, number, free = np.empty((count, END), dtype=np.int64), np.full(count, -1), 0
    for e in range(count):
        if not meets(every, e, every, 0, count):
            number[e], ends[free] = free, every[e]
            free += 1
    box, boxes, count = np.empty(n + 1, dtype=np.int64), np.empty((most, BOX)), 0
    end, slanted = np.empty(most, dtype=np.int64), np.empty(most, dtype=np.int64)
    around = np.empty((n, 6))
    for row in range(n):
        letter, turn = rows[row, 0], rows[row, 1]
        box[row] = count
        for k in range(6):
            around[row, k] = s.around[turn, letter, k] + rows[row, 2 + k % 3]
        for b in range(s.box[letter], s.box[letter + 1]):
            end[count] = -1 if s.tooth[b] == -1 else number[starts[row] + s.tooth[b]]
            if s.tooth[b] == -1 or end[count] != -1:
                boxes[count], slanted[count] = s.boxes[turn, b], s.slanted[b]
                for k in range(3):
                    boxes[count, CENTRE + k] += rows[row, 2 + k]
                count += 1
    box[n] = count
    turns = rows[:, 1].copy()
    return Stood(box, boxes[:count], end[:count], slanted[:count], around, turns, ends[:free])


@compiled
def rooms(s: Shapes, tower: Stood, letter: int, spots: Ints, found: Ints) -> None:
    """Find out for each spot, a rotation and x, y, z: `FREE`, or why a letter cannot be there.

    A tooth in its notch is in nobody's way. All spots go in one call that takes the tuples apart
    once: taking an array out of one costs more than looking at a box.

    The last array is filled. It could not be returned: a cached function that compiled and plain
    code both call loses what Numba makes arrays for Python with.
    """
    shape, tooth, slanted, whole = s.boxes, s.tooth, s.slanted, s.around
    points, faces, plug, ends = s.points, s.faces, s.plug, tower.ends
    box, boxes, end, slants, around = tower.box, tower.boxes, tower.end, tower.slanted, tower.around
    begin, stop, first = s.box[letter], s.box[letter + 1], s.connector[letter]
    own = np.empty((s.connector[letter + 1] - first, END), dtype=np.int64)
    for i in range(len(spots)):
        turn, x, y, z = spots[i, 0], spots[i, 1], spots[i, 2], spots[i, 3]
        for c in range(len(own)):
            own[c, 0] = points[turn, first + c, 0] + x
            own[c, 1] = points[turn, first + c, 1] + y
            own[c, 2] = points[turn, first + c, 2] + z
            own[c, SIDE], own[c, PLUG] = faces[turn, first + c], plug[first + c]
        mine, wide = shape[turn], whole[turn, letter]
        below = False
        for a in range(begin, stop if wide[2] + z < LOW else begin):
            if mine[a, 2] - mine[a, REACH + 2] + z < LOW and not below:
                below = tooth[a] == -1 or not meets(own, tooth[a], ends, 0, len(ends))
        through = False
        for row in range(len(around)):
            if through or not near(
                wide[0] + x,
                wide[3] + x,
                wide[1] + y,
                wide[4] + y,
                wide[2] + z,
                wide[5] + z,
                around,
                row,
            ):
                continue
            for a in range(begin, stop):
                left, right = mine[a, 0] - mine[a, REACH] + x, mine[a, 0] + mine[a, REACH] + x
                front, back = (
                    mine[a, 1] - mine[a, REACH + 1] + y,
                    mine[a, 1] + mine[a, REACH + 1] + y,
                )
                low, high = mine[a, 2] - mine[a, REACH + 2] + z, mine[a, 2] + mine[a, REACH + 2] + z
                if through or not near(left, right, front, back, low, high, around, row):
                    continue
                for b in range(box[row], box[row + 1]):
                    if not deep(mine, a, x, y, z, boxes, b, slanted[a] + slants[b] > 0):
                        continue
                    e = end[b]
                    filled = tooth[a] != -1 and meets(own, tooth[a], ends, 0, len(ends))
                    for c in range(len(own) if e != -1 else 0):
                        filled = filled or meets(own, c, ends, e, e + 1)
                    if not filled:
                        through = True
                        break
        found[i] = RUNS_THROUGH if through else BELOW_TABLE if below else FREE

"""Whether a letter has room where it is to be: no letters in each other, none near the table."""

from typing import NamedTuple

import numpy as np

from inglenook.games.compiled import compiled
from inglenook.games.konexi.tower.building import Tower, used
from inglenook.games.konexi.tower.letters import Ints
from inglenook.games.konexi.tower.shapes import (
    AXES,
    CENTRE,
    HALF,
    NUMBER,
    REACH,
    Floats,
    Shapes,
    shapes,
)

DEPTH = 500.001
"""Letters may run half a millimetre into each other; the rest is for rounding, since many letters
of a grid lie exactly so deep."""
LOW = 3_000 - 0.001
"""No letter but the first is so near the table."""
FREE, RUNS_THROUGH, BELOW_TABLE = 0, 1, 2
OPPOSITE = np.array((2, 3, 0, 1, 5, 4))
"""[side]"""


SIDE, PLUG, ROW, AT, CONNECTOR = range(3, 8)
"""Columns of a free end: the side it faces in the tower, whether it is a tooth, its letter's row,
its number there, and that among all."""


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
    """[end]: a free connector: x, y, z, and the columns `SIDE` … `CONNECTOR`."""


def stood(tower: Tower) -> Stood:
    s, joined = shapes(), used(tower)
    counts, boxes, owners, slanted, around = [0], [], [], [], []
    ends: list[tuple[int, ...]] = []
    for row, each in enumerate(tower):
        letter, turn, at = NUMBER[each.letter], each.rotation, np.array((each.x, each.y, each.z))
        first, end = s.connector[letter], {-1: -1}
        for k, c in enumerate(range(first, s.connector[letter + 1])):
            if (each.letter, k) not in joined:
                end[k] = len(ends)
                ends.append((*(s.points[turn, c] + at), s.faces[turn, c], s.plug[c], row, k, c))
        for b in range(s.box[letter], s.box[letter + 1]):
            if int(s.tooth[b]) in end:
                box = s.boxes[turn, b].copy()
                box[:HALF] += at
                boxes.append(box)
                owners.append(end[int(s.tooth[b])])
                slanted.append(s.slanted[b])
        counts.append(len(boxes))
        around.append(s.around[turn, letter] + np.tile(at, 2))
    turns = [each.rotation for each in tower]
    return Stood(*map(np.array, (counts, boxes, owners, slanted, around, turns, ends)))


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
def held(x: int, y: int, z: int, side: int, plug: int, ends: Ints, first: int, last: int) -> bool:
    """Whether a connector is a tooth in its notch with one of these free ends.

    It takes numbers, not shapes: a call that passes a tuple of arrays costs more than its work.
    """
    for e in range(first, last):
        if (
            ends[e, 0] == x
            and ends[e, 1] == y
            and ends[e, 2] == z
            and ends[e, SIDE] == OPPOSITE[side]
            and ends[e, PLUG] != plug
        ):
            return True
    return False


@compiled
def room(s: Shapes, tower: Stood, letter: int, turn: int, x: int, y: int, z: int) -> int:
    """FREE, or why a letter cannot be there. A tooth in its notch is in nobody's way."""
    boxes, points, faces = s.boxes[turn], s.points[turn], s.faces[turn]
    first, last = s.connector[letter], s.connector[letter + 1]
    around, ends = tower.around, tower.ends
    below = False
    for a in range(s.box[letter], s.box[letter + 1]):
        if s.tooth[a] != -1:
            c = first + s.tooth[a]
            px, py, pz = points[c, 0] + x, points[c, 1] + y, points[c, 2] + z
            if held(px, py, pz, faces[c], 1, ends, 0, len(ends)):
                continue
        left, right = boxes[a, 0] - boxes[a, REACH] + x, boxes[a, 0] + boxes[a, REACH] + x
        front, back = boxes[a, 1] - boxes[a, REACH + 1] + y, boxes[a, 1] + boxes[a, REACH + 1] + y
        low, high = boxes[a, 2] - boxes[a, REACH + 2] + z, boxes[a, 2] + boxes[a, REACH + 2] + z
        below = below or low < LOW
        for row in range(len(around)):
            if (
                right - around[row, 0] <= DEPTH
                or around[row, 3] - left <= DEPTH
                or back - around[row, 1] <= DEPTH
                or around[row, 4] - front <= DEPTH
                or high - around[row, 2] <= DEPTH
                or around[row, 5] - low <= DEPTH
            ):
                continue
            for b in range(tower.box[row], tower.box[row + 1]):
                slanted = bool(s.slanted[a] or tower.slanted[b])
                if not deep(boxes, a, x, y, z, tower.boxes, b, slanted):
                    continue
                e, filled = tower.end[b], False
                for c in range(first, last if e != -1 else first):
                    px, py, pz = points[c, 0] + x, points[c, 1] + y, points[c, 2] + z
                    filled = filled or held(px, py, pz, faces[c], s.plug[c], ends, e, e + 1)
                if not filled:
                    return RUNS_THROUGH
    return BELOW_TABLE if below else FREE

"""The windows in which a card may slide along an edge, compiled.

Whatever lies in the way forbids one stretch: where it is too near on all four normals, and how near
it is on one of them is linear in the slide. Those stretches are computed in floats and cut away,
wide enough for the rounding of poses; what is left is widened µm by µm while `geometry`, the judge,
says yes. So every whole µm of a window is legal, and the one beyond either end is not.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from inglenook.games.conex.geometry.placing import (
    BOARD,
    CARD,
    FAR,
    GAP,
    REACH,
    SPOT,
    clear,
    on_table,
    place,
)
from inglenook.games.conex.geometry.plane import AROUND, COARSE, FINE, NORMAL, RIGHT, VECTOR, Ints
from inglenook.shared.compiled import compiled

Floats: TypeAlias = NDArray[np.float64]

NOISE = 1.0
"""Rounding moves a pose by less: half a µm in x and in y."""
NARROW = 50
"""Windows in which a card can slide less than this are left out."""


class Way(NamedTuple):
    """One corner of a card on one spot of a target, on a table with cards."""

    half_width: int
    half_height: int
    poses: Ints
    target: int
    """A row of `poses`; -1 for the board."""
    x: int
    y: int
    d: int
    """Where the target lies."""
    spot: int
    turn: int
    anchor: Ints


@compiled
def put(way: Way, slide: int) -> tuple[int, int, int]:
    """The pose of the card."""
    shape = BOARD if way.target == -1 else CARD
    return place(shape, way.x, way.y, way.d, way.spot, slide, way.turn, way.anchor)


@compiled
def allowed(way: Way, slide: int) -> bool:
    """Whether nothing else on the table forbids it."""
    x, y, d = put(way, slide)
    return on_table(x, y, d, way.half_width, way.half_height) and clear(
        x, y, d, way.poses, way.target
    )


@compiled
def _within(start: float, step: float, limit: float, more: float) -> tuple[float, float, bool]:
    """The slides at which |start + slide * step| < limit + more.

    Also whether only rounding decides if it is within the limit: then all slides are given.
    """
    if abs(step) < 0.1:
        unsure = abs(abs(start) - limit) < NOISE
        if unsure or abs(start) < limit:
            return -np.inf, np.inf, unsure
        return np.inf, -np.inf, False
    limit += more
    one, other = (-limit - start) / step, (limit - start) / step
    return min(one, other), max(one, other), False


@compiled
def _forbidden(
    x: float, y: float, along: int, d: int, shape: int, e: int
) -> tuple[float, float, bool]:
    """The stretch in which a card in direction d touches a shape in direction e.

    At slide 0 it is x, y from that shape. Also: whether only rounding decides if there is one.
    """
    low, high, unsure = -np.inf, np.inf, False
    for n in (d, (d + RIGHT) % AROUND, e, (e + RIGHT) % AROUND):
        nx, ny = NORMAL[n, 0] / (1 << COARSE), NORMAL[n, 1] / (1 << COARSE)
        step = (VECTOR[along, 0] * nx + VECTOR[along, 1] * ny) / (1 << FINE)
        limit = (REACH[CARD, d, n] + REACH[shape, e, n]) / (1 << COARSE) + GAP
        a, b, doubt = _within(x * nx + y * ny, step, limit, NOISE)
        low, high, unsure = max(low, a), min(high, b), unsure or doubt
    return low, high, unsure


@compiled
def _insert(cuts: Floats, count: int, a: float, b: float) -> None:
    """Put a stretch among those before it, in the order of where they begin."""
    while count and cuts[count - 1, 0] > a:
        cuts[count] = cuts[count - 1]
        count -= 1
    cuts[count] = a, b


@compiled
def scanned(way: Way, low: int, high: int) -> Ints:
    """What `windows` finds, by judging every µm."""
    found, count = np.empty(((high - low) // NARROW + 1, 2), dtype=np.int64), 0
    first = low
    for slide in range(low, high + 2):
        if slide > high or not allowed(way, slide):
            if slide - first > NARROW:
                found[count] = first, slide - 1
                count += 1
            first = slide + 1
    return found[:count]


@compiled
def windows(way: Way, low: int, high: int) -> Ints:
    """The slides from low to high at which the card may lie, as rows from, to."""
    shape = BOARD if way.target == -1 else CARD
    along = (way.d + RIGHT * way.spot) % AROUND
    d = (along + way.turn) % AROUND
    x = way.x + (SPOT[shape, way.d, way.spot, 0] - way.anchor[d, 0]) / (1 << FINE)
    y = way.y + (SPOT[shape, way.d, way.spot, 1] - way.anchor[d, 1]) / (1 << FINE)
    step_x, step_y = VECTOR[along, 0] / (1 << FINE), VECTOR[along, 1] / (1 << FINE)

    wide, tall = REACH[CARD, d, 0] / (1 << COARSE), REACH[CARD, d, RIGHT] / (1 << COARSE)
    a, b, unsure = _within(x, step_x, way.half_width - wide, -NOISE)
    c, e, doubt = _within(y, step_y, way.half_height - tall, -NOISE)
    begin, end, unsure = max(low, a, c), min(high, b, e), unsure or doubt
    if begin > end:
        return np.empty((0, 2), dtype=np.int64)

    cuts, count = np.empty((len(way.poses) + 2, 2)), 0
    middle, far = (begin + end) / 2, FAR + (end - begin) / 2
    middle_x, middle_y = x + step_x * middle, y + step_y * middle
    for i in range(-1, len(way.poses)):
        if i == way.target:
            continue
        if i == -1:
            a, b, doubt = _forbidden(x, y, along, d, BOARD, 0)
        else:
            px, py, pd = way.poses[i]
            if (middle_x - px) ** 2 + (middle_y - py) ** 2 >= far * far:
                continue
            a, b, doubt = _forbidden(x - px, y - py, along, d, CARD, pd)
        a, b = max(a, begin - 1), min(b, end + 1)
        if a <= b:
            unsure = unsure or doubt
            _insert(cuts, count, a, b)
            count += 1
    if unsure:
        return scanned(way, low, high)
    cuts[count] = end, end

    found, cut_count, count = np.empty((count + 1, 2), dtype=np.int64), count + 1, 0
    for i in range(cut_count):
        first, last = int(np.ceil(begin)), int(np.floor(cuts[i, 0]))
        begin = max(begin, cuts[i, 1])
        # Widening may have taken the one before across a stretch that rounding closed.
        if first > last or (count and first <= found[count - 1, 1]):
            continue
        while first > low and allowed(way, first - 1):
            first -= 1
        while last < high and allowed(way, last + 1):
            last += 1
        if last - first >= NARROW:
            found[count] = first, last
            count += 1
    return found[:count]

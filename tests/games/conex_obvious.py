"""Every lay of a hand, the obvious way: the rules one after the other, on Shapely's polygons.

Slow, and in floats, so a case on the very edge may go either way: the judge is `geometry`, and this
is what tests and benches hold the fast enumerator against. Lengths are mm here, points are complex
numbers, and nothing is taken from the tables of whole numbers.
"""

import math
from cmath import rect
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import inf, radians
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from inglenook.games.conex.cards import HEIGHT, WIDTH, Patch, board, deck
from inglenook.games.conex.rules.view import Laid

Ring = NDArray[np.float64]
"""The vertices of a polygon, the first of them at the end once more."""
Window = tuple[float, float]
Spot = tuple[str, int, str, int]
"""Card, corner, target, spot."""

CARD = [complex(x * WIDTH, y * HEIGHT) / 2000 for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
BOARD = [complex(x, y) * board().side_mm / 2 for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
GAP, END, NARROW = 1, 0.5, 0.05
ERROR = 1e-6
"""How much floats are off by, at most: cards of whole mm do lie flush with a side of the table."""


class Shape(NamedTuple):
    """Something that does not move."""

    ring: Ring
    polygon: Polygon


def ring(points: Sequence[complex], at: complex, angle: float) -> Ring:
    """A polygon, turned by an angle and then moved."""
    moved = at + np.array((*points, points[0])) * rect(1, radians(angle))
    return moved.view(np.float64).reshape(-1, 2)


def shape(points: Sequence[complex], at: complex, angle: float) -> Shape:
    found = ring(points, at, angle)
    return Shape(found, shapely.polygons(found))


def place(card: Laid) -> tuple[complex, float]:
    return complex(card.x, card.y) / 1000, 15 * card.d


# A table is looked at again and again while it grows.
@lru_cache(maxsize=256)
def shapes_of(card: Laid) -> tuple[Shape, list[Shape]]:
    """A card on the table, and its CONEX corners."""
    corners = [shape(outline(patch)[0], *place(card)) for patch in deck()[card.card].patches]
    return shape(CARD, *place(card)), corners


@cache
def outline(patch: Patch) -> tuple[list[complex], complex, float]:
    """A corner on its card: its vertices, the point that comes to the spot, and how far its card
    lies turned from its target on spot 0."""
    at, u = CARD[patch.index], rect(1, radians(90 * patch.index))
    v, alpha = u * 1j, float(patch.angle or 0)
    if patch.kind == "square":
        inner = at + patch.a_mm * u + patch.b_mm * v
        return [at, at + patch.a_mm * u, inner, at + patch.b_mm * v], inner, 180 - 90 * patch.index
    if patch.kind == "corner":
        first = at + patch.a_mm * u
        return [at, first, at + patch.b_mm * v], first, 180 - 90 * patch.index + alpha
    begin = at + patch.s_mm * u
    inner = begin + patch.a_mm * u * rect(1, radians(alpha))
    end = begin + math.hypot(patch.a_mm, patch.b_mm) * u
    return [begin, end, inner], inner, 180 - 90 * patch.index - alpha


def touching(one: Ring, other: Ring, step: complex, slack: float) -> Window:
    """The slides of the one at which two shapes are too near along the normal of every edge."""
    edges = np.concatenate((one[1:] - one[:-1], other[1:] - other[:-1]))
    normals = np.stack((-edges[:, 1], edges[:, 0])) / np.hypot(*edges.T)
    mine, theirs, more = one @ normals, other @ normals, np.array((step.real, step.imag)) @ normals
    before = zip(theirs.min(axis=0) - mine.max(axis=0), -more, strict=True)
    behind = zip(mine.min(axis=0) - theirs.max(axis=0), more, strict=True)
    return below(GAP + slack, (*before, *behind))


def inside(moving: Ring, table: Polygon, step: complex, slack: float) -> Window:
    """The slides at which a shape lies wholly on the table."""
    (left, low), (right, high) = moving.min(axis=0).tolist(), moving.max(axis=0).tolist()
    table_left, table_low, table_right, table_high = table.bounds
    return below(
        -slack,
        [
            (table_left - left, -step.real),
            (right - table_right, step.real),
            (table_low - low, -step.imag),
            (high - table_high, step.imag),
        ],
    )


def below(limit: float, distances: Iterable[tuple[float, float]]) -> Window:
    """The slides at which all distances are below a limit; each is given at slide 0, and how
    much it grows with the slide."""
    first, last = -inf, inf
    for at_0, more in distances:
        if abs(more) > 1e-9:
            end = (limit - at_0) / more
            first, last = (first, min(last, end)) if more > 0 else (max(first, end), last)
        elif at_0 >= limit:
            return inf, -inf
    return first, last


def without(windows: Iterable[Window], hole: Window) -> list[Window]:
    if hole[0] >= hole[1]:
        return list(windows)
    halves = [half for a, b in windows for half in ((a, min(b, hole[0])), (max(a, hole[1]), b))]
    return [(a, b) for a, b in halves if a <= b]


def coloured(patch: Patch, target: str, spot: int) -> list[Window]:
    """The slides at which a corner lies wholly on its own colour; 0 .. 0 if it does not slide."""
    long = math.hypot(patch.a_mm, patch.b_mm)
    if target != "board":
        length = abs(CARD[(spot + 1) % 4] - CARD[spot])
        ways = [(deck()[target].colour, END, length - END - long)]
    else:
        side, square, colours = board().side_mm, board().square_mm, board().corner_colours
        ways = [(colours[spot], END, square - long)]
        ways += [(colours[(spot + 1) % 4], side - square, side - END - long)]
    if patch.kind != "corner":
        return [(0, 0)] if ways[0][0] == patch.colour else []
    return [(low, high) for colour, low, high in ways if colour == patch.colour]


def lays(
    table: str, laid: Sequence[Laid], hand: Iterable[str], slack: float = -ERROR
) -> dict[Spot, list[Window]]:
    """The slides of each corner on each spot where there are any, 0 .. 0 where it does not slide.

    `slack` is how much farther a card must keep from what it may not touch and the table's sides.
    """
    width, height = board().tables_mm[table]
    table_top = shapely.box(-width / 2, -height / 2, width / 2, height / 2)
    targets: dict[str, tuple[list[complex], complex, float]] = {"board": (BOARD, 0j, 0)}
    targets |= {card.card: (CARD, *place(card)) for card in laid}
    shapes = {"board": shape(BOARD, 0j, 0)} | {card.card: shapes_of(card)[0] for card in laid}
    names, tree = list(shapes), shapely.STRtree([each.polygon for each in shapes.values()])
    own = {card.card: shapes_of(card)[1] for card in laid}
    found: dict[Spot, list[Window]] = {}
    for card in hand:
        for corner, patch in enumerate(deck()[card].patches):
            for target, (corners, at, angle) in targets.items():
                for spot in range(4):
                    windows = coloured(patch, target, spot)
                    if not windows:
                        continue
                    vertices, point, turn = outline(patch)
                    turned, along = angle + 90 * spot + turn, rect(1, radians(angle + 90 * spot))
                    to = at + corners[spot] * rect(1, radians(angle))
                    centre = to - point * rect(1, radians(turned))
                    whole, part = ring(CARD, centre, turned), ring(vertices, centre, turned)

                    first, last = inside(whole, table_top, along, slack)
                    windows = [(max(a, first), min(b, last)) for a, b in windows]
                    windows = [(a, b) for a, b in windows if a <= b]
                    others = [names[n] for n in near(whole, along, windows, tree)]
                    in_the_way = [(whole, shapes[name]) for name in others if name != target]
                    in_the_way += [(part, other) for other in own.get(target, ())]
                    for moving, other in in_the_way:
                        if windows:
                            windows = without(windows, touching(moving, other.ring, along, slack))
                    least = NARROW if patch.kind == "corner" else 0
                    windows = [(a, b) for a, b in windows if b - a >= least]
                    if windows:
                        found[card, corner, target, spot] = windows
    return found


def near(
    moving: Ring, step: complex, windows: Sequence[Window], others: shapely.STRtree
) -> list[int]:
    """What may touch a shape somewhere in these windows.

    The shortest way to something is never more than 45° from a normal of a rectangle: what is 1.5
    times as far away as it must be is far enough on that one.
    """
    if not windows:
        return []
    ends = [slide for window in windows for slide in window]
    moved = [moving + end * np.array((step.real, step.imag)) for end in (min(ends), max(ends))]
    swept = shapely.convex_hull(shapely.linestrings(np.concatenate(moved)))
    found: list[int] = others.query(swept, predicate="dwithin", distance=1.5 * GAP).tolist()
    return found

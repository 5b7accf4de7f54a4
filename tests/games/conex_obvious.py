"""Every lay of a hand, the obvious way: the rules one after the other, on Shapely's polygons.

Slow, and in floats, so a case on the very edge may go either way: the judge is `geometry`, and this
is what tests and benches hold the fast enumerator against. Lengths are mm here, points are complex
numbers, and nothing is taken from the tables of whole numbers.
"""

import math
from cmath import rect
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import inf, radians
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

from inglenook.games.conex.cards import HEIGHT, WIDTH, Patch, board, deck
from inglenook.games.conex.rules.view import Laid

Points = NDArray[np.complex128]
"""The vertices of a polygon, the first of them at the end once more; or those of many polygons."""
Floats = NDArray[np.float64]
Window = tuple[float, float]
Spot = tuple[str, int, str, int]
"""Card, corner, target, spot."""

CARD = [complex(x * WIDTH, y * HEIGHT) / 2000 for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
BOARD = [complex(x, y) * board().side_mm / 2 for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
AROUND = np.array((*CARD, CARD[0]))
GAP, END, NARROW = 1, 0.5, 0.05
ERROR = 1e-6
"""How much floats are off by, at most: cards of whole mm do lie flush with a side of the table."""


class Candidate(NamedTuple):
    """A corner on a spot, as it lies before it slides."""

    key: Spot
    patch: Patch
    windows: list[Window]
    centre: complex
    angle: float
    along: complex


def moved(points: Sequence[complex], at: complex, angle: float) -> Points:
    """A polygon, turned by an angle and then moved."""
    return at + np.array((*points, points[0])) * rect(1, radians(angle))


def as_polygons(points: Points) -> NDArray[np.object_]:
    found: NDArray[np.object_] = shapely.polygons(np.stack((points.real, points.imag), axis=-1))
    return found


def place(card: Laid) -> tuple[complex, float]:
    return complex(card.x, card.y) / 1000, 15 * card.d


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


def touching(one: Points, other: Points, step: Points, slack: float) -> list[Window]:
    """For each pair of shapes the slides of the one at which they are too near along the normal of
    every edge of either."""
    edges = np.concatenate((np.diff(one), np.diff(other)), axis=1)
    normals = (edges * 1j / abs(edges)).conj()
    mine = (normals[:, :, None] * one[:, None, :]).real
    theirs = (normals[:, :, None] * other[:, None, :]).real
    more = (normals * step[:, None]).real
    before = theirs.min(axis=2) - mine.max(axis=2)
    behind = mine.min(axis=2) - theirs.max(axis=2)
    return below(GAP + slack, np.hstack((before, behind)), np.hstack((-more, more)))


def inside(moving: Points, table: Polygon, step: Points, slack: float) -> list[Window]:
    """For each shape the slides at which it lies wholly on the table."""
    left, low, right, high = table.bounds
    x, y = moving.real, moving.imag
    sides = left - x.min(axis=1), x.max(axis=1) - right, low - y.min(axis=1), y.max(axis=1) - high
    more = -step.real, step.real, -step.imag, step.imag
    return below(-slack, np.stack(sides, axis=1), np.stack(more, axis=1))


def below(limit: float, at_0: Floats, more: Floats) -> list[Window]:
    """For each row of distances the slides at which all of them are below a limit; each is given at
    slide 0, and how much it grows with the slide."""
    moves = abs(more) > 1e-9
    end = (limit - at_0) / np.where(moves, more, 1)
    first = np.where(moves & (more < 0), end, -inf).max(axis=1)
    last = np.where(moves & (more > 0), end, inf).min(axis=1)
    never = (~moves & (at_0 >= limit)).any(axis=1)
    first[never], last[never] = inf, -inf
    return list(zip(first.tolist(), last.tolist(), strict=True))


def without(windows: Iterable[Window], hole: Window) -> list[Window]:
    if hole[0] >= hole[1]:
        return list(windows)
    halves = [half for a, b in windows for half in ((a, min(b, hole[0])), (max(a, hole[1]), b))]
    return [(a, b) for a, b in halves if a <= b]


@cache
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


@cache
def covered(patch: Patch, target: str, spot: int, slack: float) -> list[Window]:
    """The slides at which a corner touches one of its target's own: the same wherever that lies."""
    if target == "board":
        return []
    vertices, point, turn = outline(patch)
    angle = 90 * spot + turn
    part = moved(vertices, CARD[spot] - point * rect(1, radians(angle)), angle)
    along = np.array([rect(1, radians(90 * spot))])
    corners = [moved(outline(own)[0], 0j, 0) for own in deck()[target].patches]
    return [touching(part[None], own[None], along, slack)[0] for own in corners]


def candidates(laid: Sequence[Laid], hand: Iterable[str], slack: float) -> Iterator[Candidate]:
    """Every corner of a hand on every spot where its target lets it be."""
    targets: dict[str, tuple[list[complex], complex, float]] = {"board": (BOARD, 0j, 0)}
    targets |= {card.card: (CARD, *place(card)) for card in laid}
    for card in hand:
        for corner, patch in enumerate(deck()[card].patches):
            _, point, turn = outline(patch)
            for target, (corners, at, angle) in targets.items():
                for spot in range(4):
                    windows = coloured(patch, target, spot)
                    for hole in covered(patch, target, spot, slack) if windows else ():
                        windows = without(windows, hole)
                    if windows:
                        turned = angle + 90 * spot + turn
                        to = at + corners[spot] * rect(1, radians(angle))
                        centre = to - point * rect(1, radians(turned))
                        along = rect(1, radians(angle + 90 * spot))
                        key = card, corner, target, spot
                        yield Candidate(key, patch, windows, centre, turned, along)


def lays(
    table: str, laid: Sequence[Laid], hand: Iterable[str], slack: float = -ERROR
) -> dict[Spot, list[Window]]:
    """The slides of each corner on each spot where there are any, 0 .. 0 where it does not slide.

    `slack` is how much farther a card must keep from what it may not touch and the table's sides.
    """
    width, height = board().tables_mm[table]
    table_top = shapely.box(-width / 2, -height / 2, width / 2, height / 2)
    tried = list(candidates(laid, hand, slack))
    if not tried:
        return {}
    turns = np.exp(1j * np.radians([each.angle for each in tried]))
    wholes = np.array([each.centre for each in tried])[:, None] + AROUND * turns[:, None]
    steps = np.array([each.along for each in tried])
    windows: list[list[Window]] = []
    for each, (first, last) in zip(tried, inside(wholes, table_top, steps, slack), strict=True):
        cut = [(max(a, first), min(b, last)) for a, b in each.windows]
        windows.append([(a, b) for a, b in cut if a <= b])
    names = ["board", *(card.card for card in laid)]
    shapes = [moved(BOARD, 0j, 0), *(moved(CARD, *place(card)) for card in laid)]
    pairs = near(wholes, steps, windows, shapes)
    pairs = [(n, other) for n, other in pairs if names[other] != tried[n].key[2]]
    if pairs:
        ones, others = (list(side) for side in zip(*pairs, strict=True))
        in_the_way = np.array([shapes[other] for other in others])
        holes = touching(wholes[ones], in_the_way, steps[ones], slack)
        for n, hole in zip(ones, holes, strict=True):
            windows[n] = without(windows[n], hole)
    found: dict[Spot, list[Window]] = {}
    for each, free in zip(tried, windows, strict=True):
        least = NARROW if each.patch.kind == "corner" else 0
        if wide := [(a, b) for a, b in free if b - a >= least]:
            found[each.key] = wide
    return found


def near(
    moving: Points, steps: Points, windows: Sequence[Sequence[Window]], others: Sequence[Points]
) -> list[tuple[int, int]]:
    """What may touch a shape somewhere in its windows, in pairs.

    The shortest way to something is never more than 45° from a normal of a rectangle: what is 1.5
    times as far away as it must be is far enough on that one.
    """
    slide = [n for n, free in enumerate(windows) if free]
    if not slide:
        return []
    ends = np.array([(windows[n][0][0], windows[n][-1][1]) for n in slide])
    both = [moving[slide] + (end * steps[slide])[:, None] for end in ends.T]
    swept = shapely.convex_hull(as_polygons(np.concatenate(both, axis=1)))
    tree = shapely.STRtree(as_polygons(np.array(others)))
    found = tree.query(swept, predicate="dwithin", distance=1.5 * GAP)
    return [(slide[n], other) for n, other in found.T.tolist()]

"""Areas of the plane made of convex polygons: how much there is of them, where, and how spread."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import NamedTuple

Point = tuple[float, float]
Convex = Sequence[Point]
"""Its corners, counter-clockwise."""


class Moments(NamedTuple):
    """The integrals of 1, x, y, x², y² and xy over an area."""

    area: float = 0
    x: float = 0
    y: float = 0
    xx: float = 0
    yy: float = 0
    xy: float = 0

    def plus(self, other: "Moments", factor: float = 1) -> "Moments":
        return Moments(*(a + factor * b for a, b in zip(self, other, strict=True)))


def around(polygon: Convex) -> Iterable[tuple[Point, Point]]:
    """Its edges."""
    return pairwise((*polygon, polygon[0]))


def side(a: Point, b: Point, p: Point) -> float:
    """Above 0 where p is left of the way from a to b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def moments(polygon: Convex) -> Moments:
    """By Green's theorem, one triangle with the origin per edge."""
    total = Moments()
    for (ax, ay), (bx, by) in around(polygon):
        twice = ax * by - bx * ay
        total = total.plus(
            Moments(
                twice / 2,
                twice * (ax + bx) / 6,
                twice * (ay + by) / 6,
                twice * (ax * ax + ax * bx + bx * bx) / 12,
                twice * (ay * ay + ay * by + by * by) / 12,
                twice * (2 * ax * ay + ax * by + bx * ay + 2 * bx * by) / 24,
            )
        )
    return total


def common(one: Convex, other: Convex) -> Convex:
    """What two convex polygons share: the one, cut along each edge of the other."""
    left = list(one)
    for a, b in around(other):
        kept: list[Point] = []
        for p, q in around(left) if left else ():
            at_p, at_q = side(a, b, p), side(a, b, q)
            if at_p >= 0:
                kept.append(p)
            if at_p * at_q < 0:
                t = at_p / (at_p - at_q)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        left = kept
    return left


def union(polygons: Sequence[Convex]) -> Moments:
    """Of what at least one polygon covers: each adds what those before it do not cover."""
    total = Moments()
    for i, polygon in enumerate(polygons):
        shared = [part for part in (common(polygon, other) for other in polygons[:i]) if part]
        total = total.plus(moments(polygon)).plus(union(shared), -1)
    return total


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The corners of the smallest convex polygon around them, counter-clockwise."""

    def half(points: Iterable[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in points:
            while len(chain) > 1 and side(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    ordered = sorted(set(points))
    return (*half(ordered), *half(reversed(ordered)))


def inside(polygon: Convex, p: Point) -> float:
    """How far a point lies inside a convex polygon; below 0 when it lies outside."""
    return min(side(a, b, p) / dist(a, b) for a, b in around(polygon))

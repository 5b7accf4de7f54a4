"""A tower: which letters are joined to which, and where each of them is.

The nominal pose of a letter is exact: one of the 24 rotations and whole µm, as if no joint ever
sagged. Legality, and which connectors meet, is judged by these. Poses are where the letters
really are, as NATURE settled them.
"""

from functools import cache, lru_cache
from math import copysign, sqrt

import numpy as np
from msgspec import Struct

from inglenook.games.konexi.rules.view import Link
from inglenook.games.konexi.tower.letters import (
    ROTATIONS,
    Kind,
    RestPose,
    Vector,
    grip,
    letters,
    rotation,
)

Pose = tuple[float, float, float, float, float, float, float]
"""x, y, z of the letter's origin in mm, then the quaternion w, x, y, z."""
Poses = dict[str, Pose]


class Piece(Struct, frozen=True):
    """A letter of the tower."""

    letter: str
    parent: str | None
    """What it hangs on; None for the letter on the table."""
    own: int
    at: int
    """The connectors they are joined by, its own and the parent's; -1 on the table."""
    roll: int
    rotation: int
    x: int
    y: int
    z: int


Tower = tuple[Piece, ...]
"""In the order they were placed: the letter on the table first."""


Mate = tuple[Kind, Vector]
"""What two connectors that fit have to be: tooth or notch, and the way it points."""
End = tuple[int, int, int, Mate]
"""A point, and what a connector there would be."""


def founded(letter: str, pose: int) -> Piece:
    """The first letter of a round, in the middle of the table; a pose is the index of a rest."""
    rest = letters()[letter].rests[pose]
    return Piece(letter, None, -1, -1, 0, rest.rotation, 0, 0, rest.z)


def joined(tower: Tower, letter: str, own: int, to: str, at: int, roll: int) -> Piece:
    """Where a letter comes to be; whether it may is `joins.fault`."""
    parent = piece(tower, to)
    mine, theirs = letters()[letter].connectors[own], letters()[to].connectors[at]
    turn = ROTATIONS[parent.rotation] @ ROTATIONS[grip(theirs.side, mine.side, roll)]
    point = np.array(place(parent, at)) - turn @ mine.at
    return Piece(letter, to, own, at, roll, rotation(turn), *point.tolist())


def piece(tower: Tower, letter: str) -> Piece:
    return next(piece for piece in tower if piece.letter == letter)


def resting(base: Piece) -> RestPose:
    """How the letter on the table stands."""
    rests = letters()[base.letter].rests
    return next(rest for rest in rests if rest.rotation == base.rotation)


@cache
def _turned(letter: str, rotation: int) -> tuple[tuple[Vector, Kind, Vector], ...]:
    """Point, kind and normal of its connectors, in a frame that is not turned."""
    turn = ROTATIONS[rotation]
    return tuple(
        (tuple((turn @ each.at).tolist()), each.kind, tuple((turn @ each.normal).tolist()))
        for each in letters()[letter].connectors
    )


def place(piece: Piece, connector: int) -> Vector:
    """Where a connector of a piece is."""
    x, y, z = _turned(piece.letter, piece.rotation)[connector][0]
    return piece.x + x, piece.y + y, piece.z + z


@cache
def _mates(letter: str, rotation: int) -> tuple[tuple[int, int, int, Mate, Mate], ...]:
    """Of each connector the point as in `_turned`, what it is, and what fits it."""
    return tuple(
        (
            *point,
            (kind, normal),
            ("notch" if kind == "tooth" else "tooth", (-normal[0], -normal[1], -normal[2])),
        )
        for point, kind, normal in _turned(letter, rotation)
    )


def links(tower: Tower) -> tuple[Link, ...]:
    """Every tooth in a notch, those that just happen to meet as well.

    In the order of the tower; `a` is the later of the two letters, and its own join comes first.
    """
    return _links(tower)[0]


# Kept, as many places for one more letter are looked at on the same tower.
@lru_cache(64)
def _links(tower: Tower) -> tuple[tuple[Link, ...], dict[End, tuple[str, int]]]:
    """The links, and for each connector where one that fits it would be, and what it would be."""
    if not tower:
        return (), {}
    found, ends = _links(tower[:-1])
    each = tower[-1]
    new: list[Link] = []
    waiting = dict(ends)
    at_x, at_y, at_z = each.x, each.y, each.z
    for number, (x, y, z, is_, fits) in enumerate(_mates(each.letter, each.rotation)):
        x, y, z = at_x + x, at_y + y, at_z + z
        to = ends.get((x, y, z, is_))
        if to:
            first = 0 if number == each.own else len(new)
            new.insert(first, Link(each.letter, number, *to))
        waiting[x, y, z, fits] = each.letter, number
    return (*found, *new), waiting


def used(tower: Tower) -> set[tuple[str, int]]:
    """The connectors that hold something: letter and number."""
    return {end for link in links(tower) for end in ((link.a, link.at_a), (link.b, link.at_b))}


@cache
def quaternion(rotation: int) -> tuple[float, float, float, float]:
    """w, x, y, z; the first of them that is not 0 is above 0."""
    (a, b, c), (d, e, f), (g, h, i) = ROTATIONS[rotation].tolist()
    # Four times each product of two of them.
    products = (
        (1 + a + e + i, h - f, c - g, d - b),
        (h - f, 1 + a - e - i, b + d, c + g),
        (c - g, b + d, 1 - a + e - i, f + h),
        (d - b, c + g, f + h, 1 - a - e + i),
    )
    signs = next(row for k, row in enumerate(products) if row[k])
    w, x, y, z = (copysign(sqrt(products[k][k]) / 2, signs[k]) for k in range(4))
    return w, x, y, z


def nominal(piece: Piece) -> Pose:
    """Its nominal pose, for eyes and engines."""
    return piece.x / 1000, piece.y / 1000, piece.z / 1000, *quaternion(piece.rotation)

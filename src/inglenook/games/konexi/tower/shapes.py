"""The letters as arrays, for compiled code: numbers 0 … 25, in each of the 24 rotations."""

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from inglenook.games.konexi.tower.letters import (
    NORMALS,
    ROTATIONS,
    Box,
    Ints,
    grip,
    letters,
    rotation,
)

Floats: TypeAlias = NDArray[np.float64]

NUMBER = {letter: number for number, letter in enumerate(letters())}
SIDES = (0, 1, 2, 3, 4, 5)
MAX_CONNECTORS = max(len(letter.connectors) for letter in letters().values())
"""Connectors of a letter."""
CENTRE, HALF, AXES, REACH, BOX = 0, 3, 6, 15, 18
"""Where in a box's row its centre begins, half its extents, its three axes, half the extents of the
upright box around it; and the row's length."""


class Shapes(NamedTuple):
    box: Ints
    """[letter]: its first box; its last is before the first of the next. Teeth come last."""
    boxes: Floats
    """[rotation, box]: a row."""
    tooth: Ints
    """[box]: the connector it is the tooth of, or -1."""
    slanted: Ints
    """[box]: whether it is turned in the letter's plane."""
    around: Floats
    """[rotation, letter]: the least and the greatest x, y, z of all its boxes."""
    connector: Ints
    """[letter]: its first connector, as with the boxes."""
    points: Ints
    """[rotation, connector]: x, y, z."""
    faces: Ints
    """[rotation, connector]: its side."""
    plug: Ints
    """[connector]: whether it is a tooth."""
    grips: Ints
    """[side, own side, roll]: see `letters.grip`."""
    products: Ints
    """[rotation, rotation]."""
    mass: Floats
    com: Floats
    """[rotation, letter]: x, y, z."""


def _axes(box: Box) -> Floats:
    """In rows."""
    return np.array(((box.ux, box.uy, 0), (-box.uy, box.ux, 0), (0, 0, 1)))


@cache
def shapes() -> Shapes:
    every = list(letters().values())
    boxes = [
        [(box, -1) for box in letter.boxes]
        + [(each.box, k) for k, each in enumerate(letter.connectors) if each.box]
        for letter in every
    ]
    flat = [pair for group in boxes for pair in group]
    first = np.cumsum([0, *(len(group) for group in boxes)])
    centre = np.array([(box.x, box.y, 0) for box, _ in flat])
    half = np.array([(box.long, box.wide, box.thick) for box, _ in flat])
    axes = np.array([_axes(box) for box, _ in flat])
    rows = np.empty((len(ROTATIONS), len(flat), BOX))
    for turn, row in zip(ROTATIONS, rows, strict=True):
        turned = axes @ turn.T
        row[:, CENTRE:HALF] = centre @ turn.T
        row[:, HALF:AXES] = half
        row[:, AXES:REACH] = turned.reshape(-1, 9)
        row[:, REACH:] = (half[:, :, None] * abs(turned)).sum(axis=1)
    low, high = rows[..., :HALF] - rows[..., REACH:], rows[..., :HALF] + rows[..., REACH:]
    connectors = [each for letter in every for each in letter.connectors]
    normals = np.array(NORMALS)
    turned = np.array([each.normal for each in connectors]) @ ROTATIONS.transpose(0, 2, 1)
    return Shapes(
        box=first,
        boxes=rows,
        tooth=np.array([k for _, k in flat]),
        slanted=np.array([int(box.ux * box.uy != 0) for box, _ in flat]),
        around=np.concatenate(
            (
                np.minimum.reduceat(low, first[:-1], axis=1),
                np.maximum.reduceat(high, first[:-1], axis=1),
            ),
            axis=2,
        ),
        connector=np.cumsum([0, *(len(letter.connectors) for letter in every)]),
        points=np.array([each.at for each in connectors]) @ ROTATIONS.transpose(0, 2, 1),
        faces=(turned[:, :, None] == normals).all(axis=3).argmax(axis=2),
        plug=np.array([int(each.kind == "tooth") for each in connectors]),
        grips=np.array([[[grip(a, b, r) for r in range(4)] for b in SIDES] for a in SIDES]),
        products=np.array([[rotation(a @ b) for b in ROTATIONS] for a in ROTATIONS]),
        mass=np.array([letter.mass for letter in every]),
        com=np.array([(*letter.com, 0) for letter in every]) @ ROTATIONS.transpose(0, 2, 1),
    )

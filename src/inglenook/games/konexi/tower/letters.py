"""The 26 letters as solids: one definition for physics, legality and drawing.

Lengths are µm. A letter's own frame: x to the right, y up, z towards the reader, the origin in the
middle of the box around its strokes (its teeth stand out of that box).
"""

from functools import cache
from importlib.resources import files
from itertools import permutations, product
from math import hypot
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from inglenook.core.known_types import known
from inglenook.games.konexi.tower import solid
from inglenook.games.konexi.tower.solid import Point

Ints: TypeAlias = NDArray[np.int64]
Vector = tuple[int, int, int]
Kind = Literal["tooth", "notch"]
Side = Literal[0, 1, 2, 3, 4, 5]
"""The way a connector faces, in its letter's frame: right, up, left, down, front, back."""
RestName = Literal["front", "back", "upright", "upside-down", "left-side", "right-side"]

HALF_STROKE, HALF_THICK, HALF_HEIGHT = 5_000, 6_000, 25_000
DENSITY = 0.7
"""g/cm³."""
REST = 2_500
"""A letter rests when its centre of mass lies this far inside its feet."""
NORMALS: tuple[Vector, ...] = (
    (1, 0, 0),
    (0, 1, 0),
    (-1, 0, 0),
    (0, -1, 0),
    (0, 0, 1),
    (0, 0, -1),
)
"""[side]"""
_DIRECTIONS: dict[int | str, Side] = {0: 0, 90: 1, 180: 2, 270: 3, "front": 4, "back": 5}


def _rotations() -> Ints:
    rows = [np.array(unit) for unit in np.eye(3, dtype=np.int64)]
    found = [
        np.array((a * x, b * y, np.cross(a * x, b * y)))
        for x, y in permutations(rows, 2)
        for a, b in product((1, -1), repeat=2)
    ]
    return np.array(sorted(found, key=np.ndarray.tolist, reverse=True), dtype=np.int64)


ROTATIONS = _rotations()
"""The 24 rotations of a cube, as matrices; the first turns nothing."""
_NUMBERS = {tuple(matrix.ravel().tolist()): number for number, matrix in enumerate(ROTATIONS)}


def rotation(matrix: NDArray[Any]) -> int:
    """The number of a matrix among the rotations."""
    return _NUMBERS[tuple(matrix.ravel().tolist())]


def _frame(side: Side) -> Ints:
    """A connector's frame: its columns are two ways across it and the way it faces."""
    normal = np.array(NORMALS[side], dtype=np.int64)
    up = np.array((0, 1, 0) if side > 3 else (0, 0, 1), dtype=np.int64)
    return np.array((np.cross(up, normal), up, normal)).T


@cache
def grip(side: Side, own: Side, roll: int) -> int:
    """How a letter is turned against the one it hangs on, by the sides of the two connectors."""
    quarter = np.array(((0, -1, 0), (1, 0, 0), (0, 0, 1)), dtype=np.int64)
    turn = np.linalg.matrix_power(quarter, roll) @ np.diag((-1, 1, -1))
    return rotation(_frame(side) @ turn @ _frame(own).T)


class Box(Struct, frozen=True):
    """A block whose middle lies in the letter's middle plane, maybe turned in that plane."""

    x: float
    y: float
    long: float
    wide: float
    thick: float
    """Half its extents: along its direction, across it, along z."""
    ux: float
    uy: float
    """Its direction, of length 1."""

    @property
    def outline(self) -> tuple[Point, ...]:
        """Its four corners in the plane."""
        lx, ly = self.long * self.ux, self.long * self.uy
        wx, wy = -self.wide * self.uy, self.wide * self.ux
        return tuple(
            (self.x + a * lx + b * wx, self.y + a * ly + b * wy)
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )

    @property
    def corners(self) -> NDArray[np.float64]:
        """All eight, in rows."""
        return np.array([(*p, z) for p in self.outline for z in (-self.thick, self.thick)])


class Connector(Struct, frozen=True):
    kind: Kind
    x: int
    y: int
    z: int
    """The middle of a tooth's foot, or of a notch's mouth: two that meet share this point."""
    side: Side
    box: Box | None
    """Of a tooth."""

    @property
    def at(self) -> Vector:
        return self.x, self.y, self.z

    @property
    def normal(self) -> Vector:
        """The way it faces: out of the letter."""
        return NORMALS[self.side]


class RestPose(Struct, frozen=True):
    """A pose in which a letter rests by itself on the table."""

    name: RestName
    """What it lies or stands on."""
    rotation: int
    z: int
    """How high its origin is."""
    feet: tuple[Point, ...]
    """The polygon it stands on, seen from above, counter-clockwise; its origin is at 0, 0."""
    margin: float
    """How far its centre of mass lies inside that polygon."""


class Letter(Struct, frozen=True):
    name: str
    width: int
    boxes: tuple[Box, ...]
    """They overlap; teeth are not among them."""
    connectors: tuple[Connector, ...]
    mass: float
    """g."""
    com: tuple[float, float]
    """The centre of mass, in the middle plane."""
    inertia: tuple[float, float, float, float, float, float]
    """About the centre of mass, g·mm²: xx, yy, zz, xy, xz, yz."""
    rests: tuple[RestPose, ...]


class _Shape(Struct):
    strokes: list[tuple[float, float, float, float]]
    connectors: list[tuple[Kind, float, float, int | str]]


class _Tooth(Struct):
    width: float
    depth: float
    thick: float


class _Params(Struct):
    unit_mm: float
    tooth_mm: _Tooth


class _Data(Struct):
    params: _Params
    letters: dict[str, _Shape]


_POSES: dict[RestName, tuple[Vector, Vector]] = {
    "front": ((-1, 0, 0), (0, 1, 0)),
    "back": ((1, 0, 0), (0, 1, 0)),
    "upright": ((1, 0, 0), (0, 0, 1)),
    "upside-down": ((-1, 0, 0), (0, 0, -1)),
    "left-side": ((0, 0, 1), (-1, 0, 0)),
    "right-side": ((0, 0, -1), (1, 0, 0)),
}
"""Where a letter's x and y point on the table; one that stands is read from where y is below 0."""


def _stroke(x0: float, y0: float, x1: float, y1: float) -> Box:
    x, y, dx, dy = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0
    if dx and dy:
        length = hypot(dx, dy)
        return Box(x, y, length / 2, HALF_STROKE, HALF_THICK, dx / length, dy / length)
    long, wide = abs(dx) / 2 + HALF_STROKE, abs(dy) / 2 + HALF_STROKE
    return Box(x, y, long, wide, HALF_THICK, 1, 0)


def _connector(kind: Kind, x: int, y: int, side: Side, tooth: _Tooth) -> Connector:
    nx, ny, nz = NORMALS[side]
    box = None
    if kind == "tooth":
        width, depth, thick = tooth.width * 500, tooth.depth * 500, tooth.thick * 500
        box = Box(x + nx * depth, y + ny * depth, depth, width, thick, nx, ny)
    return Connector(kind, x, y, nz * HALF_THICK, side, box)


def _weighed(
    boxes: tuple[Box, ...],
) -> tuple[float, tuple[float, float], tuple[float, float, float, float, float, float]]:
    """Mass, centre of mass and inertia: of the strokes, since notches take what teeth add."""
    area, x, y, xx, yy, xy = solid.union([box.outline for box in boxes])
    cx, cy = x / area, y / area
    about_x, about_y = yy - area * cy * cy, xx - area * cx * cx
    thick = area * HALF_THICK**2 / 3
    per_area = DENSITY * 2 * HALF_THICK * 1e-12
    unit = per_area * 1e-6
    return (
        area * per_area,
        (cx, cy),
        (
            (about_x + thick) * unit,
            (about_y + thick) * unit,
            (about_x + about_y) * unit,
            (area * cx * cy - xy) * unit,
            0.0,
            0.0,
        ),
    )


def _rests(boxes: list[Box], com: tuple[float, float]) -> tuple[RestPose, ...]:
    corners = np.concatenate([box.corners for box in boxes])
    found = []
    for name, (x, y) in _POSES.items():
        turn = np.array((x, y, np.cross(x, y))).T
        turned = corners @ turn.T
        low = turned[:, 2].min()
        feet = solid.hull((px, py) for px, py, pz in turned.tolist() if pz < low + 1)
        cx, cy, _ = (turn @ (*com, 0)).tolist()
        margin = solid.inside(feet, (cx, cy))
        if margin >= REST:
            found.append(RestPose(name, rotation(turn), -round(low), feet, margin))
    return tuple(found)


@cache
def letters() -> dict[str, Letter]:
    """All letters by name, in the order of the alphabet."""
    text = files("inglenook.games.konexi").joinpath("letters.json").read_bytes()
    data = msgspec.json.decode(text, type=known(_Data))
    unit, tooth = data.params.unit_mm * 1000, data.params.tooth_mm
    found = {}
    for name, shape in data.letters.items():
        width = round(max(unit * max(x0, x1) for x0, _, x1, _ in shape.strokes) + HALF_STROKE)
        middle = np.array((width / 2, HALF_HEIGHT))
        ends = unit * np.array(shape.strokes).reshape(-1, 2, 2) - middle
        boxes = tuple(_stroke(*four) for four in ends.reshape(-1, 4).tolist())
        connectors = tuple(
            _connector(
                kind,
                round(unit * x - middle[0]),
                round(unit * y) - HALF_HEIGHT,
                _DIRECTIONS[way],
                tooth,
            )
            for kind, x, y, way in shape.connectors
        )
        mass, com, inertia = _weighed(boxes)
        rests = _rests([*boxes, *(c.box for c in connectors if c.box)], com)
        found[name] = Letter(name, width, boxes, connectors, mass, com, inertia, rests)
    return found

"""Where a laid card comes to lie, and whether it may: whole numbers only, so no case ever flips.

A pose is rounded once, to the nearest µm, ties to even; the corners of a card are its pose and a
fixed whole offset for each direction. All edges run in one of the 24 directions, so the
separating-axis test needs their 24 normals and no root: two shapes touch unless on the normal of an
edge of either they are at least 1 mm apart.
"""

from collections.abc import Sequence
from functools import cache
from math import isqrt
from typing import NamedTuple

import numpy as np

from inglenook.games.conex.cards import HEIGHT, WIDTH, Patch, board, deck
from inglenook.games.conex.geometry.plane import (
    AROUND,
    COARSE,
    NORMAL,
    NORMALS,
    RIGHT,
    VECTOR,
    Point,
    Walk,
    ints,
    rounded,
    total,
    whole,
)
from inglenook.games.conex.geometry.plane import Ints as Ints
from inglenook.games.conex.rules.moves import Lay
from inglenook.games.conex.rules.view import Laid
from inglenook.shared.compiled import compiled

GAP = 1_000
"""What keeps this far from something does not touch it."""
END = 500
"""What slides along an edge keeps this far from its ends."""
CARD, BOARD = 0, 1
"""The shapes that a card is laid on."""
SIDES = ((WIDTH, HEIGHT), (board().side_mm * 1000, board().side_mm * 1000))
FAR = 132_000
"""Cards whose centres are this far apart are 1 mm apart on a normal: 30 mm and 54.1 mm and 1 mm on
the one normal, 45 mm and 54.1 mm and 1 mm on the other come to less."""


def to_corner(shape: int, corner: int) -> Walk:
    """From the centre to a corner, when the shape lies in direction 0."""
    x, y = SIDES[shape][0] // 2, SIDES[shape][1] // 2
    return (x if corner in (1, 2) else -x, 0), (y if corner in (2, 3) else -y, RIGHT)


_WALKS = [[to_corner(shape, corner) for corner in range(4)] for shape in (CARD, BOARD)]
SPOT = ints([[[total(walk, d) for walk in walks] for d in range(AROUND)] for walks in _WALKS])
"""[shape, direction, corner]: from its centre to its corner, unrounded."""
CORNERS = ints([[[whole(walk, d) for walk in walks] for d in range(AROUND)] for walks in _WALKS])
"""The same in whole µm: this is where its corners are."""
REACH = ints(np.einsum("sdjx,nx->sdnj", CORNERS, NORMAL).max(axis=3))
"""[shape, direction, normal]: how far it reaches along a normal, both ways."""
AXES = ints([[*NORMALS[d], *NORMALS[(d + RIGHT) % AROUND]] for d in range(AROUND)])
"""[direction]: the two normals of a shape's edges."""
LOW, HIGH = ints(CORNERS[CARD].min(axis=1)), ints(CORNERS[CARD].max(axis=1))
"""[direction]: the least and the greatest x and y of a card's corners."""


def _limits(d: int, shape: int, e: int) -> list[int]:
    normals = d, (d + RIGHT) % AROUND, e, (e + RIGHT) % AROUND
    return [REACH[CARD, d, n] + REACH[shape, e, n] + (GAP << COARSE) for n in normals]


LIMIT = ints(
    [
        [[_limits(d, shape, e) for e in range(AROUND)] for d in range(AROUND)]
        for shape in (CARD, BOARD)
    ]
)
"""[shape, direction d, direction e]: on the normals d and e and those at right angles, how far a
card in direction d must be from a shape in direction e to lie apart from it."""
NEAR = ints(LIMIT.min(axis=(1, 2, 3)) // (isqrt(int((NORMAL**2).sum(axis=1).max())) + 1))
"""[shape]: a card whose centre is nearer than this to its own touches it, whatever the normal."""


class Pose(NamedTuple):
    """Where the centre of a card lies, and its direction."""

    x: int
    y: int
    d: int


ORIGIN = Pose(0, 0, 0)
"""Where the board lies."""


class Part(NamedTuple):
    """A CONEX corner as a shape."""

    sliding: bool
    turn: int
    """Direction of its card, from that of the target, on spot 0."""
    anchor: Ints
    """[direction]: from the centre of its card to the point that comes to the spot, unrounded."""
    outline: tuple[tuple[Point, ...], ...]
    """For each direction of its card its vertices from the card's centre."""
    normals: tuple[int, ...]
    """Of its edges, when its card lies in direction 0."""
    long: int
    """The side that lies along the target's edge, where it slides; its length."""


def _part(patch: Patch) -> Part:
    u, v, k = patch.index * RIGHT, patch.index * RIGHT + RIGHT, int(patch.angle or 0) // 15
    at = to_corner(CARD, patch.index)
    a, b = (patch.a, u), (patch.b, v)
    normals: tuple[int, ...] = u, v
    walks: list[Walk]
    if patch.kind == "square":
        walks = [at, (*at, a), (*at, a, b), (*at, b)]
        point, turn = walks[2], 0
    elif patch.kind == "corner":
        walks = [at, (*at, a), (*at, b)]
        point, turn, normals = walks[1], k, (u, v, v - k)
    else:
        begin = (*at, (patch.start, u))
        a, b = (patch.a, u + k), (patch.b, u + k - RIGHT)
        walks = [begin, (*begin, a, b), (*begin, a)]
        point, turn, normals = walks[2], -k, (v, u + k, v + k)
    return Part(
        sliding=patch.kind == "corner",
        turn=(2 * RIGHT - u + turn) % AROUND,
        anchor=ints([total(point, d) for d in range(AROUND)]),
        outline=tuple(tuple(whole(walk, d) for walk in walks) for d in range(AROUND)),
        normals=normals,
        long=(isqrt(4 * (patch.a**2 + patch.b**2)) + 1) // 2,
    )


@cache
def parts() -> dict[str, tuple[Part, ...]]:
    """The CONEX corners of every card, in its order."""
    one = cache(_part)
    return {name: tuple(map(one, card.patches)) for name, card in deck().items()}


@compiled
def place(
    shape: int, x: int, y: int, d: int, spot: int, slide: int, turn: int, anchor: Ints
) -> tuple[int, int, int]:
    """The pose of a card whose `anchor` comes to a spot of a shape at x, y, d."""
    along = (d + RIGHT * spot) % AROUND
    to = (along + turn) % AROUND
    fine_x = SPOT[shape, d, spot, 0] + slide * VECTOR[along, 0] - anchor[to, 0]
    fine_y = SPOT[shape, d, spot, 1] + slide * VECTOR[along, 1] - anchor[to, 1]
    return x + rounded(fine_x), y + rounded(fine_y), to


@compiled
def apart(dx: int, dy: int, d: int, shape: int, e: int) -> bool:
    """Whether a card in direction d, dx and dy from a shape in direction e, does not touch it."""
    if shape == CARD and dx * dx + dy * dy >= FAR * FAR:
        return True
    # All four are always computed: to guess wrongly which comes next would cost more.
    return bool(
        (abs(dx * AXES[d, 0] + dy * AXES[d, 1]) >= LIMIT[shape, d, e, 0])
        | (abs(dx * AXES[d, 2] + dy * AXES[d, 3]) >= LIMIT[shape, d, e, 1])
        | (abs(dx * AXES[e, 0] + dy * AXES[e, 1]) >= LIMIT[shape, d, e, 2])
        | (abs(dx * AXES[e, 2] + dy * AXES[e, 3]) >= LIMIT[shape, d, e, 3])
    )


@compiled
def clear(x: int, y: int, d: int, poses: Ints, target: int) -> bool:
    """Whether a card there touches nothing but its target: a row of `poses`, -1 for the board."""
    if target != -1 and not apart(x, y, d, BOARD, 0):
        return False
    for i in range(len(poses)):
        if i != target and not apart(x - poses[i, 0], y - poses[i, 1], d, CARD, poses[i, 2]):
            return False
    return True


@compiled
def on_table(x: int, y: int, d: int, half_width: int, half_height: int) -> bool:
    """Whether a card there lies wholly on the table."""
    return bool(
        x + LOW[d, 0] >= -half_width
        and x + HIGH[d, 0] <= half_width
        and y + LOW[d, 1] >= -half_height
        and y + HIGH[d, 1] <= half_height
    )


def half(table: str) -> Point:
    """From the table's centre to its sides."""
    width, height = board().tables_mm[table]
    return width * 500, height * 500


def poses(laid: Sequence[Laid]) -> Ints:
    """A row x, y, d for each card."""
    rows = [(card.x, card.y, card.d) for card in laid]
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def edge(target: str, spot: int) -> int:
    """The length of a target's edge."""
    return SIDES[BOARD if target == "board" else CARD][spot % 2]


def pose(card: str, corner: int, target: str, on: Pose, spot: int, slide: int) -> Pose:
    """Where a card comes to lie, on a target at `on`; for a spot and a slide that the edge has."""
    part = parts()[card][corner]
    shape = BOARD if target == "board" else CARD
    return Pose(*place(shape, *on, spot, slide, part.turn, part.anchor))


def pose_of(laid: Sequence[Laid], lay: Lay) -> Pose:
    """Where a lay puts its card."""
    on = next((Pose(card.x, card.y, card.d) for card in laid if card.card == lay.target), ORIGIN)
    return pose(lay.card, lay.corner, lay.target, on, lay.spot, lay.slide)


def colour(target: str, spot: int, slide: int, long: int) -> str | None:
    """What lies under a corner whose side `long` is from `slide` on along the edge `spot`."""
    if target != "board":
        return deck()[target].colour
    colours, square, side = board().corner_colours, board().square_mm * 1000, SIDES[BOARD][0]
    if slide + long <= square:
        return colours[spot]
    return colours[(spot + 1) % 4] if slide >= side - square else None


def normals(one: Part, d: int, other: Part) -> set[int]:
    """Those of a corner of a card in direction d, and of a corner of a card in direction 0."""
    return {*((n + d) % AROUND for n in one.normals), *(n % AROUND for n in other.normals)}


def extent(part: Part, at: Pose, n: int) -> Point:
    """How far a corner of a card reaches along a normal: its lowest and highest, scaled."""
    nx, ny = NORMALS[n]
    along = [(at.x + x) * nx + (at.y + y) * ny for x, y in part.outline[at.d]]
    return min(along), max(along)


def touch(one: Part, at: Pose, other: Part) -> bool:
    """Whether a corner of a card at `at` touches a corner of the card at the origin."""
    for n in normals(one, at.d, other):
        mine, theirs = extent(one, at, n), extent(other, ORIGIN, n)
        if max(mine[0] - theirs[1], theirs[0] - mine[1]) >= GAP << COARSE:
            return False
    return True


def covered(card: str, corner: int, target: str, spot: int, slide: int) -> int | None:
    """Which of its target's own corners a corner would touch: the first of them.

    Both are looked at as if the target lay at the origin in direction 0: the answer cannot depend
    on where it lies.
    """
    if target == "board":
        return None
    at = pose(card, corner, target, ORIGIN, spot, slide)
    touched = (touch(parts()[card][corner], at, own) for own in parts()[target])
    return next((index for index, is_touched in enumerate(touched) if is_touched), None)


def covers(card: str, corner: int, target: str, spot: int, slide: int) -> bool:
    """Whether a corner would touch one of its target's own."""
    return covered(card, corner, target, spot, slide) is not None


def fault(table: str, laid: Sequence[Laid], lay: Lay) -> str | None:
    """Why a card may not be laid there, or None. Its card, corner and target are known to exist."""
    if not 0 <= lay.spot < 4:
        return "bad-spot"
    part = parts()[lay.card][lay.corner]
    last = edge(lay.target, lay.spot) - part.long - END
    if not (END <= lay.slide <= last if part.sliding else lay.slide == 0):
        return "bad-slide"
    long = part.long if part.sliding else 0
    if colour(lay.target, lay.spot, lay.slide, long) != deck()[lay.card].patches[lay.corner].colour:
        return "colour"
    if covers(lay.card, lay.corner, lay.target, lay.spot, lay.slide):
        return "covers-corner"
    names = [card.card for card in laid]
    index = -1 if lay.target == "board" else names.index(lay.target)
    at = pose_of(laid, lay)
    if not on_table(*at, *half(table)):
        return "off-table"
    return None if clear(*at, poses(laid), index) else "touches"

"""One join after the other, the obvious way: turned solids, every axis, all bends by one matrix.

Slow, and in floats and mm: this is what tests and benches hold `joins` against. Nothing is taken
from the whole numbers of a tower but how its first letter lies, and which joins it is made of.
"""

from math import cos, inf, radians, sin

import numpy as np
from numpy.typing import NDArray

from inglenook.games.konexi.tower.building import Piece, Tower, resting
from inglenook.games.konexi.tower.letters import ROTATIONS, Connector, letters

Array = NDArray[np.float64]
Stance = tuple[Array, Array]
"""How a letter is turned, and where its origin is."""

ERROR = 1e-6
"""How much floats are off by, at most."""
INTO, LOW = 0.5, 3
STIFFNESS, HOLDS, PULL_OUT, AMPLE, GRAVITY = 300, 15, 0.5, 20, 9.81


def point(connector: Connector) -> Array:
    return np.array(connector.at) / 1000


def frame(connector: Connector) -> Array:
    normal = np.array(connector.normal)
    up = np.array((0, 1, 0) if normal[2] else (0, 0, 1))
    return np.column_stack((np.cross(up, normal), up, normal))


def grip(at: Connector, own: Connector, roll: int) -> Array:
    """How a letter is turned against the one that it hangs on."""
    c, s = cos(radians(90 * roll)), sin(radians(90 * roll))
    turn = np.array(((c, -s, 0), (s, c, 0), (0, 0, 1))) @ np.diag((-1, 1, -1))
    turned: Array = frame(at) @ turn @ frame(own).T
    return turned


def ends(piece: Piece) -> tuple[Connector, Connector]:
    """The connectors of a join: the parent's and its own."""
    assert piece.parent
    own = letters()[piece.letter].connectors[piece.own]
    return letters()[piece.parent].connectors[piece.at], own


def hung(parent: Stance, turned: Array, at: Connector, own: Connector) -> Stance:
    """Where a letter that hangs on another is."""
    return turned, parent[1] + parent[0] @ point(at) - turned @ point(own)


def stances(tower: Tower) -> dict[str, Stance]:
    base = tower[0]
    turned = ROTATIONS[base.rotation].astype(float)
    found = {base.letter: (turned, np.array((base.x, base.y, base.z)) / 1000)}
    for piece in tower[1:]:
        assert piece.parent
        parent, (at, own) = found[piece.parent], ends(piece)
        found[piece.letter] = hung(parent, parent[0] @ grip(at, own, piece.roll), at, own)
    return found


def filled(stood: dict[str, Stance]) -> set[tuple[str, int]]:
    """The connectors that hold something: the same point, opposite ways, a tooth and a notch."""
    every = [(name, k) for name in stood for k in range(len(letters()[name].connectors))]
    connectors = [letters()[name].connectors[k] for name, k in every]
    turned, at = (np.array([stood[name][part] for name, _ in every]) for part in (0, 1))
    points = np.einsum("nij,nj->ni", turned, [point(each) for each in connectors]) + at
    normals = np.einsum("nij,nj->ni", turned, [each.normal for each in connectors])
    teeth = np.array([each.kind == "tooth" for each in connectors])
    met = (abs(points[:, None] - points) < ERROR).all(axis=2)
    met &= (abs(normals[:, None] + normals) < ERROR).all(axis=2)
    met &= teeth[:, None] != teeth
    return {every[k] for k in np.flatnonzero(met.any(axis=1))}


def solids(letter: str, stance: Stance, gone: set[tuple[str, int]]) -> Array:
    """The corners of all its blocks, and of its teeth that are in no notch."""
    turned, at = stance
    connectors = enumerate(letters()[letter].connectors)
    teeth = [each.box for k, each in connectors if each.box and (letter, k) not in gone]
    boxes = (*letters()[letter].boxes, *teeth)
    return np.array([box.corners for box in boxes]) / 1000 @ turned.T + at


def depths(one: Array, other: Array) -> Array:
    """How far each block of one runs into each of the other; below 0 where they are apart."""
    # Corners come in pairs along z, the pairs around the outline.
    edges = [corners[:, [1, 2, 6]] - corners[:, :1] for corners in (one, other)]
    a, b = (edge / np.linalg.norm(edge, axis=2, keepdims=True) for edge in edges)
    across = np.cross(a[:, None, :, None], b[None, :, None])
    length = np.linalg.norm(across, axis=-1, keepdims=True)
    # Parallel edges say no more than the faces do.
    across = np.where(length > ERROR, across / np.maximum(length, ERROR), a[:, None, :, None])
    pairs = len(one), len(other)
    faces = [np.broadcast_to(each, (*pairs, 3, 3)) for each in (a[:, None], b)]
    axes = np.concatenate((*faces, across.reshape(*pairs, 9, 3)), axis=2)
    mine, theirs = axes @ one[:, None].swapaxes(2, 3), axes @ other.swapaxes(1, 2)
    highest = np.minimum(mine.max(axis=3), theirs.max(axis=3))
    found: Array = (highest - np.maximum(mine.min(axis=3), theirs.min(axis=3))).min(axis=2)
    return found


def fits(letter: str, stood: dict[str, Stance]) -> bool:
    """Whether a letter, already among the others, is allowed to be there."""
    gone = filled(stood)
    mine = solids(letter, stood[letter], gone)
    if mine[..., 2].min() < LOW - ERROR:
        return False
    others = (solids(other, stood[other], gone) for other in stood.keys() - {letter})
    return all(depths(mine, other).max() <= INTO + ERROR for other in others)


def gauge(tower: Tower) -> float:
    """S = min(margin / 20 mm, 1 - torque / 15 N·mm, 1 - pull / 0.5 N), all joints bent by torque/k.

    All bends at once, by a matrix: what each joint bears, for each bend.
    """
    base, stood = tower[0], stances(tower)
    path = {base.letter: [base]}
    for piece in tower[1:]:
        assert piece.parent
        path[piece.letter] = [*path[piece.parent], piece]
    joint = {base.letter: stood[base.letter][1]}
    for piece in tower[1:]:
        turned, at = stood[piece.letter]
        joint[piece.letter] = at + turned @ point(ends(piece)[1])
    centre = {
        name: turned @ (*letters()[name].com, 0) / 1000 + at for name, (turned, at) in stood.items()
    }
    weight = {name: letters()[name].mass / 1000 * GRAVITY for name in stood}
    row = {piece.letter: i for i, piece in enumerate(tower)}
    # A bend moves all above it sideways, in proportion to their height above the joint.
    straight, bent = np.zeros((len(tower), 2)), np.zeros((len(tower), len(tower)))
    for name, pieces in path.items():
        for i, piece in enumerate(pieces):
            arm = weight[name] * (centre[name] - joint[piece.letter])
            straight[row[piece.letter]] += arm[:2]
            for j, other in enumerate(pieces[1:], start=1):
                lower = joint[pieces[max(i, j)].letter][2]
                high = weight[name] * (centre[name][2] - lower)
                bent[row[piece.letter], row[other.letter]] += high
    stiff = STIFFNESS * np.eye(len(tower) - 1) - bent[1:, 1:]
    if len(tower) > 1 and np.linalg.eigvalsh(stiff).min() <= 0:
        return -1
    bends = np.linalg.solve(stiff, straight[1:])
    torques = STIFFNESS * np.linalg.norm(bends, axis=1)
    whole = (straight[0] + bent[0, 1:] @ bends) / sum(weight.values()) + joint[base.letter][:2]
    pulls = []
    for piece in tower[1:]:
        assert piece.parent
        if (stood[piece.parent][0] @ ends(piece)[0].normal)[2] < -0.9:
            pulls.append(sum(weight[name] for name in path if piece in path[name]))
    margin, feet = inf, np.array(resting(base).feet) / 1000 + joint[base.letter][:2]
    for a, b in zip(feet, np.roll(feet, -1, axis=0), strict=True):
        along, to = (b - a) / np.linalg.norm(b - a), whole - a
        margin = min(margin, along[0] * to[1] - along[1] * to[0])
    most = max(0, *torques / HOLDS, *(pull / PULL_OUT for pull in pulls))
    return float(max(-1, min(margin / AMPLE, 1 - most)))


def way(tower: Tower, letter: str, own: int, to: str, at: int, roll: int) -> float | None:
    """The gauge of a join of two connectors that exist; None if it is not allowed."""
    mine, theirs = letters()[letter].connectors[own], letters()[to].connectors[at]
    stood = stances(tower)
    if mine.kind == theirs.kind or (to, at) in filled(stood):
        return None
    stood[letter] = hung(stood[to], stood[to][0] @ grip(theirs, mine, roll), theirs, mine)
    if not fits(letter, stood):
        return None
    return gauge((*tower, Piece(letter, to, own, at, roll, 0, 0, 0, 0)))

"""A tower as MuJoCo sees it, in cm, g and s: a tree of letters that hang on ball joints."""

from math import atan2, cos, sin
from typing import Any

import mujoco
import numpy as np

from inglenook.games.konexi.physics.parameters import Physics
from inglenook.games.konexi.rules.view import Link
from inglenook.games.konexi.tower.building import Piece, Tower, links, quaternion, resting
from inglenook.games.konexi.tower.letters import ROTATIONS, Box, letters, rotation

MM, UM = 0.1, 1e-4
"""In cm."""
TORQUE = 1e4
"""A N·mm, in g·cm²/s²."""
FORCE = 1e5
"""A N, in g·cm/s²."""
TABLE, LETTER = 1, 2
"""Bits for what a letter can touch."""


def build(tower: Tower, physics: Physics, loose: frozenset[str], tumbles: bool) -> mujoco.MjModel:
    """The tower with the letters in `loose` hanging on nothing; bodies have the letters' names.

    The base of a tower that stands has round feet, and letters touch each other when they sag. One
    that tumbles is all boxes.
    """
    spec = mujoco.MjSpec()
    option = spec.option
    option.timestep, option.iterations = physics.step, physics.iterations
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.solver = mujoco.mjtSolver.mjSOL_NEWTON
    option.cone, option.impratio = mujoco.mjtCone.mjCONE_ELLIPTIC, physics.impratio
    option.gravity = (0, 0, -physics.gravity)
    # A tower that stands is one part: there is nothing to solve for apart.
    option.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_ISLAND)
    touching = spec.default.geom
    touching.condim, touching.friction = 3, (physics.friction, 0, 0)
    touching.solref[:] = physics.solref
    table = mujoco.mjtGeom.mjGEOM_PLANE
    spec.worldbody.add_geom(type=table, size=(0, 0, 1), contype=TABLE, conaffinity=0)
    bodies: dict[str | None, Any] = {None: spec.worldbody}
    for piece in tower:
        free = piece.parent is None or piece.letter in loose
        body = _body(bodies[None], piece) if free else _hung(bodies, physics, tower, piece)
        bodies[piece.letter] = body
        stands = piece.parent is None and not tumbles
        if stands:
            _stand(body, physics, piece)
        touches = LETTER if stands else TABLE | LETTER
        _boxes(body, piece.letter, touches, 0 if tumbles else physics.slack * MM)
    for link in _second_links(tower, loose):
        _connect(spec, bodies, physics, link)
    return spec.compile()


def _body(parent: Any, piece: Piece, joint: dict[str, Any] | None = None, **pose: Any) -> Any:
    letter = letters()[piece.letter]
    body = parent.add_body(
        name=piece.letter,
        mass=letter.mass,
        ipos=(letter.com[0] * UM, letter.com[1] * UM, 0),
        fullinertia=[each * MM * MM for each in letter.inertia],
        explicitinertial=True,
        **pose,
    )
    if joint:
        body.add_joint(type=mujoco.mjtJoint.mjJNT_BALL, **joint)
    else:
        body.add_freejoint()
    return body


def _hung(bodies: dict[str | None, Any], physics: Physics, tower: Tower, piece: Piece) -> Any:
    """A letter that hangs on its parent by a joint that springs back to its nominal pose."""
    parent = next(other for other in tower if other.letter == piece.parent)
    back = ROTATIONS[parent.rotation].T
    away = np.array((piece.x - parent.x, piece.y - parent.y, piece.z - parent.z))
    joint = {
        "pos": [each * UM for each in letters()[piece.letter].connectors[piece.own].at],
        "stiffness": (physics.stiffness * TORQUE, 0, 0),
        "damping": (physics.damping * TORQUE, 0, 0),
        "armature": physics.armature,
    }
    turn = quaternion(rotation(back @ ROTATIONS[piece.rotation]))
    return _body(bodies[piece.parent], piece, joint, pos=back @ away * UM, quat=turn)


def _stand(body: Any, physics: Physics, base: Piece) -> None:
    rest, back = resting(base), ROTATIONS[base.rotation].T
    radius = physics.foot * MM
    for x, y in rest.feet:
        foot = back @ (x * UM, y * UM, radius - rest.z * UM)
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=(radius, 0, 0), pos=foot, contype=0)


def _boxes(body: Any, name: str, touches: int, slack: float) -> None:
    letter = letters()[name]
    for box in letter.boxes:
        _box(body, box, LETTER, touches, slack)
    # A tooth in its notch lies in the other letter's boxes: among themselves letters have none.
    for connector in letter.connectors:
        if connector.box:
            _box(body, connector.box, 0, touches & TABLE, 0)


def _box(body: Any, box: Box, contype: int, conaffinity: int, slack: float) -> None:
    half = atan2(box.uy, box.ux) / 2
    long, wide, thick = (each * UM - slack for each in (box.long, box.wide, box.thick))
    body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        size=(long, wide, thick),
        pos=(box.x * UM, box.y * UM, 0),
        quat=(cos(half), 0, 0, sin(half)),
        contype=contype,
        conaffinity=conaffinity,
    )


def _second_links(tower: Tower, loose: frozenset[str]) -> list[Link]:
    """The connections besides those of the tree, unless what they connect has come apart."""
    root: dict[str | None, str] = {}
    for piece in tower:
        hangs = piece.parent and piece.letter not in loose
        root[piece.letter] = root[piece.parent] if hangs else piece.letter
    own = {(piece.letter, piece.own) for piece in tower}
    return [
        link
        for link in links(tower)
        if (link.a, link.at_a) not in own and root[link.a] == root[link.b]
    ]


def _connect(spec: Any, bodies: dict[str | None, Any], physics: Physics, link: Link) -> None:
    """Hold two connectors together; the letters' own joints keep them from turning about them."""
    names = []
    for name, number in ((link.a, link.at_a), (link.b, link.at_b)):
        names.append(f"{name}{number}")
        at = [each * UM for each in letters()[name].connectors[number].at]
        bodies[name].add_site(name=names[-1], pos=at)
    spec.add_equality(
        type=mujoco.mjtEq.mjEQ_CONNECT,
        objtype=mujoco.mjtObj.mjOBJ_SITE,
        name1=names[0],
        name2=names[1],
        solref=physics.solref,
    )

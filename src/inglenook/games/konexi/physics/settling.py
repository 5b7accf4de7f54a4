"""The judge: whether a tower stands, by simulation with MuJoCo.

The letters start at rest, as the log has them. The new one is held where it is joined; the hand
lets its weight go little by little, and what it does wrong is a push. Same input, same bits: here
nothing depends on time, threads or what was simulated before.
"""

from math import ceil

import mujoco
import numpy as np
from msgspec import Struct

from inglenook.games.konexi.physics import motion
from inglenook.games.konexi.physics.looking import Floats
from inglenook.games.konexi.physics.parameters import PHYSICS, Physics
from inglenook.games.konexi.physics.world import World
from inglenook.games.konexi.rules.moves import Error, Settled, Verdict
from inglenook.games.konexi.tower.building import Pose, Poses, Tower

ENGINE = f"mujoco {mujoco.__version__}"


class Push(Struct, frozen=True):
    """What a hand does to a tower: to the letter it has just placed, or to one that it bumps."""

    letter: str
    error: Error


class _Film:
    """What is seen of a settling, at the rate of `motion`."""

    def __init__(self, world: World) -> None:
        self.frames = [world.poses()]
        self._looks = 0

    def look(self, world: World) -> None:
        self._looks += 1
        if self._looks * world.physics.look * motion.RATE >= len(self.frames):
            self.frames.append(world.poses())


class _Joints:
    """How long each joint has been bent or pulled too hard."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._looks = np.zeros(len(world.hung), dtype=np.int64)

    def let_go(self, share: float = 1) -> set[str]:
        """The letters whose joint lets go, at the next look; joints may hold only a share."""
        if self._world.count_strained(self._looks, share) < self._world.physics.patience:
            return set()
        worn = self._looks >= self._world.physics.patience
        return {self._world.hung[i] for i in np.flatnonzero(worn)}


def settle(
    tower: Tower, poses: Poses, push: Push, physics: Physics = PHYSICS, *, filmed: bool = False
) -> Settled:
    """What comes of a placement or a bump.

    `poses` are those of the letters that stood before, as in the log. The last letter of the tower
    is new if it has none. A fall has a film only if it is to be filmed: its `poses` are where the
    letters are when the film ends, else where they were when it was clear that they fall.
    """
    world = World(tower, physics)
    world.place(poses)
    film = _Film(world)
    verdict, loose = _judge(world, push, push.letter not in poses, film)
    falls = verdict != "stands"
    if falls and filmed:
        world = _tumble(world, loose, film)
    last = world.poses()
    settled = {p.letter: _rounded(row) for p, row in zip(tower, last, strict=True)}
    shown = motion.pack([*film.frames, last]) if filmed or not falls else ""
    return Settled(ENGINE, verdict, settled, shown)


def _judge(world: World, push: Push, new: bool, film: _Film) -> tuple[Verdict, set[str]]:
    """The verdict, and what has come off."""
    physics, pause = world.physics, world.physics.look
    placed, base = world.tower[-1], world.tower[0]
    # A letter that is bumped or laid on the table is pushed as a whole, and nobody carries it.
    joins = new and placed is not base
    joints = _Joints(world)
    for look in range(ceil(physics.most / pause)):
        t = look * pause
        if t >= physics.least and world.rests(t):
            return "stands", set()
        world.carry(push.letter, max(0, 1 - t / physics.release) if joins else 0)
        if t < physics.push:
            world.push(push.letter, placed.own if joins else -1, push.error)
        world.step()
        film.look(world)
        if world.touches():
            return "second-on-table", set()
        if loose := joints.let_go():
            return "came-off", loose
        if world.leans():
            return "collapsed", set()
    return "collapsed", set()


def _tumble(world: World, loose: set[str], film: _Film) -> World:
    """How it falls, for the eyes: the letters hit each other, and more of them come off."""
    world = world.loosened(loose)
    joints = _Joints(world)
    looks = ceil(world.physics.tumble / world.physics.look)
    first, last = world.physics.hold
    for look in range(looks):
        world.step()
        film.look(world)
        if loose := joints.let_go(first + (last - first) * look / looks):
            world = world.loosened(loose)
            joints = _Joints(world)
    return world


def _rounded(row: Floats) -> Pose:
    x, y, z, qw, qx, qy, qz = (round(each, 6) for each in row.tolist())
    return x, y, z, qw, qx, qy, qz

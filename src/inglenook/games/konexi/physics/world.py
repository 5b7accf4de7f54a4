"""A tower in motion: what is done to it, and what can be seen of it. Lengths are cm inside."""

from math import cos, radians, sqrt

import mujoco
import numpy as np

from inglenook.games.konexi.physics import looking
from inglenook.games.konexi.physics.looking import Floats, Ints
from inglenook.games.konexi.physics.model import FORCE, MM, UM, build
from inglenook.games.konexi.physics.parameters import Physics
from inglenook.games.konexi.rules.moves import Error
from inglenook.games.konexi.tower.building import Poses, Tower, nominal
from inglenook.games.konexi.tower.letters import ROTATIONS, letters


class World:
    def __init__(
        self,
        tower: Tower,
        physics: Physics,
        loose: frozenset[str] = frozenset(),
        tumbles: bool = False,
    ) -> None:
        self.tower, self.physics, self.loose = tower, physics, loose
        self._model = build(tower, physics, loose, tumbles)
        self._data = mujoco.MjData(self._model)
        kind = mujoco.mjtObj.mjOBJ_BODY
        self._bodies = {p.letter: mujoco.mj_name2id(self._model, kind, p.letter) for p in tower}
        # Each letter has one joint.
        joints = self._model.body_jntadr[list(self._bodies.values())]
        places, dofs = self._model.jnt_qposadr[joints], self._model.jnt_dofadr[joints]
        self._joints = dict(
            zip(self._bodies, zip(places.tolist(), dofs.tolist(), strict=True), strict=True)
        )
        self.hung = [p.letter for p in tower if p.parent and p.letter not in loose]
        """The letters that hang on another."""
        self._ids = np.array(list(self._bodies.values()))
        bodies = np.array([self._bodies[name] for name in self.hung], dtype=np.int64)
        # Where in the engine's flattened arrays to find what is looked at all the time.
        self._bends = np.array([self._joints[name][0] for name in self.hung], dtype=np.int64)
        self._forces = bodies[:, None] * 6 + (3, 4, 5)
        holders = [(p, letters()[p.parent]) for p in tower if p.parent and p.letter in self.hung]
        normals = np.array([letter.connectors[p.at].normal for p, letter in holders]).reshape(-1, 3)
        axes, self._signs = np.abs(normals).argmax(axis=1), normals.sum(axis=1) * 1.0
        parents = self._model.body_parentid[bodies]
        self._ways = parents[:, None] * 9 + axes[:, None] + (0, 3, 6)
        self._bend = physics.holding / physics.stiffness
        """The turn that a joint can bear."""
        base = self._bodies[tower[0].letter]
        self._up = (ROTATIONS[tower[0].rotation].T @ (0, 0, 1)).tolist()
        self._upright = cos(radians(physics.tilt))
        self._others = self._model.geom_bodyid != base
        # The engine makes an array anew whenever one is asked for; these stay where they are.
        data = self._data
        self._qpos, self._xmat, self._cfrc_int = data.qpos, data.xmat, data.cfrc_int
        self._xfrc_applied = data.xfrc_applied
        # Which way its own axes point up.
        self._stood = self._xmat[base, 6:]
        self._flat_xmat, self._flat_cfrc_int = self._xmat.ravel(), self._cfrc_int.ravel()

    # --- placing it ------------------------------------------------------------------------------

    def place(self, poses: Poses) -> None:
        """Put every letter where it stands, at rest; one without a pose where it is nominally."""
        for piece in self.tower:
            at, _ = self._joints[piece.letter]
            pose = np.array(poses.get(piece.letter) or nominal(piece))
            if piece.letter not in self.hung:
                self._data.qpos[at : at + 7] = (*pose[:3] * MM, *pose[3:])
            elif piece.letter in poses and piece.parent:
                self._data.qpos[at : at + 4] = self._bent(piece.letter, poses)
        mujoco.mj_forward(self._model, self._data)

    def _bent(self, name: str, poses: Poses) -> Floats:
        """How a letter is turned against where its parent would have it."""
        body = self._bodies[name]
        parent = self._model.body(self._model.body_parentid[body]).name
        straight, back, bend = np.empty(4), np.empty(4), np.empty(4)
        quats = {each: np.array(poses[each][3:]) for each in (name, parent)}
        mujoco.mju_mulQuat(straight, quats[parent], self._model.body_quat[body])
        mujoco.mju_negQuat(back, straight)
        mujoco.mju_mulQuat(bend, back, quats[name])
        # Rounded in the log, they are not quite of length 1.
        mujoco.mju_normalize4(bend)
        return bend

    def loosened(self, names: set[str]) -> "World":
        """The same tower at the same moment, but with these letters come off as well."""
        then = World(self.tower, self.physics, self.loose | names, tumbles=True)
        for name in self._bodies:
            (at, dof), (to, to_dof) = self._joints[name], then._joints[name]
            if name in then.hung:
                then._data.qpos[to : to + 4] = self._data.qpos[at : at + 4]
                then._data.qvel[to_dof : to_dof + 3] = self._data.qvel[dof : dof + 3]
            else:
                self._release(name, then._data, to, to_dof)
        mujoco.mj_forward(then._model, then._data)
        return then

    def _release(self, name: str, data: mujoco.MjData, to: int, to_dof: int) -> None:
        """Give a body without a joint the place and the speed that it has here."""
        body = self._bodies[name]
        data.qpos[to : to + 3] = self._data.xpos[body]
        data.qpos[to + 3 : to + 7] = self._data.xquat[body]
        speed = np.empty(6)
        mujoco.mj_objectVelocity(
            self._model, self._data, mujoco.mjtObj.mjOBJ_XBODY, body, speed, False
        )
        data.qvel[to_dof : to_dof + 3] = speed[3:]
        data.qvel[to_dof + 3 : to_dof + 6] = speed[:3] @ self._data.xmat[body].reshape(3, 3)

    # --- moving it -------------------------------------------------------------------------------

    def carry(self, name: str, share: float) -> None:
        """Let the hand bear a share of a letter's weight, and stop pushing anything."""
        self._xfrc_applied[:] = 0
        if share:
            lift = share * letters()[name].mass * self.physics.gravity
            self._xfrc_applied[self._bodies[name], 2] = lift

    def push(self, name: str, connector: int, error: Error) -> None:
        """Push a letter at a connector, or with -1 in its middle, with the error of a hand."""
        body = self._bodies[name]
        force = np.array(error) * self.physics.hand / self.physics.push
        self._data.xfrc_applied[body, :3] += force
        if connector >= 0:
            own = np.array(letters()[name].connectors[connector].at) * UM
            turn = self._data.xmat[body].reshape(3, 3)
            # Not a matrix product: how numpy rounds that depends on the processor.
            arm = self._data.xpos[body] + (turn * own).sum(axis=1) - self._data.xipos[body]
            self._data.xfrc_applied[body, 3:] += np.cross(arm, force)

    def step(self) -> None:
        """Let the time between two looks pass."""
        mujoco.mj_step(self._model, self._data, nstep=self.physics.sample)
        mujoco.mj_rnePostConstraint(self._model, self._data)
        # The last of these steps leaves places as they were before it.
        mujoco.mj_kinematics(self._model, self._data)

    # --- looking at it ---------------------------------------------------------------------------

    def poses(self) -> Floats:
        """A row for each letter: mm and a quaternion."""
        poses = np.empty((len(self._ids), 7))
        poses[:, :3] = self._data.xpos[self._ids]
        poses[:, :3] /= MM
        poses[:, 3:] = self._data.xquat[self._ids]
        return poses

    def count_strained(self, looks: Ints, share: float = 1) -> int:
        """Count at how many looks in a row joints were bent or pulled harder than they can bear, or
        than a share of that: each in the order of `hung`, and the most of all.
        """
        return looking.count_strained(
            self._qpos,
            self._bends,
            self._flat_xmat,
            self._ways,
            self._flat_cfrc_int,
            self._forces,
            self._signs,
            # The first number of a quaternion is the smaller, the larger its turn.
            cos(share * self._bend / 2),
            share * self.physics.pull_out * FORCE,
            looks,
        )

    def turning(self, ahead: float = 0) -> float:
        """How fast the joints turn, and the letter on the table: the fastest, rad/s.

        `ahead`: as they would in so many seconds.
        """
        # The first three are how the letter on the table travels.
        speeds = (self._data.qvel[3:] + ahead * self._data.qacc[3:]).reshape(-1, 3)
        return sqrt((speeds * speeds).sum(axis=1).max())

    def rests(self, t: float) -> bool:
        """Whether nothing turns any more, after it was watched for so many seconds."""
        physics, turning = self.physics, self.turning()
        if t >= physics.tremble and turning < physics.tremor:
            return True
        return turning < physics.rest and self.turning(physics.ahead) < physics.rest

    def leans(self) -> bool:
        """Whether the letter on the table leans further than it may."""
        x, y, z = self._stood.tolist()
        a, b, c = self._up
        return bool(x * a + y * b + z * c < self._upright)

    def touches(self) -> bool:
        """Whether a letter other than the lowest touches the table."""
        return looking.any_on_table(self._data.contact.geom, self._others)

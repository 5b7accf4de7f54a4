"""How steadily a tower stands: what players and bots see. The judge is `physics`.

Every joint sags by its torque over its stiffness, which changes the torques; after a few rounds
both agree. Lengths are mm here. A second connection is not counted on: it only makes things better.
"""

import numpy as np

from inglenook.games.compiled import compiled
from inglenook.games.konexi.tower.letters import Ints
from inglenook.games.konexi.tower.shapes import Floats

STIFFNESS, HOLDS = 300.0, 15.0
"""N·mm/rad and N·mm: of a joint."""
AMPLE = 20.0
"""A margin that counts as full."""
ROUNDS = 40
SAME = 1e-4
"""N·mm: rounds end when no torque changes by more. Of a tower that gives way, torques grow to the
last."""
SMALL = 0.05
"""The square of an angle."""
WEIGHT = 9.81e-3
"""Of a gram, in N."""


@compiled
def turned(turns: Floats, i: int, x: float, y: float, z: float) -> tuple[float, float, float]:
    return (
        turns[i, 0, 0] * x + turns[i, 0, 1] * y + turns[i, 0, 2] * z,
        turns[i, 1, 0] * x + turns[i, 1, 1] * y + turns[i, 1, 2] * z,
        turns[i, 2, 0] * x + turns[i, 2, 1] * y + turns[i, 2, 2] * z,
    )


@compiled
def lean(turns: Floats, i: int, p: int, x: float, y: float) -> None:
    """Turn i becomes turn p and after it the one by a level vector: Rodrigues' formula."""
    square = x * x + y * y
    if square < SMALL:
        # sin a / a and (1 - cos a) / a², much faster, and right to 11 digits.
        sine = 1 - square / 6 * (1 - square / 20 * (1 - square / 42))
        rest = 0.5 - square / 24 * (1 - square / 30 * (1 - square / 56))
    else:
        angle = np.sqrt(square)
        sine, rest = np.sin(angle) / angle, (1 - np.cos(angle)) / square
    for k in range(3):
        a, b, c = turns[p, 0, k], turns[p, 1, k], turns[p, 2, k]
        across = (x * b - y * a) * rest
        turns[i, 0, k] = a + y * (c * sine + across)
        turns[i, 1, k] = b - x * (c * sine + across)
        turns[i, 2, k] = c + (x * b - y * a) * sine - square * rest * c


@compiled
def sag(
    parent: Ints, joint: Floats, com: Floats, mass: Floats, torque: Floats, centre: Floats
) -> None:
    """Work out what each joint bears, and where the centre of mass of the whole is, all sagged.

    Torques are N·mm about x and y: weights make none about z. Rows as in the tower, so parents come
    first, and the first has neither parent nor joint; joints and centres of mass are nominal.

    The last two arrays are filled. Returned they could not be: a cached function that compiled and
    plain code both call loses what Numba makes arrays for Python with.
    """
    n = len(parent)
    turns = np.zeros((n, 3, 3))
    turns[0] = np.eye(3)
    torque[:] = 0
    at, heavy, moment = joint.copy(), np.empty(n), np.empty((n, 3))
    step, arm = np.empty((n, 3)), com - joint
    for i in range(1, n):
        step[i] = joint[i] - joint[parent[i]]
    for _ in range(ROUNDS + 1):
        heavy[:] = mass
        for k in range(3):
            moment[0, k] = mass[0] * com[0, k]
        for i in range(1, n):
            p = parent[i]
            x, y, z = turned(turns, p, step[i, 0], step[i, 1], step[i, 2])
            at[i, 0], at[i, 1], at[i, 2] = at[p, 0] + x, at[p, 1] + y, at[p, 2] + z
            lean(turns, i, p, torque[i, 0] / STIFFNESS, torque[i, 1] / STIFFNESS)
            x, y, z = turned(turns, i, arm[i, 0], arm[i, 1], arm[i, 2])
            moment[i, 0] = mass[i] * (at[i, 0] + x)
            moment[i, 1] = mass[i] * (at[i, 1] + y)
            moment[i, 2] = mass[i] * (at[i, 2] + z)
        change = 0.0
        for i in range(n - 1, 0, -1):
            p = parent[i]
            heavy[p] += heavy[i]
            for k in range(3):
                moment[p, k] += moment[i, k]
            x = (heavy[i] * at[i, 1] - moment[i, 1]) * WEIGHT
            y = (moment[i, 0] - heavy[i] * at[i, 0]) * WEIGHT
            change = max(change, abs(x - torque[i, 0]), abs(y - torque[i, 1]))
            torque[i, 0], torque[i, 1] = x, y
        if change < SAME:
            break
    centre[:] = moment[0] / heavy[0]


@compiled
def steady(torque: Floats, centre: Floats, feet: Floats) -> float:
    """The gauge: 1 is as good as it gets, below 0 it falls. Feet as in `RestPose`."""
    gauge = 1 - np.sqrt((torque**2).sum(axis=1).max()) / HOLDS
    for i in range(len(feet)):
        ax, ay = feet[i - 1, 0], feet[i - 1, 1]
        bx, by = feet[i, 0] - ax, feet[i, 1] - ay
        inside = (bx * (centre[1] - ay) - by * (centre[0] - ax)) / np.sqrt(bx * bx + by * by)
        gauge = min(gauge, inside / AMPLE)
    return float(gauge)

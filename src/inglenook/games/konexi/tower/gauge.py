"""How steadily a tower stands: what players and bots see. The judge is `physics`.

Every joint bends by its torque over its stiffness, and what leans bends its joints harder. As long
as angles are small, one pass from the top to the table and one back make both agree. A second
connection is not counted on, nor that letters lean on each other: both only make things better.
Lengths are mm here, forces N.
"""

import numpy as np

from inglenook.games.konexi.tower.letters import Ints
from inglenook.games.konexi.tower.shapes import Floats
from inglenook.shared.compiled import compiled

STIFFNESS, HOLDS, PULL_OUT = 300.0, 15.0, 0.5
"""Of a joint: N·mm/rad; the torque, N·mm, and the pull, N, at which it lets go."""
AMPLE = 20.0
"""A margin that counts as full."""
LEAST = -1.0
"""The gauge shows no less. What gives way endlessly under its load shows this."""
SOFTEST = STIFFNESS / 100
"""The least that a load leaves of a joint's stiffness."""
WEIGHT = 9.81e-3
"""Of a gram, in N."""
BORNE, MOMENT, TIMES, LEAN, STRESS, LOAD = 0, 1, 4, 5, 7, 8
"""Where to find in a row of loads: the weight that a joint bears; x, y and z of its moment about
the joint; how many times that is the torque, since what is borne leans; how far the letter leans in
x and y, mm per mm; its joint's share of what it can bear; and the row's length."""


@compiled
def gauge(
    parent: Ints, joint: Floats, com: Floats, mass: Floats, hangs: Ints, feet: Floats, load: Floats
) -> float:
    """1 is as good as it gets, below 0 the tower falls; the loads are filled.

    Rows as in the tower, so parents come first; the first stands on the table and has no joint.
    `hangs` says whether a letter comes off straight down. Joints and centres of mass are nominal,
    feet as in `RestPose`.
    """
    n, found = len(parent), 1.0
    for i in range(n):
        load[i, BORNE] = mass[i] * WEIGHT
        for k in range(3):
            load[i, MOMENT + k] = load[i, BORNE] * (com[i, k] - joint[i, k])
    for i in range(n - 1, 0, -1):
        p, stiff = parent[i], STIFFNESS - load[i, MOMENT + 2]
        if stiff <= 0:
            found = LEAST
        load[i, TIMES] = STIFFNESS / max(stiff, SOFTEST)
        load[p, BORNE] += load[i, BORNE]
        for k in range(3):
            load[p, MOMENT + k] += load[i, BORNE] * (joint[i, k] - joint[p, k])
            load[p, MOMENT + k] += load[i, TIMES] * load[i, MOMENT + k]
    load[0, LEAN] = load[0, LEAN + 1] = load[0, STRESS] = 0
    for i in range(1, n):
        p, times, high = parent[i], load[i, TIMES], load[i, MOMENT + 2]
        x = times * (load[i, MOMENT] + load[p, LEAN] * high)
        y = times * (load[i, MOMENT + 1] + load[p, LEAN + 1] * high)
        load[i, LEAN] = load[p, LEAN] + x / STIFFNESS
        load[i, LEAN + 1] = load[p, LEAN + 1] + y / STIFFNESS
        load[i, STRESS] = np.sqrt(x * x + y * y) / HOLDS
        if hangs[i]:
            load[i, STRESS] = max(load[i, STRESS], load[i, BORNE] / PULL_OUT)
        found = min(found, 1 - load[i, STRESS])
    x = joint[0, 0] + load[0, MOMENT] / load[0, BORNE]
    y = joint[0, 1] + load[0, MOMENT + 1] / load[0, BORNE]
    for i in range(len(feet)):
        ax, ay = feet[i - 1, 0], feet[i - 1, 1]
        bx, by = feet[i, 0] - ax, feet[i, 1] - ay
        inside = (bx * (y - ay) - by * (x - ax)) / np.sqrt(bx * bx + by * by)
        found = min(found, inside / AMPLE)
    return max(found, LEAST)

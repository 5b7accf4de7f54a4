"""What is looked at hundreds of times in every settling, in machine code."""

import numpy as np
from numpy.typing import NDArray

from inglenook.shared.compiled import compiled

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@compiled
def count_strained(
    qpos: Floats,
    bends: Ints,
    xmat: Floats,
    ways: Ints,
    cfrc_int: Floats,
    forces: Ints,
    signs: Floats,
    straight: float,
    pull: float,
    looks: Ints,
) -> int:
    """Note for each joint at how many looks in a row it was strained; the most of all.

    straight  below this, the first number of its quaternion says that it is bent too far
    pull      above this, it is pulled too hard
    looks     [joint]: changed here
    """
    most = 0
    for i in range(len(bends)):
        # How a letter would come off, and what its parent does to it against that.
        along = xmat[ways[i, 0]] * cfrc_int[forces[i, 0]]
        along += xmat[ways[i, 1]] * cfrc_int[forces[i, 1]]
        along += xmat[ways[i, 2]] * cfrc_int[forces[i, 2]]
        if abs(qpos[bends[i]]) < straight or -along * signs[i] > pull:
            looks[i] += 1
        else:
            looks[i] = 0
        most = max(most, looks[i])
    return most


@compiled
def any_on_table(geoms: NDArray[np.int32], others: NDArray[np.bool_]) -> bool:
    """Whether one of some shapes is in a list of pairs that touch, with the table."""
    found = False
    for k in range(len(geoms)):
        # The table comes first of all, and first of any two that touch.
        found |= geoms[k, 0] == 0 and others[geoms[k, 1]]
    return found

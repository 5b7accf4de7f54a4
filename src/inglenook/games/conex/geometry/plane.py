"""Whole numbers in the plane: lengths in µm in 24 directions, steps of 15°.

A vector of length 1 in one of them is a pair of whole numbers, scaled by a power of two, from exact
roots. Only sums of whole lengths times those are made of them, so nothing is ever rounded twice.
"""

from collections.abc import Iterable
from math import isqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from inglenook.shared.compiled import compiled

Ints: TypeAlias = NDArray[np.int64]
Point: TypeAlias = tuple[int, int]
Walk: TypeAlias = tuple[tuple[int, int], ...]
"""Lengths and the directions they are walked in."""

AROUND, RIGHT = 24, 6
"""Directions in a full turn and in a right angle."""
FINE, COARSE = 40, 30
"""Binary digits of the vectors that poses are made of, and of the normals that gaps are measured
on: with these, sums on any table stay within an `int64`, and the gaps within a double as well."""


def _vectors() -> tuple[Point, ...]:
    """cos and sin of the 24 directions: 0, 1/2, √2/2, √3/2, (√6 ± √2)/4, 1 and their negatives."""
    one, root = 1 << 100, {n: isqrt(n << 200) for n in (2, 3, 6)}
    falling = [one, (root[6] + root[2]) // 4, root[3] // 2, root[2] // 2]
    falling += [one // 2, (root[6] - root[2]) // 4, 0]
    quarter = [(value >> 99 - FINE) + 1 >> 1 for value in falling]
    half = [*quarter, *(-value for value in quarter[-2::-1])]
    cos = [*half, *half[-2:0:-1]]
    return tuple((cos[d], cos[d - RIGHT]) for d in range(AROUND))


def ints(rows: Any) -> Ints:
    """A table for compiled code that nothing changes."""
    table = np.array(rows, dtype=np.int64)
    table.flags.writeable = False
    return table


VECTORS = _vectors()
VECTOR = ints(VECTORS)
NORMALS = tuple(
    ((x >> FINE - COARSE - 1) + 1 >> 1, (y >> FINE - COARSE - 1) + 1 >> 1) for x, y in VECTORS
)
NORMAL = ints(NORMALS)


@compiled
def rounded(fine: int) -> int:
    """The nearest µm, ties to even."""
    whole, rest, half = fine >> FINE, fine & ((1 << FINE) - 1), 1 << (FINE - 1)
    if rest > half or (rest == half and whole & 1):
        whole += 1
    return whole


def total(walk: Iterable[tuple[int, int]], turn: int) -> Point:
    """Where a walk ends whose directions are turned, unrounded."""
    steps = [(length, VECTORS[(d + turn) % AROUND]) for length, d in walk]
    return sum(length * x for length, (x, _) in steps), sum(length * y for length, (_, y) in steps)


def whole(walk: Iterable[tuple[int, int]], turn: int) -> Point:
    """The same, rounded."""
    x, y = total(walk, turn)
    # Not compiled: tables are made of these when the rules are loaded.
    return rounded.plain(x), rounded.plain(y)

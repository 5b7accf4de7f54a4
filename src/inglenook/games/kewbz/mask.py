"""Sets of cells as bits, for compiled code.

A mask is one `uint64` on boards up to 8x8 and a `Wide` (three of them) above. Compiled code writes
`a & b`, `~a`, `a << n` for both (`mask_code` says what that is): Numba compiles a function once for
each kind it is called with.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from inglenook.shared.compiled import taught_by


class Wide(NamedTuple):
    """192 bits in three words, lowest first."""

    a: np.uint64
    b: np.uint64
    c: np.uint64


Mask: TypeAlias = Any
"""`np.uint64 | Wide`; no type checker knows the operators that compiled code gives to both."""

ZERO, ONE, WORD = np.uint64(0), np.uint64(1), np.uint64(64)


def from_int(bits: int, wide: bool) -> Mask:
    """A mask from a Python number of any length."""
    if not wide:
        return np.uint64(bits)
    return Wide(*(np.uint64(bits >> shift & 2**64 - 1) for shift in (0, 64, 128)))


def to_int(mask: Mask) -> int:
    """The Python number with the same bits."""
    if isinstance(mask, tuple):
        return sum(int(word) << 64 * place for place, word in enumerate(mask))
    return int(mask)


def words(mask: Mask) -> tuple[np.uint64, ...]:
    """The words of a mask, lowest first."""
    return tuple(mask) if isinstance(mask, tuple) else (mask,)


def count(mask: Mask) -> int:
    """How many cells a mask holds."""
    return to_int(mask).bit_count()


def empty(mask: Mask) -> bool:
    return to_int(mask) == 0


def lowest(mask: Mask) -> int:
    """The place of the lowest bit of a mask that is not empty."""
    bits = to_int(mask)
    return (bits & -bits).bit_length() - 1


def rest(mask: Mask) -> Mask:
    """A mask without its lowest bit."""
    bits = to_int(mask)
    return from_int(bits & bits - 1, isinstance(mask, tuple))


def single(like: Mask, place: int) -> Mask:
    """The mask of one bit, of the same kind as another."""
    return from_int(1 << place, isinstance(like, tuple))


taught_by("inglenook.games.kewbz.mask_code")

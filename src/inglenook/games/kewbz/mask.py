"""Sets of cells as bits, for compiled code.

A mask is one `uint64` on boards up to 8x8 and a `Wide` (three of them) above. Compiled code writes
`a & b`, `~a`, `a << n` for both: Numba compiles a function once for each kind it is called with.
"""

# ruff: noqa: ARG001, ARG005 - Numba prescribes the arguments of what it calls

import operator
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import types
from numba.extending import intrinsic, overload


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


def _instruction(function: Callable[..., Any]) -> Any:
    # Called with one argument less than it is declared with: more than a type checker can know.
    return intrinsic(function)


@_instruction
def _ones(typing: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), code


@_instruction
def _trailing(typing: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), code


def _means(function: Any, *, word: Any = None, wide: Any) -> None:
    """Say what a function or operator of masks is in compiled code, for each kind of mask."""

    def kind(m: Any) -> Any:
        return wide if getattr(m, "instance_class", None) is Wide else word

    def one(m: Any) -> Any:
        return kind(m)

    def two(m: Any, n: Any) -> Any:
        return kind(m)

    # Not strict: the annotations here would have to be those of the implementations.
    overload(function, strict=False)(one if wide.__code__.co_argcount == 1 else two)


def _wide_lowest(m: Any) -> Any:
    if m.a:
        return _trailing(m.a)
    if m.b:
        return 64 + _trailing(m.b)
    return 128 + _trailing(m.c)


def _wide_rest(m: Any) -> Any:
    if m.a:
        return Wide(m.a & (m.a - ONE), m.b, m.c)
    if m.b:
        return Wide(m.a, m.b & (m.b - ONE), m.c)
    return Wide(m.a, m.b, m.c & (m.c - ONE))


def _wide_single(m: Any, n: Any) -> Any:
    bit = ONE << np.uint64(n & 63)
    return Wide(bit if n < 64 else ZERO, bit if 64 <= n < 128 else ZERO, bit if n >= 128 else ZERO)


_means(operator.and_, wide=lambda m, n: Wide(m.a & n.a, m.b & n.b, m.c & n.c))
_means(operator.or_, wide=lambda m, n: Wide(m.a | n.a, m.b | n.b, m.c | n.c))
_means(operator.invert, wide=lambda m: Wide(~m.a, ~m.b, ~m.c))
_means(
    operator.lshift,  # by 1 to 63, as all shifts here are
    wide=lambda m, n: Wide(m.a << n, m.b << n | m.a >> (WORD - n), m.c << n | m.b >> (WORD - n)),
)
_means(
    operator.rshift,
    wide=lambda m, n: Wide(m.a >> n | m.b << (WORD - n), m.b >> n | m.c << (WORD - n), m.c >> n),
)
_means(words, word=lambda m: (m,), wide=lambda m: (m.a, m.b, m.c))
_means(count, word=lambda m: _ones(m), wide=lambda m: _ones(m.a) + _ones(m.b) + _ones(m.c))
_means(empty, word=lambda m: m == ZERO, wide=lambda m: (m.a | m.b | m.c) == ZERO)
_means(lowest, word=lambda m: _trailing(m), wide=_wide_lowest)
_means(rest, word=lambda m: m & (m - ONE), wide=_wide_rest)
_means(single, word=lambda m, n: ONE << np.uint64(n), wide=_wide_single)

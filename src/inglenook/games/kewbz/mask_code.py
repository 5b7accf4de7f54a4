"""What the functions and operators of masks are in compiled code."""

# ruff: noqa: ARG001, ARG005 - Numba prescribes the arguments of what it calls

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from inglenook.games.kewbz.mask import (
    ONE,
    WORD,
    ZERO,
    Wide,
    count,
    empty,
    lowest,
    rest,
    single,
    words,
)


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

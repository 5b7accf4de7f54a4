"""The network: residual convolutions, no normalisation, for boards of every size.

Cells that are not on the board stay zero from layer to layer, which is what the edge of a smaller
plane looks like to a convolution. So a net trained on masked planes of 10x10 gives the same answers
on planes just as large as the board, and that is how the engine runs it (`export.py`).
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import Array, lax

from train.kewbz.game import FACTS, PLANES, SIDE

Params = dict[str, Any]


class Shape(NamedTuple):
    blocks: int = 6
    channels: int = 64


class Answer(NamedTuple):
    """What the net says of positions, to the mover."""

    policy: Array
    """Logits of all actions, those that are not legal too."""
    win: Array
    """The logit of the chance to win, a shared win being half of one."""
    squashed: Array
    """`squash` of the final margin."""
    margin: Array
    """The final margin, in tens of points."""
    towers: Array
    """What each cell scores in the end, in fives of points: it is only trained on, never used."""


SPREAD = 15.0
HEAD, HIDDEN = 32, 96


def squash(margin: Array) -> Array:
    """A margin as a number from -1 to 1, so that a few points matter most when it is close."""
    return jnp.tanh(margin / SPREAD)


def utility(answer: Answer) -> Array:
    """What the search maximises, from -1 to 1: to win, and by how much, in equal parts."""
    return 0.5 * jnp.tanh(answer.win / 2) + 0.5 * answer.squashed


def pools(block: int) -> bool:
    """Whether a block also looks at the whole board."""
    return block % 2 == 1


def init(key: Array, shape: Shape) -> Params:
    """Random weights; the last layer of each block is zero, so that it begins by doing nothing."""
    keys = iter(jax.random.split(key, 99))
    wide = shape.channels

    def weights(*size: int) -> Array:
        inputs = 1
        for n in size[:-1]:
            inputs *= n
        drawn: Array = jax.random.normal(next(keys), size) * (2 / inputs) ** 0.5
        return drawn

    def layer(*size: int, scale: float = 1.0) -> Params:
        return {"w": weights(*size) * scale, "b": jnp.zeros(size[-1])}

    params: Params = {
        "stem": layer(3, 3, len(PLANES), wide),
        "facts": layer(len(FACTS), wide),
        "policy": layer(wide, HEAD),
        "policy-pool": layer(2 * wide, HEAD),
        "policy-out": layer(HEAD, 1, scale=0.1),
        "value": layer(2 * wide + len(FACTS), HIDDEN),
        "value-out": layer(HIDDEN, 4, scale=0.1),
        "towers": layer(wide, 1, scale=0.1),
    }
    for n in range(shape.blocks):
        params[f"in-{n}"] = layer(3, 3, wide, wide)
        params[f"out-{n}"] = layer(3, 3, wide, wide, scale=0.0)
        if pools(n):
            params[f"pool-{n}"] = layer(2 * wide, wide, scale=0.1)
    return params


def _conv(x: Array, p: Params) -> Array:
    y: Array = lax.conv_general_dilated(
        x, p["w"].astype(x.dtype), (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    biased: Array = y + p["b"].astype(x.dtype)
    return biased


def _dense(x: Array, p: Params) -> Array:
    y: Array = x @ p["w"].astype(x.dtype) + p["b"].astype(x.dtype)
    return y


def apply(
    params: Params, shape: Shape, planes: Array, facts: Array, kind: Any = jnp.bfloat16
) -> Answer:
    """What the net says of a batch; the convolutions in numbers of this kind."""
    board, seen = planes[..., :1].astype(kind), facts.astype(kind)
    # A memory that is not full yet holds boards of no cells.
    cells = jnp.maximum(planes[..., 0].sum((-1, -2)), 1)[:, None].astype(jnp.float32)

    def whole(x: Array) -> Array:
        """The mean and the highest of each channel. Nothing is negative, so zeros do no harm."""
        mean = (x.astype(jnp.float32).sum((1, 2)) / cells).astype(kind)
        return jnp.concatenate([mean, x.max((1, 2))], axis=-1)

    x = _conv(planes.astype(kind), params["stem"]) + _dense(seen, params["facts"])[:, None, None]
    x = jax.nn.relu(x) * board
    for n in range(shape.blocks):
        y = _conv(x, params[f"in-{n}"])
        if pools(n):
            y = y + _dense(whole(x), params[f"pool-{n}"])[:, None, None]
        y = _conv(jax.nn.relu(y) * board, params[f"out-{n}"])
        x = jax.nn.relu(x + y) * board

    pooled = whole(x)
    cell = _dense(x, params["policy"]) + _dense(pooled, params["policy-pool"])[:, None, None]
    cell = _dense(jax.nn.relu(cell), params["policy-out"]).reshape(-1, SIDE * SIDE)
    value = jax.nn.relu(_dense(jnp.concatenate([pooled, seen], axis=-1), params["value"]))
    value = _dense(value, params["value-out"]).astype(jnp.float32)
    return Answer(
        jnp.concatenate([cell.astype(jnp.float32), value[:, 3:]], axis=-1),
        value[:, 0],
        jnp.tanh(value[:, 1]),
        value[:, 2],
        _dense(x, params["towers"])[..., 0].astype(jnp.float32),
    )

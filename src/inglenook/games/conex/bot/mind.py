"""The network that says what a game is worth to a seat right after its move."""

from functools import cache
from importlib.resources import files
from io import BytesIO
from math import exp
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from inglenook.games.conex.bot.sight import MINDS, Sight, width
from inglenook.shared.compiled import compiled, record

Floats32 = NDArray[np.float32]

FILE = "mind.npz"
"""Beside this one; `train.conex.export` writes it."""
WIDE, NARROW = 64, 32
"""The units of its two layers."""
LAYERS = ("in_", "in_bias", "mid", "mid_bias", "out", "out_bias")
"""In the file, each with the number of seats after it."""


class Mind(Protocol):
    """The weights of a network."""

    # [from, to] of each layer, so that a unit's weights to all others lie side by side.
    in_: Floats32
    in_bias: Floats32
    mid: Floats32
    mid_bias: Floats32
    out: Floats32
    out_bias: Floats32
    wide: Floats32
    narrow: Floats32
    """Room to work in."""


class Said(NamedTuple):
    """What a network says, each from 0 to 1."""

    win: float
    """The share of the win."""
    lead: float
    """The lead over the best of the others, squashed by `search.SCALE`."""


def mind_of(weights: dict[str, Floats32]) -> Mind:
    """A network of these weights, by the names of its layers."""
    told = weights["in_"]
    # As wide for two as for three: so all are of one kind to the compiler.
    padded = np.zeros((width(max(MINDS)), WIDE), np.float32)
    padded[: len(told)] = told
    m: Mind = record(
        **{name: weights[name].astype(np.float32) for name in LAYERS[1:]},
        in_=padded,
        wide=np.zeros(WIDE, np.float32),
        narrow=np.zeros(NARROW, np.float32),
    )
    return m


@cache
def mind(seats: int) -> Mind:
    """The network for games of so many, from the package."""
    data = files("inglenook.games.conex.bot").joinpath(FILE).read_bytes()
    with np.load(BytesIO(data)) as weights:
        return mind_of({name: weights[f"{name}{seats}"] for name in LAYERS})


@compiled
def think(m: Mind, s: Sight) -> Said:
    """What the network says of a game that `tell` has told."""
    wide, narrow = m.wide, m.narrow
    wide[:] = m.in_bias
    for i in range(len(m.in_)):
        x = s.inputs[i]
        if x != 0:
            for k in range(WIDE):
                wide[k] += x * m.in_[i, k]
    narrow[:] = m.mid_bias
    for i in range(WIDE):
        x = wide[i]
        if x > 0:
            for k in range(NARROW):
                narrow[k] += x * m.mid[i, k]
    win, lead = m.out_bias[0], m.out_bias[1]
    for i in range(NARROW):
        x = narrow[i]
        if x > 0:
            win += x * m.out[i, 0]
            lead += x * m.out[i, 1]
    return Said(1 / (1 + exp(-win)), 1 / (1 + exp(-lead)))

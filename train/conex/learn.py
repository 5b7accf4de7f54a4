"""The network in NumPy, and how it learns: Adam, and an average of the weights that plays."""

from typing import NamedTuple

import numpy as np

from inglenook.games.conex.bot.mind import LAYERS, NARROW, WIDE, Floats32
from inglenook.games.conex.bot.sight import width

Weights = dict[str, Floats32]

OUT = 2
"""What a network says: win and lead."""
KEEP = 0.999
"""How much of the average is kept at a step."""
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8
"""Of Adam."""


class Learner(NamedTuple):
    """A network that learns; `mean` and `square` are Adam's."""

    weights: Weights
    average: Weights
    mean: Weights
    square: Weights
    steps: int


def beginner(seats: int, rng: np.random.Generator) -> Learner:
    """One that knows nothing yet."""
    shapes = (width(seats), WIDE), (WIDE, NARROW), (NARROW, OUT)
    weights: Weights = {}
    for (name, bias), (rows, columns) in zip(
        (LAYERS[:2], LAYERS[2:4], LAYERS[4:]), shapes, strict=True
    ):
        scale = np.sqrt(2 / rows) if name != "out" else 0.1 / np.sqrt(rows)
        weights[name] = (rng.standard_normal((rows, columns)) * scale).astype(np.float32)
        weights[bias] = np.zeros(columns, np.float32)
    nothing = {name: np.zeros_like(array) for name, array in weights.items()}
    return Learner(
        weights,
        {name: array.copy() for name, array in weights.items()},
        nothing,
        {name: array.copy() for name, array in nothing.items()},
        0,
    )


def step(
    learner: Learner, inputs: Floats32, targets: Floats32, rate: float
) -> tuple[Learner, float]:
    """One step of learning from some positions; and the mean square of what it was wrong by."""
    w = learner.weights
    wide = np.maximum(inputs @ w["in_"] + w["in_bias"], 0)
    narrow = np.maximum(wide @ w["mid"] + w["mid_bias"], 0)
    said = 1 / (1 + np.exp(-(narrow @ w["out"] + w["out_bias"])))
    # The slope of the cross entropy.
    wrong = (said - targets) / len(inputs)
    slopes: Weights = {"out": narrow.T @ wrong, "out_bias": wrong.sum(axis=0)}
    back = (wrong @ w["out"].T) * (narrow > 0)
    slopes |= {"mid": wide.T @ back, "mid_bias": back.sum(axis=0)}
    back = (back @ w["mid"].T) * (wide > 0)
    slopes |= {"in_": inputs.T @ back, "in_bias": back.sum(axis=0)}
    steps = learner.steps + 1
    keep = min(KEEP, steps / (steps + 10))
    for name, slope in slopes.items():
        mean, square, average = learner.mean[name], learner.square[name], learner.average[name]
        mean += (1 - FIRST) * (slope - mean)
        square += (1 - SECOND) * (slope * slope - square)
        part = (mean / (1 - FIRST**steps)) / (np.sqrt(square / (1 - SECOND**steps)) + TINY)
        w[name] -= (rate * part).astype(np.float32)
        average += (1 - keep) * (w[name] - average)
    return learner._replace(steps=steps), float(((said - targets) ** 2).mean())

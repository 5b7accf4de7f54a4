"""Chance for compiled playouts: quick, and good enough for games in a bot's head."""

import numpy as np

from inglenook.shared.compiled import compiled


@compiled
def step(random: np.uint64) -> np.uint64:
    """The next number of a xorshift generator; never 0 unless started with 0."""
    random ^= random << np.uint64(13)
    random ^= random >> np.uint64(7)
    return random ^ random << np.uint64(17)

"""Kewbz as numbers: a cell is an action, and so is taking over the first cube.

Whoever is short of cubes names the cell and then, one by one, the corners that get what is left.
Nothing is left out.
"""

from typing import Any

import numpy as np

from inglenook.core.encoding import Fit, Floats, Limits, Part, Prefix, json_text
from inglenook.core.units import PlayMs, Seat
from inglenook.games.kewbz.rules import (
    TALLEST,
    Kewbz,
    Options,
    Place,
    PlayerMove,
    State,
    Swap,
    due,
    grid,
    open_cells,
    shortage,
    swap_now,
)

PLANES = (
    *(f"mine-{height}" for height in range(1, TALLEST + 1)),
    *(f"theirs-{height}" for height in range(1, TALLEST + 1)),
    "owed",
    "unplayed-mine",
    "unplayed-theirs",
    "swap",
)
"""Whose cube is at which height of each cell; the corners that the mover still has to name; and,
the same on every cell, the unplayed cubes and whether the first cube may be taken over now. Seen by
the seat in turn; the other seat sees its own as `mine`."""


class KewbzFit(Fit[State, PlayerMove]):
    def __init__(self, game: Kewbz, seats: int, options: Options, choices: Any) -> None:
        super().__init__(game, seats, options, choices)
        size = options.size
        self.actions = size * size + 1
        self.swap = size * size
        self.parts = tuple(Part(plane, (size, size)) for plane in PLANES)
        # Every action but the swap spends a cube.
        self.limits = Limits(2 * options.cubes + 1, 0, 0, -options.cubes, 2 * options.cubes)

    def next_actions(self, s: State, seat: Seat, prefix: Prefix, t: PlayMs) -> tuple[int, ...]:
        if prefix:
            return tuple(sorted(_owed(s, prefix)))
        return (*open_cells(s), self.swap) if swap_now(s) else open_cells(s)

    def move(self, s: State, seat: Seat, prefix: Prefix) -> PlayerMove | None:
        cell, *corners = prefix
        if cell == self.swap:
            return Swap()
        names = grid(s.size).names
        short = shortage(s, due(s, cell))
        if short > len(corners):
            return None
        return Place(names[cell], tuple(names[c] for c in sorted(corners)) if short else None)

    def name(self, s: State, seat: Seat, prefix: Prefix, action: int) -> str:
        return "swap" if action == self.swap else grid(s.size).names[action]

    def array(self, s: State, seat: Seat, prefix: Prefix, t: PlayMs) -> Floats:
        found = np.zeros((len(PLANES), s.size * s.size), np.float32)
        for cell, stack in enumerate(s.stacks):
            for level, owner in enumerate(stack):
                found[level if owner == seat else TALLEST + level, cell] = 1
        unplayed = list(s.unplayed)
        if prefix:
            # What is spelt so far lies there already.
            cell, *corners = prefix
            heights = [len(stack) for stack in s.stacks]
            for placed in (cell, *corners):
                mine = s.turn == seat
                found[heights[placed] + (0 if mine else TALLEST), placed] = 1
                heights[placed] += 1
            unplayed[s.turn] -= len(prefix)
            found[PLANES.index("owed"), list(_owed(s, prefix))] = 1
        found[PLANES.index("unplayed-mine")] = unplayed[seat]
        found[PLANES.index("unplayed-theirs")] = unplayed[1 - seat]
        found[PLANES.index("swap")] = swap_now(s)
        return found.reshape(-1)

    def text(self, s: State, seat: Seat | None) -> str:
        return json_text((s.stacks, s.unplayed, s.turn, s.swap))


def _owed(s: State, prefix: Prefix) -> set[int]:
    """The corners that can still be named."""
    cell, *corners = prefix
    return {corner for corner, most in due(s, cell).items() if corners.count(corner) < most}


FIT = KewbzFit

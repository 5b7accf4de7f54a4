"""NATURE at work in an environment: what it draws follows from a seed."""

import secrets

from inglenook.core.game import NATURE, Rng
from inglenook.envs.process import Node, Process


class Draws:
    """The draws of one game, from a seed; without one, from a new one each time."""

    def __init__(self, process: Process, seed: int | None) -> None:
        self._process = process
        self.seed = secrets.token_hex(8) if seed is None else str(seed)
        self._count = 0

    def rng(self) -> Rng:
        """A chance of its own for everything that is drawn."""
        return Rng(self.seed, self.number())

    def number(self) -> int:
        """The number of the next draw."""
        self._count += 1
        return self._count

    def past(self, n: Node) -> Node:
        """Let NATURE draw until players are to choose, or the game is over."""
        while n.turn == NATURE:
            n = self._process.step(n, self._process.draw(n, self.rng()))
        return n

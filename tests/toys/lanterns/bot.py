"""Three who throw whatever happens, for tests that need a bot at a table of more than two."""

from typing import Any

from inglenook.core.bot import Level
from inglenook.core.game import Move, Rng

from . import Throw

LEVELS = (Level("wick", 1, 0.1), Level("flame", 2, 0.1), Level("beacon", 3, 0.1))


class Thrower:
    def choose(self, view: Any, seat: int, level: Level, rng: Rng) -> Move:
        return Throw()

    def warm(self) -> None:
        pass


BOT = Thrower()

"""Version 4 of the rules: a tower was watched in smaller steps, for a second at least, and NATURE's
move had the film of a fall wherever it was made.

All else is as today: where that changes, this keeps a copy of what it was.
"""

from typing import ClassVar

from inglenook.game import Move, Rng
from inglenook.games.konexi.physics.parameters import Physics
from inglenook.games.konexi.rules import Konexi
from inglenook.games.konexi.rules.state import State

PHYSICS = Physics(
    solref=(0.01, 1),
    step=0.001,
    islands=True,
    sample=4,
    least=1,
    ahead=0,
    tremble=Physics().most,
)


class Konexi4(Konexi):
    rules_version = 4
    physics: ClassVar[Physics] = PHYSICS

    def nature(self, s: State, rng: Rng) -> Move:
        return self.filmed(s, super().nature(s, rng))


GAME = Konexi4()

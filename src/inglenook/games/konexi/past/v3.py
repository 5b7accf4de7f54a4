"""Version 3 of the rules: the time for a word ran while the film of its letter was still shown.

All else is as in version 4: where that changes, this keeps a copy of what it was.
"""

from inglenook.game import Entry
from inglenook.games.konexi.past.v4 import Konexi4
from inglenook.units import PlayMs


class Konexi3(Konexi4):
    rules_version = 3
    seats = (2, 3, 4, 5, 6)
    endings = ("goal",)

    def asks_at(self, settled: Entry) -> PlayMs:
        return settled.t


GAME = Konexi3()

"""What one more letter does to the gauge, in the hands of a good player.

Seen in 7,586 placements of Surgeons, in 300 games of three to 40 points in which `risk.py` decided
on falls. In half of these games one of them, whose own placements are left out, let go of every
other letter at a gauge drawn at random, so that there were shaky low towers, too. A tower that is
nearly down stays so more often than not. `python -m bench.konexi_games` shows other games.
"""

import numpy as np

from inglenook.games.konexi.bot.spelling import Ints

FROM = (0, 4, 8, 16, 30, 50, 60, 70, 80, 90)
"""The gauges before, in hundredths, from which on each row holds."""
BY = (
    (-3, 0, 0, 0, 0, 1, 1, 2, 3, 4, 4, 6, 9, 12, 27, 43),
    (-4, -2, -1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 5, 18, 39),
    (-10, -7, -5, -5, -4, -3, -2, 0, 0, 0, 0, 1, 5, 19, 33, 46),
    (-23, -22, -19, -17, -15, -12, -10, -6, 0, 4, 13, 19, 27, 34, 47, 55),
    (-40, -37, -33, -29, -25, -16, -5, 0, 0, 1, 5, 11, 15, 20, 29, 40),
    (-47, -39, -17, -10, -6, -2, 0, 0, 0, 0, 1, 4, 7, 11, 18, 27),
    (-49, -19, -12, -9, -6, -3, -1, 0, 0, 0, 0, 2, 3, 7, 11, 19),
    (-26, -16, -11, -9, -7, -4, -3, -1, 0, 0, 0, 1, 2, 4, 6, 11),
    (-20, -13, -10, -8, -6, -5, -3, -2, -1, 0, 0, 0, 0, 1, 3, 7),
    (-20, -14, -11, -9, -8, -6, -5, -4, -3, -2, -1, 0, 0, 0, 0, 3),
)
"""How far it rose, each as likely as the others."""


def drift() -> Ints:
    """[gauge, 16]: what the gauge may be after one more letter."""
    before = np.arange(101)
    rows = np.searchsorted(FROM, before, side="right") - 1
    after: Ints = np.clip(before[:, None] + np.array(BY)[rows], 0, 100)
    return after

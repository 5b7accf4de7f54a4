"""A long analysis in short parts, each a plain function that a process pool can run."""

import time
from functools import lru_cache

from inglenook.coach import Played, played
from inglenook.core.insight import Insight
from inglenook.core.match import replay
from inglenook.core.record_io import loads

PART = 0.1
"""Seconds after which a part ends, with the step that it is at."""
CACHED_GAMES = 4
"""Games that a process keeps folded: the next part is likely to be about one of them."""


def part(record: str, first: int) -> tuple[tuple[Insight, ...], int | None]:
    """Insights into the steps of a record from `first` on, and where the next part begins.

    None where there is no more. How far a part gets depends on the time, what it says does not.
    """
    game = _played(record)
    began, found = time.monotonic(), []
    for insight in game.game.analyse(game.states, game.entries, game.steps(first)):
        found.append(insight)
        if time.monotonic() - began >= PART:
            return tuple(found), insight.step + 1
    return tuple(found), None


@lru_cache(CACHED_GAMES)
def _played(record: str) -> Played:
    return played(replay(loads(record)))

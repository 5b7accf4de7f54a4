"""Where the bots stand on the scales of ratings: src/inglenook/server/ratings/anchors.json.

From the ladders of docs/bots.md (bench/ladders.json): for each duel, or each game of one bot
against several of another level, the first one's share of the wins. On each scale the numbers are
those under which these shares are likeliest; the weakest level has 1000. Where one side won
everything, no number would be large enough: each duel counts as if two games more had been shared.

`python -m bench.anchors` prints what was measured beside what the numbers foretell, and writes the
file; with `--check` it only says whether the file is what it would write.
"""

import json
import sys
from math import exp, log, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from inglenook.server.ratings.rating import POINTS

ROOT = Path(__file__).parent.parent
LADDERS = ROOT / "bench/ladders.json"
ANCHORS = ROOT / "src/inglenook/server/ratings/anchors.json"
WEAKEST = 1000
SHARED = 2.0
"""Games that count as shared, added to each duel."""
BETA = 400 / (POINTS * log(10) * sqrt(2))


class Duel(NamedTuple):
    scale: str
    a: str
    b: str
    games: int
    share: float
    others: int = 1
    """How many of `b` there were."""


def duels() -> list[Duel]:
    return [Duel(**each) for each in json.loads(LADDERS.read_text())]


def foretold(ahead: float, others: int) -> float:
    """The share of the wins of a bot that is `ahead` by so many points of each of the others."""
    spread = POINTS * BETA * sqrt(others + 1)
    return 1 / (1 + others * exp(-ahead / spread))


def fit(ladder: list[Duel]) -> dict[str, int]:
    """The likeliest numbers, by Newton's method."""
    levels = list(dict.fromkeys(name for duel in ladder for name in (duel.b, duel.a)))
    number = np.zeros(len(levels))
    for _ in range(200):
        slope, curve = np.zeros(len(levels)), np.zeros((len(levels), len(levels)))
        for duel in ladder:
            i, j = levels.index(duel.a), levels.index(duel.b)
            unit = POINTS * BETA * sqrt(duel.others + 1)
            p = foretold(number[i] - number[j], duel.others)
            won = duel.share * duel.games + SHARED / (duel.others + 1)
            games = duel.games + SHARED
            way = np.zeros(len(levels))
            way[i], way[j] = 1 / unit, -1 / unit
            slope += (won - games * p) * way
            curve += games * p * (1 - p) * np.outer(way, way)
        # The first level stays where it is. A step too far would overshoot.
        step = np.linalg.lstsq(curve[1:, 1:], slope[1:], rcond=None)[0]
        number[1:] += np.clip(step, -100, 100)
    return {name: WEAKEST + round(at) for name, at in zip(levels, number, strict=True)}


def main() -> None:
    known = duels()
    scales = {
        scale: fit([duel for duel in known if duel.scale == scale])
        for scale in dict.fromkeys(duel.scale for duel in known)
    }
    for duel in known:
        at = scales[duel.scale]
        p = foretold(at[duel.a] - at[duel.b], duel.others)
        against = f"{duel.others} × {duel.b}" if duel.others > 1 else duel.b
        print(f"{duel.scale}: {duel.a} against {against}: won {duel.share:.1%}, foretold {p:.1%}")
    text = json.dumps(scales, indent=2) + "\n"
    if "--check" in sys.argv:
        sys.exit(None if ANCHORS.read_text() == text else f"{ANCHORS.name} is not up to date")
    ANCHORS.write_text(text)


if __name__ == "__main__":
    main()

"""How placements in games of Konexi end, and what they do to the gauge.

`python -m bench.konexi_games` plays games of three Surgeons, one of whom chooses two joins in three
by a gauge drawn at random, with a steady hand: so there are shaky low towers and gentle hands, too.
It prints how many towers fell and how many `closer.py` expected, and how far the gauge rose in the
others' turns, beside the numbers of `drift.py`.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from inglenook import Match
from inglenook.contests import arena
from inglenook.core.game import Rng
from inglenook.core.registry import find_level
from inglenook.games.konexi.bot import BOT
from inglenook.games.konexi.bot.closer import at_speed
from inglenook.games.konexi.bot.drift import BY, FROM
from inglenook.games.konexi.rules import offers, state
from inglenook.games.konexi.rules.moves import Join, LetGo, Settled

SEATS = 3
LEVEL = "surgeon"
GENTLE = 0.2
"""The hand of the one who dares."""
SHAKIEST = 3
"""The lowest gauge that is chosen, in hundredths."""
GAUGES = (-100, 0, 4, 8, 12, 20, 40, 60, 80, 101)
SPEEDS = (0, 10, 20, 30, 40, 60, 100)
"""Where the rows and columns of the table of falls begin; hundredths, and cm/s."""


class Placed(NamedTuple):
    dared: bool
    before: int
    steady: int
    """The gauge without the letter and with it, in hundredths."""
    speed: float
    fell: bool


def play(number: int) -> Iterator[Placed]:
    """What was placed in one game, the first letters of its rounds left out."""
    seed, daring = f"games {number}", number % SEATS
    match: Any = Match("konexi", SEATS, seed=seed)
    while match.outcome() is None:
        (seat,) = match.to_move()
        move = _dared(match, seat, seed) if seat == daring else None
        if move is None:
            arena.step(match, (LEVEL,) * SEATS, seed)
        else:
            match.submit(seat, move, match.last_t)
    for s, entry in zip(match.history(), match.log, strict=False):
        match entry.move:
            case Settled(verdict=verdict, let_go=LetGo(error=error)) if s.tower:
                before, _ = offers.steadiness(s.tower)
                steady, _ = offers.steadiness(state.raised(s))
                dared = s.settling.seat == daring
                yield Placed(dared, before, steady, hypot(*error), verdict != "stands")


def _dared(match: Any, seat: int, seed: str) -> Join | None:
    """A join to the letter that its level would choose, at a gauge drawn at random."""
    s, rng = match.state, Rng(f"{seed} dares", len(match.log))
    if s.phase != "place" or not s.tower or not rng.below(3):
        return None
    chosen: Any = BOT.choose(match.view(seat), seat, find_level("konexi", LEVEL), rng)
    ways = [
        (way.gauge, Join(way.own, place.to, place.at, way.roll, hand=GENTLE))
        for place in offers.places(s.tower, s.hand)
        for way in place.ways
        if place.to == chosen.move.to and way.gauge >= SHAKIEST
    ]
    if not ways:
        return None
    aim = SHAKIEST + rng.below(max(gauge for gauge, _ in ways))
    return min(ways, key=lambda way: abs(way[0] - aim))[1]


def falls(placed: Sequence[Placed]) -> Table:
    table = Table("gauge", title=f"Falls, and how many were expected: {len(placed)} placements")
    for slow, fast in pairwise(SPEEDS):
        table.add_column(f"{slow}–{fast} cm/s", justify="right")
    for low, high in pairwise(GAUGES):
        cells = []
        for slow, fast in pairwise(SPEEDS):
            there = [
                each for each in placed if low <= each.steady < high and slow <= each.speed < fast
            ]
            feared = sum(at_speed(each.steady / 100, each.speed) for each in there)
            cells.append(f"{sum(each.fell for each in there)} of {len(there)} ({feared:.1f})")
        table.add_row(f"{low / 100:.2f}–{high / 100:.2f}", *cells)
    return table


def drifts(placed: Sequence[Placed]) -> Table:
    table = Table("gauge", "placements", "how far it rose", title="Drift, and drift.py's below")
    parts = (np.arange(len(BY[0])) + 0.5) / len(BY[0])
    for (low, high), known in zip(pairwise((*FROM, 101)), BY, strict=True):
        rose = [
            each.steady - each.before
            for each in placed
            if low <= each.before < high and not each.dared
        ]
        seen = np.quantile(rose, parts).round().astype(int).tolist() if rose else []
        table.add_row(f"{low / 100:.2f}–{high / 100:.2f}", str(len(rose)), f"{seen}\n{[*known]}")
    return table


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=300)
    games = range(parser.parse_args().games)
    placed = [each for number in games for each in play(number)]
    console = Console(width=140)
    for table in (falls(placed), drifts(placed)):
        console.print(table)


if __name__ == "__main__":
    main()

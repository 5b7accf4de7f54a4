"""What games of Konexi are like, by simulation: `make study-konexi`.

How high towers grow in careless and in careful hands, how likely a fall is by gauge and speed, what
a slip of the hand does, and games of two bots of each level. Same seeds, same games; `--workers`
says how many cores to use.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from math import hypot
from multiprocessing import get_context
from statistics import mean, median, quantiles
from typing import Any, NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from inglenook import Match
from inglenook.contests import arena
from inglenook.core.game import Rng
from inglenook.games.konexi.bot import TRAITS, risk
from inglenook.games.konexi.bot.risk import at_speed
from inglenook.games.konexi.physics.settling import Push, settle
from inglenook.games.konexi.rules import hand, vocabulary
from inglenook.games.konexi.rules.moves import Error, Verdict
from inglenook.games.konexi.rules.review import Turn
from inglenook.games.konexi.rules.state import SAFE
from inglenook.games.konexi.tower import joins
from inglenook.games.konexi.tower.building import Tower, founded, joined
from inglenook.games.konexi.tower.letters import letters

T = TypeVar("T")
PLAYERS = {
    "random joins, shaky hand": (False, 1.0),
    "random joins, steady hand": (False, 0.0),
    "steadiest joins, shaky hand": (True, 1.0),
    "steadiest joins, steady hand": (True, 0.0),
}
"""Whether the steadiest join is chosen, and what the hand is like; all begin with a flat letter."""
GAUGES = (-20, 0, 5, 10, 20, 30, 50, 101)
SPEEDS = (0, 1, 20, 40, 60, 80)
"""Where the rows and columns of the table of risks begin; gauges in hundredths, speeds in cm/s."""
LOOKS = (0, 20, 40, 101)
"""Where the rows of the table of slips begin; the last row is all of them."""
PATIENCE = 5
"""Falls after which a tower is given up."""


class Placed(NamedTuple):
    letters: int
    steady: int
    speed: float
    verdict: str


class Site:
    """A round with its letters in random order, placed one after the other."""

    def __init__(self, seed: str, number: int) -> None:
        self.rng = Rng(seed, number)
        first, *self.left = self.rng.shuffled(vocabulary.LETTERS)
        flat = [
            i for i, rest in enumerate(letters()[first].rests) if rest.name in ("front", "back")
        ]
        self.tower: Tower = (founded(first, self.rng.choice(flat)),)
        self.poses = settle(self.tower, {}, Push(first, (0, 0, 0))).poses

    def place(self, which: Callable[[Sequence[int]], int], error: Error) -> Placed | None:
        """The next letter; `which` chooses a join by all their gauges. None if there is no join."""
        letter = self.left.pop(0)
        ways = [(way, place) for place in joins.places(self.tower, letter) for way in place.ways]
        if not ways:
            return None
        way, place = ways[which([way.gauge for way, _ in ways])]
        piece = joined(self.tower, letter, way.own, place.to, place.at, way.roll)
        raised = (*self.tower, piece)
        settled = settle(raised, self.poses, Push(letter, error))
        if settled.verdict == "stands":
            self.tower, self.poses = raised, settled.poses
        return Placed(len(raised), way.gauge, hypot(*error), settled.verdict)


def build(player: str, number: int) -> Placed | None:
    """A round that one player plays alone; returns its last letter."""
    careful, unsteady = PLAYERS[player]
    site = Site("build", number)
    last = None
    while site.left and (last is None or last.verdict == "stands"):
        error = hand.shake(unsteady, len(site.tower) + 1, site.rng)
        last = site.place(partial(_chosen, careful=careful, rng=site.rng), error)
    return last


def _chosen(gauges: Sequence[int], careful: bool, rng: Rng) -> int:
    return gauges.index(max(gauges)) if careful else rng.below(len(gauges))


def probe(number: int) -> list[Placed]:
    """Placements of every kind: the gauge and the speed are drawn."""
    site = Site("probe", number)
    placed: list[Placed] = []
    while site.left and sum(each.verdict != "stands" for each in placed) < PATIENCE:
        aim = site.rng.below(90) - 5
        speed = site.rng.below(SPEEDS[-1]) if site.rng.below(4) else 0
        x, y, z = (site.rng.below(2001) - 1000 for _ in range(3))
        length = hypot(x, y, z) or 1
        error = (speed * x / length, speed * y / length, speed * z / length)
        found = site.place(partial(_nearest, aim=aim), error)
        if found:
            placed.append(found)
    return placed


def slip(number: int) -> list[Placed]:
    """Placements by a person who lets go without looking at the needle; the gauge is drawn."""
    site = Site("slip", number)
    placed: list[Placed] = []
    while site.left and sum(each.verdict != "stands" for each in placed) < PATIENCE:
        aim = site.rng.below(90)
        swing = hand.Swing(site.rng.below(hand.WHOLE), 0)
        at = site.rng.below(10 * hand.PERIOD)
        error = hand.error(swing, at, len(site.tower) + 1)
        found = site.place(partial(_nearest, aim=aim), error)
        if found:
            placed.append(found)
    return placed


def _nearest(gauges: Sequence[int], aim: int) -> int:
    return min(range(len(gauges)), key=lambda i: abs(gauges[i] - aim))


def duel(level: str, number: int) -> tuple[Turn, ...]:
    """A game of two bots of a level, turn by turn."""
    seed = f"study {number}"
    match = Match("konexi", 2, seed=seed)
    while match.outcome() is None:
        arena.step(match, (level, level), seed)
    review: Any = match.game.review(match.history())
    turns: tuple[Turn, ...] = review.turns
    return turns


def towers(rounds: Sequence[Sequence[Placed | None]]) -> Table:
    table = _table(
        f"How high towers grow: {len(rounds[0])} rounds each",
        *("player", "fell at letter", "middle half", "never fell", "of falls: came off"),
        *("collapsed", "on table"),
    )
    for player, lasts in zip(PLAYERS, rounds, strict=True):
        fell = [last for last in lasts if last and last.verdict != "stands"]
        low, _, high = quantiles([last.letters for last in lasts if last], n=4)
        kinds = Counter(last.verdict for last in fell)
        table.add_row(
            player,
            f"{median(last.letters for last in lasts if last):.0f}",
            f"{low:.0f}–{high:.0f}",
            f"{1 - len(fell) / len(lasts):.0%}",
            *_shares(kinds, ("came-off", "collapsed", "second-on-table")),
        )
    return table


def risks(placed: Sequence[Placed]) -> Table:
    names = [f"{a} cm/s" if b == a + 1 else f"{a}–{b}" for a, b in pairwise(SPEEDS)]
    title = f"Falls by gauge and speed, and how many bots expect: {len(placed)} placements"
    table = _table(title, "gauge", *names)
    for low, high in pairwise(GAUGES):
        cells = []
        for slow, fast in pairwise(SPEEDS):
            there = [
                each for each in placed if low <= each.steady < high and slow <= each.speed < fast
            ]
            fell = sum(each.verdict != "stands" for each in there)
            feared = sum(at_speed(each.steady / 100, each.speed) for each in there)
            cells.append(f"{fell} of {len(there)} ({feared:.1f})")
        table.add_row(f"{low / 100:.2f}–{high / 100:.2f}", *cells)
    return table


def safe(placed: Sequence[Placed]) -> Table:
    title = f"Joins that the gauge calls safe, {SAFE / 100:.2f} or more, and that fall"
    names = [f"below {speed} cm/s" for speed in SPEEDS[2:]]
    table = _table(title, "", *names)
    calm = [each for each in placed if each.steady >= SAFE]
    cells = []
    for speed in SPEEDS[2:]:
        there = [each for each in calm if each.speed < speed]
        fell = sum(each.verdict != "stands" for each in there)
        cells.append(f"{fell} of {len(there)}")
    table.add_row("fell", *cells)
    return table


def slips(placed: Sequence[Placed]) -> Table:
    title = f"What a slip does: falls by how a letter was let go, {len(placed)} placements"
    table = _table(title, "gauge", *get_args(hand.How))
    for low, high in (*pairwise(LOOKS), (LOOKS[0], LOOKS[-1])):
        cells = []
        for how in get_args(hand.How):
            there = [
                each.verdict
                for each in placed
                if low <= each.steady < high and hand.judged(each.speed) == how
            ]
            fell = sum(verdict != "stands" for verdict in there)
            share = f" ({fell / len(there):.0%})" if there else ""
            cells.append(f"{fell} of {len(there)}{share}")
        table.add_row(f"{low / 100:.2f}–{min(high, 100) / 100:.2f}", *cells)
    return table


def fit(placed: Sequence[Placed]) -> Table:
    """The numbers of `risk.py` that make these placements likeliest, by steepest ascent."""
    gauges = np.array([each.steady / 100 for each in placed])
    speeds = np.array([each.speed for each in placed])
    fell = np.array([each.verdict != "stands" for each in placed])
    scale = np.array((1, 100, 1, 1, 0.01))
    best = np.array((risk.EDGE, risk.CLIFF, risk.NERVE, risk.CALM, risk.SPEED)) / scale

    def unlikely(tried: NDArray[np.float64]) -> float:
        edge, cliff, nerve, calm, speed = tried * scale
        alone = 1 / (1 + np.exp(np.clip(cliff * gauges - edge, -50, 50)))
        hand = 1 / (1 + np.exp(np.clip(calm * gauges - nerve - speed * speeds, -50, 50)))
        falls = np.clip(1 - (1 - alone) * (1 - hand), 1e-9, 1 - 1e-9)
        return float(-np.log(np.where(fell, falls, 1 - falls)).sum())

    was = found = unlikely(best)
    step = np.full(5, 0.2)
    while step.max() > 1e-3:
        for k in range(5):
            for way in (step[k], -step[k]):
                tried = best.copy()
                tried[k] += way
                if (there := unlikely(tried)) < found:
                    best, found = tried, there
                    step[k] *= 1.5
                    break
            else:
                step[k] /= 2
    title = f"The fit of risk.py to these: log loss {found:.1f}, now {was:.1f}"
    table = _table(title, "EDGE", "CLIFF", "NERVE", "CALM", "SPEED")
    table.add_row(*(f"{each:.3g}" for each in best * scale))
    return table


def games(played: Sequence[Sequence[tuple[Turn, ...]]]) -> tuple[Table, Table]:
    count = len(played[0])
    table = _table(
        f"Games of two bots of a level: {count} each",
        *("level", "turns a game", "falls a game", "came off", "collapsed", "on table"),
        *("fell at letter", "highest", "turns with a word", "points a turn"),
    )
    words = _table("Letters of their words", "level", *"23456789", "3 to 5", "of the best")
    for level, games in zip(TRAITS, played, strict=True):
        turns = [turn for game in games for turn in game]
        falls = [turn.fall for turn in turns if turn.fall]
        said = [turn.word.points for turn in turns if turn.word]
        kinds = Counter(fall.verdict for fall in falls)
        fell = [fall.letters for fall in falls]
        table.add_row(
            level,
            f"{len(turns) / count:.1f}",
            f"{len(falls) / count:.2f}",
            *_shares(kinds, ("came-off", "collapsed", "second-on-table")),
            f"{median(fell):.0f}" if fell else "",
            f"{mean(max(turn.letters for turn in game) for game in games):.1f}",
            f"{len(said) / len(turns):.0%}",
            f"{sum(said) / len(turns):.2f}",
        )
        lengths = Counter(said)
        best = [turn.best[0].points for turn in turns if turn.best]
        words.add_row(
            level,
            *(f"{lengths[n] / len(said):.0%}" if lengths[n] else "" for n in range(2, 10)),
            f"{sum(lengths[n] for n in (3, 4, 5)) / len(said):.0%}",
            f"{sum(said) / sum(best):.0%}",
        )
    return table, words


def _shares(kinds: Counter[Verdict] | Counter[str], names: Iterable[Any]) -> list[str]:
    total = sum(kinds.values())
    return [f"{kinds[name] / total:.0%}" if total else "" for name in names]


def _table(title: str, first: str, *headings: str) -> Table:
    table = Table(first, title=title)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=30, help="of each level")
    parser.add_argument(
        "--rounds", type=int, default=40, help="of each player, of the probe and of the slips"
    )
    parser.add_argument("--workers", type=int, default=None, help="processes; all cores")
    asked = parser.parse_args()
    if asked.games < 0 or asked.rounds < 0 or asked.rounds == 1:
        parser.error("--games and --rounds are 0 to leave that part out; of rounds it takes two")
    console = Console()
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:

        def each(work: Callable[..., T], kinds: Iterable[str], count: int) -> list[list[T]]:
            """All of a part at once, so that no core waits for another."""
            jobs = [[pool.submit(work, kind, n) for n in range(count)] for kind in kinds]
            return [[job.result() for job in row] for row in jobs]

        if asked.rounds:
            console.print(towers(each(build, PLAYERS, asked.rounds)))
            probes = pool.map(probe, range(asked.rounds))
            placed = [each for probe in probes for each in probe]
            for table in (risks(placed), safe(placed), fit(placed)):
                console.print(table)
            let_go = [each for round_ in pool.map(slip, range(asked.rounds)) for each in round_]
            console.print(slips(let_go))
        if asked.games:
            for table in games(each(duel, TRAITS, asked.games)):
                console.print(table)


if __name__ == "__main__":
    main()

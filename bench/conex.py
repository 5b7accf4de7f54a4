"""How fast CONEX is: `python -m bench.conex`. Needs `shapely` for the comparison."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import mean, median, quantiles
from time import process_time

from rich.console import Console
from rich.table import Table

from inglenook import Match, Rng
from inglenook.contests.arena import step
from inglenook.games.conex.analyse import analyse
from inglenook.games.conex.bot import BOT, LEVELS
from inglenook.games.conex.cards import deck
from inglenook.games.conex.geometry import lays
from inglenook.games.conex.geometry.placing import ORIGIN, Pose, pose
from inglenook.games.conex.rules.view import Fixed, Laid, Slide, View
from tests.games import conex_obvious

TABLES = 40
SLOW = 5
"""The tables that Shapely is tried on as well."""
REPEATS = 50
HAND = 5
GAMES = 20
THOUGHTS = 3
COACHED = ((2, "medium"), (2, "large"), (3, "medium"), (4, "small"), (4, "large"))
"""Seats and tables of the games that the coach looks at."""


def grown(rng: Random, size: int) -> list[Laid] | None:
    """A large table with cards laid at random; None when there was not enough room."""
    laid: list[Laid] = []
    for card in rng.sample(list(deck()), len(deck())):
        legal = lays.lays("large", laid, [card])
        options: list[Fixed | Slide] = [*legal.fixed, *legal.slides]
        if options and len(laid) < size:
            to = rng.choice(options)
            slide = rng.randint(to.start, to.to) if isinstance(to, Slide) else 0
            on = next((Pose(at.x, at.y, at.d) for at in laid if at.card == to.target), ORIGIN)
            laid.append(
                Laid(card, *pose(card, to.corner, to.target, on, to.spot, slide), to.target)
            )
    return laid if len(laid) == size else None


def hands(size: int) -> Iterator[tuple[list[Laid], list[str]]]:
    """Tables with `size` cards down, and a hand for each."""
    rng, count = Random(size), 0
    while count < TABLES:
        if laid := grown(rng, size):
            count += 1
            left = sorted(deck().keys() - {card.card for card in laid})
            yield laid, rng.sample(left, HAND)


def ms(repeats: int, work: Callable[..., object], *args: object) -> float:
    """CPU time of one core."""
    began = process_time()
    for _ in range(repeats):
        work(*args)
    return (process_time() - began) / repeats * 1000


def enumeration() -> Table:
    shown = Table(title=f"All lays of a hand of {HAND}, ms; {TABLES} large tables")
    for heading in ("cards down", "lays", "median", "95 %", "slowest", "Shapely", "times"):
        shown.add_column(heading, justify="right")
    for size in (5, 15, 30, 45):
        tables = list(hands(size))
        legal = [lays.lays("large", *table) for table in tables]
        found = mean(len(each.fixed) + len(each.slides) for each in legal)
        quick = [ms(REPEATS, lays.lays, "large", *table) for table in tables]
        slow = median(ms(1, conex_obvious.lays, "large", *table) for table in tables[:SLOW])
        shown.add_row(
            str(size),
            f"{found:.1f}",
            f"{median(quick):.3f}",
            f"{quantiles(quick, n=20)[-1]:.3f}",
            f"{max(quick):.3f}",
            f"{slow:.0f}",
            f"{slow / median(quick):,.0f}",
        )
    return shown


def random_game(seats: int, table: str, seed: int) -> int:
    """How many moves it took."""
    match = Match("conex", seats, {"table": table}, f"bench {seed}")
    while match.outcome() is None:
        match.play(match.sample())
    return len(match.log)


def random_games() -> Table:
    shown = Table(title=f"A whole random game; {GAMES} of each")
    for heading in ("seats", "table", "moves", "ms", "ms a move"):
        shown.add_column(heading, justify="left" if heading == "table" else "right")
    for seats, table in ((2, "small"), (2, "medium"), (4, "large")):
        began = process_time()
        moves = mean(random_game(seats, table, seed) for seed in range(GAMES))
        took = (process_time() - began) / GAMES * 1000
        shown.add_row(str(seats), table, f"{moves:.0f}", f"{took:.0f}", f"{took / moves:.2f}")
    return shown


def thinking() -> Table:
    """How long each level takes for a turn, in games that the greedy play on the medium table."""
    shown = Table(title=f"A turn of the bots, ms; {THOUGHTS} games of 2, 3 and 4")
    for heading in ("level", "turns", "median", "95 %", "slowest"):
        shown.add_column(heading, justify="left" if heading == "level" else "right")
    BOT.warm()
    views: list[tuple[View, int]] = []
    for seats in (2, 3, 4):
        for n in range(THOUGHTS):
            match = Match("conex", seats, seed=f"bench {n}")
            while match.outcome() is None:
                views += ((match.view(seat), seat) for seat in match.to_move())
                step(match, ["greedy"] * seats, "bench")
    for level in LEVELS:
        took = [
            ms(1, BOT.choose, view, seat, level, Rng("bench", n))
            for n, (view, seat) in enumerate(views)
        ]
        shown.add_row(
            level.name,
            str(len(took)),
            f"{median(took):.2f}",
            f"{quantiles(took, n=20)[-1]:.2f}",
            f"{max(took):.2f}",
        )
    return shown


def coaching() -> Table:
    """What the coach takes for a game, and what it says of each level."""
    shown = Table(title=f"What the coach says; {len(COACHED)} games of each, against Patient")
    for heading in ("level", "accuracy", "s a game", "slowest"):
        shown.add_column(heading, justify="left" if heading == "level" else "right")
    for level in LEVELS:
        took: list[float] = []
        qualities: list[float] = []
        for seats, table in COACHED:
            match = Match("conex", seats, {"table": table}, "coached")
            while match.outcome() is None:
                step(match, [level.name, *["patient"] * (seats - 1)], "bench")
            states = [position.state for position in match.positions]
            began = process_time()
            told = [*analyse(states, match.log, range(1, len(states)))]
            took.append(process_time() - began)
            qualities += (
                each.quality for each in told if each.seat == 0 and each.verdict != "forced"
            )
        shown.add_row(level.name, f"{mean(qualities):.0%}", f"{mean(took):.1f}", f"{max(took):.1f}")
    return shown


def main() -> None:
    lays.lays("large", (), deck())
    console = Console()
    console.print(enumeration())
    console.print(random_games())
    console.print(thinking())
    console.print(coaching())


if __name__ == "__main__":
    main()

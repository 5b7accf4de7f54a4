"""Results for a terminal."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from inglenook.contests.arena.duel import Forfeit
from inglenook.contests.arena.result import Result, elo
from inglenook.core.registry import find_game


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, if anyone is there to see it, so that the result can be kept."""
    aside = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=aside,
        transient=True,
        disable=not aside.is_terminal,
    ) as bars:
        task = bars.add_task(escape(title), total=total)
        yield lambda done: bars.update(task, completed=done)


def print_results(game: str, players: Sequence[str], results: Sequence[Result]) -> None:
    console = Console()
    console.print(table(players, results))
    # Whoever plays itself has the same ones twice.
    of_one = dict(zip(players, results, strict=True))
    for line in told(game, [each for result in of_one.values() for each in result.forfeits]):
        console.print(line, markup=False, highlight=False, soft_wrap=True)


def told(game: str, forfeits: Iterable[Forfeit]) -> Iterator[str]:
    """Who lost games without being beaten, why, and the first such position of each kind."""
    first: dict[tuple[str, str], Forfeit] = {}
    count = Counter[tuple[str, str]]()
    for each in forfeits:
        kind = each.player, each.code
        first.setdefault(kind, each)
        count[kind] += 1
    for (player, code), number in count.items():
        each = first[player, code]
        detail = f" ({each.detail})" if each.detail else ""
        yield f"{player} lost {number} game{'s' * (number > 1)} by {code}{detail}."
        at = f"entry {each.seq} of the game {each.seed!r}, in seat {each.seat}"
        if each.move is not None:
            yield f"First at {at}, with {msgspec.json.encode(each.move).decode()}, in:"
        else:
            yield f"First at {at}, in:"
        rules = find_game(game)
        yield rules.show(msgspec.json.decode(msgspec.json.encode(each.view), type=rules.view_type))


def table(players: Sequence[str], results: Sequence[Result]) -> Table:
    """The results as a table for a terminal: of two, as the first sees it; of more, each one's."""
    return _duel(players, results[0]) if len(players) == 2 else _company(players, results)


def _duel(players: Sequence[str], result: Result) -> Table:
    low, high = result.interval
    table = Table(title=escape(" against ".join(players)))
    headings(table, "games", "won", "shared", "lost", "win rate", "95 % interval", "Elo")
    table.add_row(
        str(result.games),
        str(result.wins),
        str(result.draws),
        str(result.losses),
        f"{result.rate:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{elo(result.rate):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})",
    )
    return table


def _company(players: Sequence[str], results: Sequence[Result]) -> Table:
    table = Table(
        title=f"{results[0].games} games of {len(players)}",
        caption=f"an even share is {1 / len(players):.1%}",
    )
    table.add_column("player")
    headings(table, "won", "shared", "share of the wins", "95 % interval", "points a game")
    for name, result in zip(players, results, strict=True):
        low, high = result.interval
        table.add_row(
            escape(name),
            str(result.wins),
            str(result.draws),
            f"{result.rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{result.score:.1f}",
        )
    return table


def headings(table: Table, *names: str) -> None:
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)

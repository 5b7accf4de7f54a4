"""Bots against bots: rounds of games from random openings, in each other's seats, in parallel."""

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from operator import itemgetter
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from inglenook.arena.result import Result, elo
from inglenook.bot import Later
from inglenook.game import Move, Refused
from inglenook.match import Match
from inglenook.players import answer
from inglenook.registry import find_bot, find_level

__all__ = ["Result", "elo", "play", "report", "run", "step"]

OPENING = 4
"""Random moves before the bots take over."""


class Finished(NamedTuple):
    """What came of one game, by bot and not by seat."""

    shares: tuple[float, ...]
    scores: tuple[int, ...]


def play(
    game: str,
    levels: Sequence[str],
    games: int,
    *,
    options: dict[str, Any],
    seed: str,
    workers: int | None,
    on_progress: Callable[[int], None],
) -> tuple[Result, ...]:
    """Let some levels of a game play each other; the result of each.

    After each round, `on_progress` is told the games played. Refused for an unknown game or level,
    bad options, or a number of games that makes no whole rounds.
    """
    for name in levels:
        find_level(game, name)
    seats = len(levels)
    if games < seats or games % seats:
        detail = f"{games} games: with {seats} seats it must be a multiple of {seats}"
        raise Refused("bad-games", detail=detail)
    Match(game, seats, options)
    # Spawned, not forked: compiled code and its threads do not survive a fork.
    with ProcessPoolExecutor(workers, get_context("spawn"), _warm_up, (game,)) as pool:
        tasks = [
            pool.submit(play_round, game, tuple(levels), options, f"{seed} {n}")
            for n in range(games // seats)
        ]
        for done, task in enumerate(as_completed(tasks), start=1):
            task.result()  # a failure ends it here, not after all the others
            on_progress(seats * done)
    rounds = [task.result() for task in tasks]
    return tuple(
        Result(
            tuple(tuple(game.shares[place] for game in round_) for round_ in rounds),
            sum(game.scores[place] for round_ in rounds for game in round_) / games,
        )
        for place in range(seats)
    )


def _warm_up(game: str) -> None:
    """A bot's time is for thinking: what it has to load or compile is not counted."""
    find_bot(game).warm()


def play_round(
    game: str, levels: tuple[str, ...], options: dict[str, Any], seed: str
) -> tuple[Finished, ...]:
    """As many games from one opening as there are bots, which move on by one seat each time."""
    return tuple(_play_game(game, levels, options, seed, turn) for turn in range(len(levels)))


def _play_game(
    game: str, levels: tuple[str, ...], options: dict[str, Any], seed: str, turn: int
) -> Finished:
    seats = [(place + turn) % len(levels) for place in range(len(levels))]
    seated = [levels[seats.index(seat)] for seat in range(len(levels))]
    match = _opening(game, len(levels), options, seed)
    while match.outcome() is None:
        step(match, seated, seed)
    outcome = match.outcome()
    assert outcome
    # Where nobody won, nobody was better.
    winners = outcome.winners or tuple(seats)
    return Finished(
        tuple((seat in winners) / len(winners) for seat in seats),
        tuple(outcome.scores[seat] for seat in seats),
    )


def step(match: Match, levels: Sequence[str], seed: str) -> None:
    """The next thing that happens: the move of the first bot, or NATURE's if due earlier."""
    plans: list[tuple[int, int, Move]] = []
    for seat in sorted(match.to_move()):
        wish = answer(match.game.name, levels[seat], match.view(seat), seat, seed, len(match.log))
        if isinstance(wish, Later):
            plans.append((match.last_t + wish.ms, seat, wish.move))
        elif wish:
            plans.append((match.last_t, seat, wish))
    first = min(plans, key=itemgetter(0), default=None)
    due = match.next_nature()
    if due is not None and (first is None or due <= first[0]):
        match.advance(due)
        return
    if first is None:
        raise AssertionError(f"nobody wants to move: {match.view()}")
    t, seat, move = first
    if code := match.submit(seat, move, t):
        raise AssertionError(f"{levels[seat]} was refused {move}: {code}")


def _opening(game: str, seats: int, options: dict[str, Any], seed: str) -> Match:
    """A match after some random moves, fewer where the game would be over by then.

    Where chance has begun it, no two games begin alike: there it is left as it is.
    """
    for moves in range(OPENING, -1, -1):
        match = Match(game, seats, options, seed)
        if match.log:
            return match
        while not match.outcome():
            if len(match.log) >= moves:
                return match
            match.play(match.sample())
    raise AssertionError(f"{game} is over before it begins")


def report(levels: Sequence[str], results: Sequence[Result]) -> Table:
    """The results as a table for a terminal: of two, as the first sees it; of more, each one's."""
    return _duel(levels, results[0]) if len(levels) == 2 else _company(levels, results)


def _duel(levels: Sequence[str], result: Result) -> Table:
    low, high = result.interval
    table = Table(title=" against ".join(levels))
    _headings(table, "games", "won", "shared", "lost", "win rate", "95 % interval", "Elo")
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


def _company(levels: Sequence[str], results: Sequence[Result]) -> Table:
    table = Table(
        title=f"{results[0].games} games of {len(levels)}",
        caption=f"an even share is {1 / len(levels):.1%}",
    )
    table.add_column("level")
    _headings(table, "won", "shared", "share of the wins", "95 % interval", "points a game")
    for name, result in zip(levels, results, strict=True):
        low, high = result.interval
        table.add_row(
            name,
            str(result.wins),
            str(result.draws),
            f"{result.rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{result.score:.1f}",
        )
    return table


def _headings(table: Table, *headings: str) -> None:
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)


def run(
    game: str,
    levels: Sequence[str],
    games: int,
    *,
    options: dict[str, Any],
    seed: str,
    workers: int | None,
) -> None:
    """Play with a progress bar, and print the results."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # The bar goes to standard error, if anyone is there to see it, so the result can be kept.
    aside = Console(stderr=True)
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=aside,
        transient=True,
        disable=not aside.is_terminal,
    ) as progress:
        task = progress.add_task(" against ".join(levels), total=games)
        results = play(
            game,
            levels,
            games,
            options=options,
            seed=seed,
            workers=workers,
            on_progress=lambda done: progress.update(task, completed=done),
        )
    Console().print(report(levels, results))

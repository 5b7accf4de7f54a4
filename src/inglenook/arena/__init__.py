"""Bots against bots: pairs of games from random openings, with the seats swapped, in parallel."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from operator import itemgetter
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from inglenook.arena.result import Result, elo
from inglenook.bots import Later, choose, level
from inglenook.game import Move, Refused, Rng
from inglenook.match import Match

__all__ = ["Result", "elo", "play", "report", "run", "step"]

OPENING = 4
"""Random moves before the bots take over."""


def play(
    game: str,
    a: str,
    b: str,
    games: int,
    *,
    options: dict[str, Any],
    seed: str,
    workers: int | None,
    on_progress: Callable[[int], None],
) -> Result:
    """Let two levels of a game play; after each pair, `on_progress` is told the games played.

    Refused for an unknown game or level, bad options, or a number of games that is not even.
    """
    for name in (a, b):
        level(game, name)
    if games < 2 or games % 2:
        raise Refused("bad-games", detail=f"{games} games: pairs need an even number, at least 2")
    Match(game, 2, options)
    # Spawned, not forked: compiled code and its threads do not survive a fork.
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        tasks = [
            pool.submit(play_pair, game, a, b, options, f"{seed} {n}") for n in range(games // 2)
        ]
        for done, task in enumerate(as_completed(tasks), start=1):
            task.result()  # a failure ends the duel here, not after all the others
            on_progress(2 * done)
    return Result(tuple(task.result() for task in tasks))


def play_pair(game: str, a: str, b: str, options: dict[str, Any], seed: str) -> tuple[float, float]:
    """A's points in two games from one opening: in seat 0, then in seat 1."""
    return (
        _play_game(game, (a, b), options, seed, seat=0),
        _play_game(game, (b, a), options, seed, seat=1),
    )


def _play_game(
    game: str, levels: tuple[str, str], options: dict[str, Any], seed: str, seat: int
) -> float:
    match = _opening(game, options, seed)
    while match.outcome() is None:
        step(match, levels, seed)
    outcome = match.outcome()
    assert outcome
    if seat not in outcome.winners:
        return 0.0 if outcome.winners else 0.5
    return 1.0 / len(outcome.winners)


def step(match: Match, levels: Sequence[str], seed: str) -> None:
    """The next thing that happens: the move of the bot that is first, or NATURE's if due before."""
    plans: list[tuple[int, int, Move]] = []
    for seat in sorted(match.to_move()):
        answer = choose(match.game.name, levels[seat], match.view(seat), seat, seed, len(match.log))
        if isinstance(answer, Later):
            plans.append((match.last_t + answer.ms, seat, answer.move))
        elif answer:
            plans.append((match.last_t, seat, answer))
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


def _opening(game: str, options: dict[str, Any], seed: str) -> Match:
    """A match after some random moves, fewer where the game would be over by then.

    Where chance has begun it, no two games begin alike: there it is left as it is.
    """
    for moves in range(OPENING, -1, -1):
        match = Match(game, 2, options, seed)
        if match.log:
            return match
        for mover in _movers(match):
            if len(match.log) >= moves:
                return match
            move = match.game.sample(match.state, mover, Rng(seed, len(match.log)))
            match.submit(mover, move, match.last_t)
    raise AssertionError(f"{game} is over before it begins")


def _movers(match: Match) -> Iterator[int]:
    """Who is to move, until the game is over; NATURE moves when its time has come."""
    while match.outcome() is None:
        if seats := match.to_move():
            yield min(seats)


def report(a: str, b: str, result: Result) -> Table:
    """The result as a table for a terminal."""
    low, high = result.interval
    table = Table(title=f"{a} against {b}")
    for heading in ("games", "won", "shared", "lost", "win rate", "95 % interval", "Elo"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_row(
        str(2 * len(result.pairs)),
        str(result.wins),
        str(result.draws),
        str(result.losses),
        f"{result.rate:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{elo(result.rate):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})",
    )
    return table


def run(
    game: str,
    a: str,
    b: str,
    games: int,
    *,
    options: dict[str, Any],
    seed: str,
    workers: int | None,
) -> None:
    """Play a duel with a progress bar, and print the result."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # The bar goes to standard error, where there is someone to see it: the result can be kept.
    aside = Console(stderr=True)
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=aside,
        transient=True,
        disable=not aside.is_terminal,
    ) as progress:
        task = progress.add_task(f"{a} against {b}", total=games)
        result = play(
            game,
            a,
            b,
            games,
            options=options,
            seed=seed,
            workers=workers,
            on_progress=lambda done: progress.update(task, completed=done),
        )
    Console().print(report(a, b, result))

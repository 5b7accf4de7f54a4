"""Players against each other: one match, or rounds of games from random openings, in parallel."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inglenook.bots.find_player import find_player
from inglenook.bots.player import SECONDS
from inglenook.contests.arena.crew import Place, crew
from inglenook.contests.arena.duel import Forfeit, duel, step
from inglenook.contests.arena.result import Result, elo
from inglenook.contests.arena.rounds import Company, Finished, play_round
from inglenook.core.game import Refused
from inglenook.core.match import Match

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["Forfeit", "Result", "duel", "elo", "play", "report", "run", "step"]


def play(
    game: str,
    players: Sequence[str],
    games: int,
    *,
    options: dict[str, Any] | None = None,
    seed: str = "arena",
    workers: int | None = None,
    seconds: float = SECONDS,
    on: Place = "cores",
    on_progress: Callable[[int], None] | None = None,
) -> tuple[Result, ...]:
    """Let players of a game play each other; the result of each.

    A player is a level or the name of a bot of your own (docs/bots.md), which has so many `seconds`
    for a move. The games are played on the cores of this machine, or on a Ray cluster. After each
    round, `on_progress` is told the games played. Refused for an unknown game or player, bad
    options, or a number of games that makes no whole rounds.
    """
    company = assembled(game, players, options or {}, seconds)
    seats = len(players)
    if games < seats or games % seats:
        detail = f"{games} games: with {seats} seats it must be a multiple of {seats}"
        raise Refused("bad-games", detail=detail)
    tasks = [(company, f"{seed} {n}") for n in range(games // seats)]
    rounds: dict[int, tuple[Finished, ...]] = {}
    with crew(on, workers) as work_off:
        for n, round_ in work_off(play_round, tasks):
            rounds[n] = round_
            if on_progress:
                on_progress(seats * len(rounds))
    in_order = [rounds[n] for n in range(len(tasks))]
    return tuple(_result(place, players[place], in_order) for place in range(seats))


def assembled(
    game: str,
    players: Sequence[str],
    options: dict[str, Any],
    seconds: float,
    seats: int | None = None,
) -> Company:
    """Those who are to play, once each of them was there; Refused if one is not, or the game.

    `seats` is how many sit at a table, if not all of them.
    """
    for name in dict.fromkeys(players):
        find_player(game, name, seconds=seconds).close()
    Match(game, seats or len(players), options)
    return Company(game, tuple(players), options, seconds, str(Path.cwd()))


def _result(place: int, name: str, rounds: Sequence[tuple[Finished, ...]]) -> Result:
    games = [game for round_ in rounds for game in round_]
    return Result(
        tuple(tuple(game.shares[place] for game in round_) for round_ in rounds),
        sum(game.scores[place] for game in games) / len(games),
        tuple(each for game in games for each in game.forfeits if each.player == name),
    )


def report(players: Sequence[str], results: Sequence[Result]) -> "Table":
    """The results as a table for a terminal: of two, as the first sees it; of more, each one's."""
    # Imported here: only terminals need tables.
    from inglenook.contests.arena.text import table

    return table(players, results)


def run(
    game: str,
    players: Sequence[str],
    games: int,
    *,
    options: dict[str, Any] | None = None,
    seed: str = "arena",
    workers: int | None = None,
    seconds: float = SECONDS,
    on: Place = "cores",
) -> tuple[Result, ...]:
    """Play with a progress bar, and print the results and who forfeited games."""
    from inglenook.contests.arena.text import print_results, progress

    with progress(" against ".join(players), games) as advance:
        results = play(
            game,
            players,
            games,
            options=options,
            seed=seed,
            workers=workers,
            seconds=seconds,
            on=on,
            on_progress=advance,
        )
    print_results(game, players, results)
    return results

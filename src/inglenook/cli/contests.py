"""Commands that let players play: arena, league, study, and how fast the rules are."""

from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

import msgspec
import typer

import inglenook
from inglenook import Refused
from inglenook.cli.common import (
    GOES_ON,
    GameName,
    GameOptions,
    On,
    Seconds,
    fail,
    finite,
    game_options,
    interruptible,
    progress_bar,
    warn,
)
from inglenook.core.registry import playable_games


def arena(
    game: GameName,
    a: Annotated[str, typer.Option(help="A player: a level, bot.py:Bot, module:Bot, cmd:PROGRAM.")],
    b: Annotated[str, typer.Option(help="The player it plays against.")],
    c: Annotated[str | None, typer.Option(help="A third player.")] = None,
    d: Annotated[str | None, typer.Option(help="A fourth player.")] = None,
    e: Annotated[str | None, typer.Option(help="A fifth player.")] = None,
    f: Annotated[str | None, typer.Option(help="A sixth player.")] = None,
    games: Annotated[
        int | None, typer.Option(min=2, help="How many games: a multiple of the seats; about 100.")
    ] = None,
    seed: Annotated[str, typer.Option(help="Makes the openings.")] = "arena",
    seconds: Seconds = 1.0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
    on: On = "cores",
    option: GameOptions = None,
    forfeits: Annotated[
        Path | None,
        typer.Option(help="Write there, a line of JSON each, why games were lost by a fault."),
    ] = None,
) -> None:
    """Let players play each other in all seats, from random openings."""
    from inglenook.contests import arena

    players = [name for name in (a, b, c, d, e, f) if name is not None]
    games = games or 100 // len(players) * len(players)
    options = game_options(option or [])
    try:
        with interruptible():
            results = arena.run(
                game,
                players,
                games,
                options=options,
                seed=seed,
                workers=workers,
                seconds=seconds,
                on=on,
            )
    except Refused as refused:
        fail(refused.detail or refused.code)
    if forfeits:
        lost = {name: result.forfeits for name, result in zip(players, results, strict=True)}
        try:
            forfeits.write_bytes(msgspec.json.Encoder().encode_lines(chain(*lost.values())))
        except OSError as error:
            fail(f"cannot write {forfeits}: {error.strerror}")


def league(
    game: GameName,
    players: Annotated[
        list[str], typer.Argument(help="Levels, bot.py:Bot, module:Bot, cmd:PROGRAM.")
    ],
    games: Annotated[
        int | None,
        typer.Option(min=2, help="How many each pair plays, on average: a multiple of the seats."),
    ] = None,
    seats: Annotated[
        int, typer.Option(min=2, help="How many sit at a table: pairs, or parties of more.")
    ] = 2,
    by: Annotated[
        Literal["pairs", "gain"],
        typer.Option(help="All pairs equally often, or those from whom one learns most."),
    ] = "pairs",
    out: Annotated[
        Path | None,
        typer.Option(help="Its page, OUT.html, and its games, OUT.jsonl; GAME-league."),
    ] = None,
    seed: Annotated[str, typer.Option(help="Makes the openings.")] = "league",
    seconds: Seconds = 1.0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
    on: On = "cores",
    option: GameOptions = None,
) -> None:
    """Let everyone play everyone, rate them, and show it all on one page.

    Started again, it goes on where it stopped; players may be added.
    """
    name = out or Path(f"{game}-league")
    file, page_file = (name.with_name(f"{name.name}.{kind}") for kind in ("jsonl", "html"))
    try:
        from rich.console import Console

        from inglenook.contests import league
        from inglenook.contests.league.page import page
        from inglenook.contests.league.text import table

        with interruptible(GOES_ON), progress_bar() as progress:
            bar = progress.add_task("")
            done = league.play(
                game,
                players,
                file,
                games=games,
                seats=seats,
                by=by,
                options=game_options(option or []),
                seed=seed,
                seconds=seconds,
                workers=workers,
                on=on,
                on_progress=lambda n, of: progress.update(bar, completed=n, total=of),
            )
        page_file.write_text(page(done), encoding="utf-8")
    except Refused as refused:
        fail(refused.detail or refused.code)
    except OSError as e:
        fail(f"cannot write {e.filename}: {e.strerror}")
    if done.cut:
        warn(f"{file} broke off in a game: went on from the last whole one")
    Console().print(table(done.ladder))
    warn(f"see {page_file}")


def study(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The Parquet file to write: a row for every move.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    player: Annotated[
        list[str] | None,
        typer.Option(
            help="A player as in the arena, or `random`: one for all seats, or one for each."
        ),
    ] = None,
    seats: Annotated[int | None, typer.Option(min=1, help="How many play.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game, as name=value.")
    ] = None,
    seed: Annotated[str, typer.Option(help="All chance follows from it.")] = "study",
    coach: Annotated[
        bool, typer.Option("--coach", help="With what the coach says: quality, cost, luck. Slow.")
    ] = False,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
) -> None:
    """Play many games and write a row for every move, with scores, times, features and luck.

    Started again, it goes on where it stopped.
    """
    try:
        from inglenook.contests import survey

        settings = survey.settings(
            game,
            player or [],
            games,
            seats=seats,
            options=game_options(option or []),
            seed=seed,
            coach=coach,
        )
        with interruptible(GOES_ON), progress_bar() as progress:
            bar = progress.add_task("", total=games)
            there = survey.make(
                settings,
                out,
                workers=workers,
                on_progress=lambda done: progress.update(bar, completed=done),
            )
    except Refused as refused:
        fail(refused.detail or refused.code)
    except OSError as e:
        # Of pyarrow's errors only their text says why.
        fail(f"cannot write {out}: {e.strerror or e}")
    warn(f"games: {games}; there already: {there}")


def bench(
    seconds: Annotated[
        float, typer.Option(min=0.1, callback=finite, help="How long for each game.")
    ] = 3.0,
) -> None:
    """Measure how fast the rules of each game run here, in random games on one core."""
    with interruptible():
        for name in playable_games()[0]:
            _measure(name, seconds)


def _measure(name: str, seconds: float) -> None:
    moves, count, begun = 0, 0, perf_counter()
    while perf_counter() < begun + seconds:
        match = inglenook.Match(name, inglenook.find_game(name).seats[0], seed=str(count))
        while not match.outcome():
            match.play(match.sample())
        moves, count = moves + len(match.log), count + 1
    # Where towers have to settle, the last game overruns the time given.
    spent = perf_counter() - begun
    typer.echo(f"{name}: {_rate(count / spent)} games/s, {_rate(moves / spent)} moves/s")


def _rate(number: float) -> str:
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"

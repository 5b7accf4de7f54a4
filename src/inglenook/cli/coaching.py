"""Commands that look for what was good in games: the coach, and puzzles."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from inglenook import Refused
from inglenook.cli.common import (
    GOES_ON,
    STOPPED,
    GameName,
    fail,
    interruptible,
    progress_bar,
    warn,
)

if TYPE_CHECKING:
    from inglenook.coach.many import Source


def analyse(
    paths: Annotated[
        list[Path], typer.Argument(help="Records, files with one a line, or folders of them.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Add a line of JSON for each game; those that are there are left out."),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
) -> None:
    """Say how good every move of finished games was, and what was better.

    One game is printed; many are written to --out, on all cores, and go on where they stopped.
    """
    from inglenook.coach.many import Fault, analysed, sources
    from inglenook.coach.text import as_text

    try:
        found = list(sources(paths))
    except OSError as e:
        fail(f"cannot read {e.filename}: {e.strerror}")
    if out is not None:
        _analyse_many(found, out, workers)
        return
    if len(found) != 1:
        fail(f"{len(found)} games: say with --out where their analyses are to go")
    with interruptible():
        result = analysed(*found[0])
    if isinstance(result, Fault):
        warn(f"{result.file}, line {result.line}: {result.why}")
        raise typer.Exit(1)
    for line in as_text(len(result.report.accuracy), result.insights):
        typer.echo(line)


def _analyse_many(found: "list[tuple[Source, bytes]]", out: Path, workers: int | None) -> None:
    from inglenook.coach.many import Fault, analyse_many, not_done

    faults = 0
    try:
        todo = not_done(found, out)
        with interruptible(GOES_ON), progress_bar() as progress:
            bar = progress.add_task("", total=len(found), completed=len(found) - len(todo))
            with closing(analyse_many(todo, out, workers)) as results:
                for result in results:
                    progress.advance(bar)
                    if isinstance(result, Fault):
                        faults += 1
                        warn(f"{result.file}, line {result.line}: {result.why}")
    except OSError as e:
        fail(f"cannot write {out}: {e.strerror}")
    there = len(found) - len(todo)
    warn(f"analysed: {len(todo) - faults}; there already: {there}; refused: {faults}")
    if faults:
        raise typer.Exit(1)


def mine_puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option(help="The file to write, one puzzle a line.")],
    puzzles: Annotated[int, typer.Option(min=1, help="How many are wanted.")] = 100,
    seed: Annotated[str | None, typer.Option(help="Makes the games; GAME puzzles.")] = None,
    first: Annotated[int, typer.Option(min=0, help="The number of the first game.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
) -> None:
    """Find positions with one clearly best answer in games of bots, and say how hard they are."""
    from inglenook.coach.mine_puzzles import as_text, mine

    found, stopped = [], False
    with (
        progress_bar() as progress,
        closing(mine(game, seed or f"{game} puzzles", first, workers)) as mined,
    ):
        bar = progress.add_task("", total=puzzles)
        try:
            for puzzle in mined:
                found.append(puzzle)
                progress.advance(bar)
                if len(found) == puzzles:
                    break
        except Refused as e:
            fail(e.detail or e.code)
        except KeyboardInterrupt:
            stopped = True
    # What was found until ^C is kept; nothing is not worth another file of that name.
    if found or not stopped:
        try:
            out.write_text(as_text(found), encoding="utf-8")
        except OSError as e:
            fail(f"cannot write {out}: {e.strerror}")
    line = f"puzzles: {len(found)}; {_spread([puzzle.rating for puzzle in found])}"
    if stopped:
        warn(f"inglenook: stopped; {line}")
        raise typer.Exit(STOPPED)
    warn(line)


def _spread(ratings: list[int]) -> str:
    """The easiest, the middle and the hardest."""
    ordered = sorted(ratings)
    return f"rated {ordered[0]}, {ordered[len(ordered) // 2]}, {ordered[-1]}" if ordered else "none"

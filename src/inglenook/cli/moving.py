"""Commands for a whole house: out of it, into it, and its history anew."""

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from inglenook.cli.common import Data, Database, fail, progress_bar, warn


def export(
    file: Annotated[Path, typer.Argument(help="Where to; - is standard output.")],
    data: Data = Path("inglenook-data"),
    database: Database = None,
) -> None:
    """Write every table to a file, one a line; a server may run meanwhile."""
    from inglenook.server import transfer
    from inglenook.server.store import Location

    try:
        count, left = transfer.export_all(Location(data, database), file, warn)
    except transfer.CannotMove as e:
        fail(str(e))
    warn(f"exported: {count}" + (f"; left behind: {left}" if left else ""))
    if left:
        raise typer.Exit(1)


def import_(
    files: Annotated[list[Path], typer.Argument(help="Exported tables, or records; - is input.")],
    data: Data = Path("inglenook-data"),
    database: Database = None,
) -> None:
    """Bring in the tables of another house, or records; what is here already is left alone."""
    from inglenook.server import transfer
    from inglenook.server.store import Location

    try:
        new, known, bad = transfer.import_all(Location(data, database), files, warn)
    except transfer.CannotMove as e:
        fail(str(e))
    warn(f"imported: {new}; here already: {known}; refused: {bad}")
    if bad:
        raise typer.Exit(1)


def recompute(
    data: Data = Path("inglenook-data"),
    database: Database = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores.")] = None,
) -> None:
    """Make history and ratings anew from the logs of all tables."""
    import os

    from inglenook.server.ratings.recompute import CannotRecompute, recompute_all
    from inglenook.server.store import Location

    begun = perf_counter()
    with progress_bar() as progress:
        bar = progress.add_task("")
        try:
            done = recompute_all(
                Location(data, database),
                lambda n, of: progress.update(bar, completed=n, total=of),
                workers or os.cpu_count() or 1,
            )
        except CannotRecompute as e:
            fail(str(e))
    outcome = "as before" if done.same else "not as before"
    left = f"; of rules that are not here: {done.refused}" if done.refused else ""
    spent = perf_counter() - begun
    warn(f"finished games: {done.games}, {outcome}{left} ({spent:.1f} s)")

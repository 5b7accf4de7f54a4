"""Commands that keep a house safe: backups, bringing them back, and looking for faults."""

from pathlib import Path
from typing import Annotated

import typer

from inglenook.cli.common import Data, Database, fail, warn

BackupFile = Annotated[Path, typer.Argument(help="A backup: one file, of either kind of store.")]


def backup(
    file: Annotated[Path, typer.Argument(help="Where to.")],
    data: Data = Path("inglenook-data"),
    database: Database = None,
) -> None:
    """Write the whole house to one file; a server may run meanwhile."""
    from inglenook.server.operations.backup import back_up
    from inglenook.server.store import CannotOpen, Location, StoreFailed

    try:
        back_up(Location(data, database), file)
    except (CannotOpen, StoreFailed) as e:
        fail(str(e))
    warn(f"backed up: {file}, {file.stat().st_size:,} bytes")


def restore(
    file: BackupFile, data: Data = Path("inglenook-data"), database: Database = None
) -> None:
    """Bring a house back from a backup, into an empty folder or database."""
    from inglenook.server.operations.backup import restore
    from inglenook.server.store import CannotOpen, Location, StoreFailed

    location = Location(data, database)
    try:
        restore(location, file)
    except (CannotOpen, StoreFailed) as e:
        fail(str(e))
    warn(f"restored: {file}; `inglenook check` looks it over")


def check(data: Data = Path("inglenook-data"), database: Database = None) -> None:
    """Fold every game, and say what is wrong; nothing is written, and a server may run."""
    from inglenook.server.operations.backup import secret_in
    from inglenook.server.operations.integrity import check_all
    from inglenook.server.store import CannotOpen, Location, StoreFailed

    location = Location(data, database)
    try:
        secret_in(location)
        done = check_all(location, typer.echo)
    except (CannotOpen, StoreFailed) as e:
        fail(str(e))
    old = f"; of rules that are not here: {done.old}" if done.old else ""
    warn(f"checked: {done.tables}; faults: {done.faults}{old}")
    if done.faults:
        raise typer.Exit(1)

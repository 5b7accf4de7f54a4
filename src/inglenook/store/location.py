"""Where the games are kept: in a folder, or in a PostgreSQL that many workers share."""

import asyncio
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from inglenook.store.base import CannotOpen, Store
from inglenook.store.keys import new_secret, require_secret, write_secret
from inglenook.store.postgres import PostgresStore, adopt, require_games
from inglenook.store.schema import VERSION
from inglenook.store.sqlite import SqliteStore, copy, version_of

FILE = "inglenook.db"
FILES = (FILE, f"{FILE}-wal", f"{FILE}-shm", "secret", "lock")
"""All that lies in a data folder."""
_locked: list[int] = []
"""The locks of this process, held until it ends."""


class Location(Struct, frozen=True):
    data: Path
    """The folder: for SQLite's file and the secret."""
    database: str | None = None
    """Instead of SQLite's file: the address of a PostgreSQL."""


def prepare(location: Location) -> str:
    """Make it ready for any number of workers; returns the secret with which they sign cookies.

    Safe when several do it at once. CannotOpen, with one line that says why.
    """
    if not location.database:
        return _prepare_folder(location.data)
    # When a house moves to PostgreSQL, pointing at the old folder keeps the guests' cookies.
    path = location.data / "secret"
    known = path.read_text().strip() if path.is_file() else new_secret()
    require_secret(known, f"the secret in {path}")
    return require_secret(asyncio.run(adopt(location.database, known)), "the database's secret")


def open_store(location: Location) -> Store:
    """The store of a worker; CannotOpen if it cannot be used, or another server uses the folder."""
    if location.database:
        return PostgresStore(location.database)
    _lock(location.data)
    file = location.data / FILE
    # It holds the seeds of games that go on. SQLite gives what it writes beside it the same mode.
    try:
        file.touch(0o600)
        file.chmod(0o600)
    except OSError as e:
        raise CannotOpen(f"cannot open {file}: {e.strerror}") from None
    give_to_owner(location.data)
    return SqliteStore(file)


def open_beside(location: Location) -> Store:
    """The store for a change or two beside a server that may be running; CannotOpen.

    There must be a house.
    """
    require_house(location)
    if location.database:
        return PostgresStore(location.database)
    path = location.data / FILE
    if version_of(path) != VERSION:
        raise CannotOpen(f"the games in {path} are of another version of Inglenook")
    return SqliteStore(path)


def require_house(location: Location) -> None:
    """CannotOpen where there is none: a mistyped folder is not made into one."""
    if location.database:
        asyncio.run(require_games(location.database))
    elif not (location.data / FILE).is_file():
        raise CannotOpen(f"there are no games in {location.data}")


@contextmanager
def open_to_read(location: Location) -> Iterator[Store]:
    """A store to read all games from: of a folder, a copy, since a server may be using it."""
    if location.database:
        asyncio.run(require_games(location.database))
        yield PostgresStore(location.database)
        return
    with TemporaryDirectory() as folder:
        copied = Path(folder) / FILE
        copy(location.data / FILE, copied)
        yield SqliteStore(copied)


def _prepare_folder(folder: Path) -> str:
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as e:
        raise CannotOpen(f"cannot write to the data folder {folder}: {e.strerror}") from None
    path = folder / "secret"
    try:
        if not path.exists():
            write_secret(path, new_secret())
        secret = path.read_text().strip()
    except OSError as e:
        raise CannotOpen(f"cannot use the secret in {path}: {e.strerror}") from None
    give_to_owner(folder)
    return require_secret(secret, f"the secret in {path}")


def give_to_owner(folder: Path) -> None:
    """What root made in the folder of another user is that user's: a service must be able to use
    it."""
    if os.geteuid() != 0:
        return
    owner = folder.stat()
    for name in FILES:
        file = folder / name
        if owner.st_uid and file.exists() and file.stat().st_uid != owner.st_uid:
            os.chown(file, owner.st_uid, owner.st_gid)


def _lock(folder: Path) -> None:
    """Keep other servers out: they would not hear of each other's moves."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise CannotOpen(f"another Inglenook is using the data folder {folder}") from None
    _locked.append(lock)

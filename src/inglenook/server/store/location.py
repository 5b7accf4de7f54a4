"""Where the games are kept: in a folder, or in a PostgreSQL that many workers share."""

import asyncio
import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct

from inglenook.server.store.base import CannotOpen, Store
from inglenook.server.store.integrity import copy, has_games, require_whole, version_of
from inglenook.server.store.keys import new_secret, read_secret, require_secret, write_secret
from inglenook.server.store.postgres import PostgresStore, adopt, require_games
from inglenook.server.store.schema import VERSION
from inglenook.server.store.sqlite import SqliteStore

FILE = "inglenook.db"
WAL, SHM, JOURNAL = f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal"
FILES = (FILE, WAL, SHM, "secret", "lock")
"""All that lies in a data folder."""
BESIDE = (WAL, SHM, JOURNAL)
"""What SQLite keeps beside its file: beside another file it would be taken for a part of that."""
MOVE_AWAY = "move the whole folder away, not just a file of it, and `inglenook restore` a backup"
_locked: list[int] = []
"""The locks of this process, held until it ends."""

log = logging.getLogger(__name__)


class Location(Struct, frozen=True):
    data: Path
    """The folder: for SQLite's file and the secret."""
    database: str | None = None
    """Instead of SQLite's file: the address of a PostgreSQL."""


def prepare(location: Location, *, filling: bool = False) -> str:
    """Make it ready for any number of workers; returns the secret with which they sign cookies.

    Safe when several do it at once. CannotOpen, with one line that says why: also if games have
    lost their secret, or a secret its games. With `filling`, a folder may have only a secret: the
    games are about to come in.
    """
    if not location.database:
        return _prepare_folder(location.data, filling=filling)
    # When a house moves to PostgreSQL, pointing at the old folder keeps the guests' cookies.
    path = location.data / "secret"
    is_known = path.is_file()
    given = read_secret(path) if is_known else new_secret()
    secret = asyncio.run(adopt(location.database, given, made_up=not is_known))
    return require_secret(secret, "the database's secret")


def open_store(location: Location) -> Store:
    """The store of a worker; CannotOpen if it cannot be used, or another server uses the folder."""
    if location.database:
        return PostgresStore(location.database)
    _lock(location.data)
    store = _open_file(location.data / FILE)
    give_to_owner(location.data)
    return store


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
    elif not require_database(location.data):
        raise no_games(location.data)


def no_games(folder: Path) -> CannotOpen:
    return CannotOpen(f"there are no games in {folder}")


def require_database(folder: Path) -> bool:
    """Whether there is a database in a folder.

    CannotOpen if a part of it is missing, or this version cannot use it.
    """
    try:
        # In one look: a server that ends takes away one file after the other.
        names = {each.name for each in folder.iterdir()}
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as e:
        raise CannotOpen(f"cannot read the data folder {folder}: {e.strerror}") from None
    file = folder / FILE
    if FILE in names and not file.is_file():
        raise CannotOpen(f"{file} is not a file: {MOVE_AWAY}")
    left = [name for name in BESIDE if name in names]
    if left and FILE not in names:
        why = f"{left[0]} lies in {folder}, and the {FILE} that it belongs to is missing"
        raise CannotOpen(f"{why}: put that back, or {MOVE_AWAY}")
    if SHM in names and WAL not in names:
        why = f"{WAL} is missing in {folder}, and the last moves may have been in it"
        raise CannotOpen(f"{why}: put it back, or go on without it by deleting {SHM}")
    if FILE not in names or not file.stat().st_size:
        if left:
            raise CannotOpen(f"{file} is empty, and {left[0]} lies beside it: {MOVE_AWAY}")
        return False
    return version_of(file) > 0


def require_parts(folder: Path, *, filling: bool = False) -> bool:
    """Whether there is a house in a folder; CannotOpen if its database or its secret is missing.

    With `filling`, a secret alone is no house, and not what is left of one.
    """
    is_house, secret = require_database(folder), folder / "secret"
    if os.path.lexists(secret):
        if not secret.is_file():
            raise CannotOpen(f"{secret} is not a file: put the right one in its place")
        if not is_house and not filling:
            what = "is empty" if (folder / FILE).exists() else "is missing"
            raise CannotOpen(
                f"there is a secret in {folder}, and the games are gone ({FILE} {what}): "
                f"`inglenook restore` brings a backup back; to begin a new house, delete {secret}"
            )
    elif is_house and has_games(folder / FILE):
        raise CannotOpen(
            f"there are games in {folder}, and the secret by which people are who they are is "
            f"missing: put {secret} back (`inglenook restore` into another folder brings that of "
            f"a backup); or make everybody a stranger: openssl rand -hex 32 > {secret}"
        )
    return is_house


@contextmanager
def open_to_read(location: Location) -> Iterator[Store]:
    """A store to read all games from: of a folder, a copy, since a server may be using it."""
    require_house(location)
    if location.database:
        yield PostgresStore(location.database)
        return
    with TemporaryDirectory() as folder:
        file, copied = location.data / FILE, Path(folder) / FILE
        copy(file, copied)
        require_whole(copied, file)
        yield SqliteStore(copied)


def _prepare_folder(folder: Path, *, filling: bool) -> str:
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as e:
        raise CannotOpen(f"cannot write to the data folder {folder}: {e.strerror}") from None
    path = folder / "secret"
    if not require_parts(folder, filling=filling) or not path.exists():
        _begin(folder)
    secret = read_secret(path)
    give_to_owner(folder)
    return secret


def _begin(folder: Path) -> None:
    """Make a new house in a folder.

    The secret comes last: whatever is missing beside a secret was lost, and did not just fail to
    be made.
    """
    path = folder / "secret"
    with locked(folder):
        asyncio.run(_open_file(folder / FILE).close())
        try:
            if not path.exists():
                write_secret(path, new_secret())
        except OSError as e:
            raise CannotOpen(f"cannot use the secret in {path}: {e.strerror}") from None
    log.info("a new house: there were no games in %s", folder.resolve())


def _open_file(file: Path) -> SqliteStore:
    """It holds the seeds of games that go on. SQLite gives what it writes beside it its mode."""
    try:
        file.touch(0o600)
        file.chmod(0o600)
    except OSError as e:
        raise CannotOpen(f"cannot open {file}: {e.strerror}") from None
    return SqliteStore(file)


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


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep servers out of a folder for a moment; CannotOpen if one is using it."""
    lock = _take_lock(folder)
    try:
        yield
    finally:
        os.close(lock)


def _lock(folder: Path) -> None:
    """Keep other servers out: they would not hear of each other's moves."""
    _locked.append(_take_lock(folder))


def _take_lock(folder: Path) -> int:
    try:
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as e:
        raise CannotOpen(f"cannot use {folder / 'lock'}: {e.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise CannotOpen(f"another Inglenook is using the data folder {folder}") from None
    return lock

"""A whole house in one file, made while it is open, and brought back into an empty place.

The file is a SQLite database with this version's schema, whatever the house is kept in: so a backup
of either kind of store can be restored into the other. The secret is in it, among the settings.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg

from inglenook.server.store.base import CannotOpen
from inglenook.server.store.integrity import Damaged, copy, reading, reason, require_whole
from inglenook.server.store.keys import keys, read_secret, require_secret, write_secret
from inglenook.server.store.location import (
    BESIDE,
    FILE,
    Location,
    give_to_owner,
    locked,
    no_games,
    require_parts,
)
from inglenook.server.store.postgres import adopt, connected, secret_of
from inglenook.server.store.schema import BACKUP_ID, STORE_ID, require_known
from inglenook.server.store.sqlite import SqliteStore

PASSING = frozenset({"here"})
"""Tables of what is only true while somebody serves."""
ROWS = 1000
"""Rows that are read or written at once."""
_SECRET = "SELECT value FROM settings WHERE name = 'secret'"
_KEEP_SECRET = "INSERT INTO settings VALUES ('secret', ?) ON CONFLICT DO UPDATE SET value = ?"


def back_up(location: Location, file: Path) -> None:
    """Write all of a house to a file, which gets its name when it is whole; CannotOpen.

    A server may run meanwhile: what is in the file was so at one moment. Of a damaged house none
    is made: it might take the place of a good one.
    """
    secret = secret_in(location)
    with _fresh(file) as part:
        if location.database:
            asyncio.run(_from_postgres(location.database, part))
        else:
            copy(location.data / FILE, part)
            require_whole(part, location.data / FILE)
            _keep_secret(part, secret)
        with closing(sqlite3.connect(part)) as db:
            db.execute(f"PRAGMA application_id = {BACKUP_ID}")
            db.execute("DELETE FROM here")
            db.commit()
            db.execute("PRAGMA journal_mode = DELETE")


def secret_in(location: Location) -> str:
    """The secret of a house; CannotOpen if there is no house, or a part of it is missing."""
    if location.database:
        return require_secret(asyncio.run(secret_of(location.database)), "the database's secret")
    if not require_parts(location.data):
        raise no_games(location.data)
    return read_secret(location.data / "secret")


def restore(location: Location, file: Path) -> None:
    """Bring a house back; CannotOpen if the file is no good, or there is a house already.

    Nothing is written then. What is written into a folder belongs to whom the folder belongs to.
    """
    with TemporaryDirectory() as folder:
        copied = Path(folder) / FILE
        try:
            _require_backup(file)
            copy(file, copied)
            # One of an earlier version is brought up to date on the way.
            asyncio.run(SqliteStore(copied).close())
        except Damaged as e:
            raise CannotOpen(f"{e.what}: restore another backup") from None
        with closing(sqlite3.connect(copied)) as db:
            (secret,) = db.execute(_SECRET).fetchone() or ("",)
        require_secret(secret, f"the secret in {file}")
        if location.database:
            asyncio.run(_into_postgres(location.database, copied, secret))
        else:
            _into_folder(location.data, copied, secret)


def _require_backup(file: Path) -> None:
    if not file.is_file():
        raise CannotOpen(f"there is no file {file}")
    with reading(file) as db:
        (application_id,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
    if application_id == STORE_ID:
        raise CannotOpen(f"{file} is no backup: `inglenook backup` makes one")
    require_known(file, application_id, version)
    require_whole(file)


@contextmanager
def _fresh(file: Path) -> Iterator[Path]:
    """A file to write to that only its owner can read: it holds the seeds of games that go on."""
    part = file.with_name(f"{file.name}.part")
    beside = [part.with_name(f"{part.name}-{kind}") for kind in ("wal", "shm", "journal")]
    try:
        # A journal that one before left behind would be taken for this one's.
        for name in (part, *beside):
            name.unlink(missing_ok=True)
        part.touch(mode=0o600)
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
    except OSError as e:
        raise CannotOpen(f"cannot write {file}: {e.strerror}") from None
    except sqlite3.Error as e:
        raise CannotOpen(f"cannot write {file}: {reason(e)}") from None
    finally:
        for name in (part, *beside):
            with suppress(OSError):
                name.unlink(missing_ok=True)


def _keep_secret(file: Path, secret: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(_KEEP_SECRET, (secret, secret))
        db.commit()


def _into_folder(folder: Path, copied: Path, secret: str) -> None:
    with closing(sqlite3.connect(copied)) as db:
        db.execute(f"PRAGMA application_id = {STORE_ID}")
        db.execute("DELETE FROM settings WHERE name = 'secret'")
        db.commit()
    _require_room(folder, secret)
    with ExitStack() as unless_done:
        try:
            if not folder.exists():
                folder.mkdir(0o700, parents=True)
                unless_done.callback(_quietly, folder.rmdir)
            if not (folder / "lock").exists():
                unless_done.callback(_quietly, (folder / "lock").unlink)
            with locked(folder):
                _require_room(folder, secret)
                with _fresh(folder / FILE) as part:
                    copy(copied, part)
                    try:
                        require_whole(part)
                    except Damaged as e:
                        raise CannotOpen(f"{e.what}: it is not as it was written") from None
                    if not (folder / "secret").exists():
                        write_secret(folder / "secret", secret)
                        unless_done.callback(_quietly, (folder / "secret").unlink)
        except OSError as e:
            raise CannotOpen(f"cannot write to the data folder {folder}: {e.strerror}") from None
        unless_done.pop_all()
    give_to_owner(folder)


def _quietly(remove: Callable[[], None]) -> None:
    """Remove something if that can be done: what went wrong before is what is to be said."""
    with suppress(OSError):
        remove()


def _require_room(folder: Path, secret: str) -> None:
    """CannotOpen if anything lies in a folder that would be lost, or be taken for a part of what is
    restored there.
    """
    if os.path.lexists(folder / FILE):
        how = "stop the server, move the whole folder away, not just a file of it, and try again"
        raise CannotOpen(f"there are games in {folder}: {how}; restore into an empty folder")
    for name in BESIDE:
        if os.path.lexists(folder / name):
            why = f"{folder / name} is left of other games, and would spoil those of the backup"
            raise CannotOpen(f"{why}: move the whole folder away, and restore into an empty folder")
    there = folder / "secret"
    if os.path.lexists(there):
        known: set[str] = set()
        with suppress(CannotOpen):
            known.update(keys(read_secret(there)))
        if not known.issuperset(keys(secret)):
            raise CannotOpen(f"{there} has not the backup's keys: move it away, and try again")


async def _from_postgres(url: str, part: Path) -> None:
    part.unlink()
    await SqliteStore(part).close()
    part.chmod(0o600)
    async with connected(url) as source:
        with closing(sqlite3.connect(part)) as target:
            await _copy_rows(source, target)


async def _copy_rows(source: asyncpg.Connection, target: sqlite3.Connection) -> None:
    """All rows as they are at one moment, though people play."""
    async with source.transaction(isolation="repeatable_read", readonly=True):
        for table, columns in _tables(target):
            target.execute(f"DELETE FROM {table}")  # what the schema itself has put there
            names, marks = ", ".join(columns), ", ".join("?" * len(columns))
            cursor = await source.cursor(f"SELECT {names} FROM {table}")
            while rows := await cursor.fetch(ROWS):
                target.executemany(
                    f"INSERT INTO {table} ({names}) VALUES ({marks})", [tuple(row) for row in rows]
                )
    target.commit()


async def _into_postgres(url: str, copied: Path, secret: str) -> None:
    with closing(sqlite3.connect(copied)) as source:
        await adopt(url, secret)
        async with connected(url) as target, target.transaction():
            for table in ("tables", "profiles"):
                if await target.fetchval(f"SELECT 1 FROM {table} LIMIT 1"):
                    raise CannotOpen("there are games in this database: restore into an empty one")
            for table, columns in _tables(source):
                await target.execute(f"DELETE FROM {table}")
                found = source.execute(f"SELECT {', '.join(columns)} FROM {table}")
                while rows := found.fetchmany(ROWS):
                    await target.copy_records_to_table(table, records=rows, columns=columns)


def _tables(db: sqlite3.Connection) -> list[tuple[str, list[str]]]:
    """The tables of a house and their columns: the same in both databases."""
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [
        (name, [column[1] for column in _columns(db, name)])
        for name in sorted(names)
        # SQLite's own have what it has learnt of the others.
        if name not in PASSING and not name.startswith("sqlite_")
    ]


def _columns(db: sqlite3.Connection, table: str) -> list[Any]:
    return db.execute(f"PRAGMA table_info({table})").fetchall()

"""A whole house in one file, made while it is open, and brought back into an empty place.

The file is a SQLite database with this version's schema, whatever the house is kept in: so a backup
of either kind of store can be restored into the other. The secret is in it, among the settings.
"""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import asyncpg

from inglenook.store.base import CannotOpen
from inglenook.store.keys import new_secret, write_secret
from inglenook.store.location import FILE, Location, give_to_owner
from inglenook.store.postgres import adopt, connected, require_games
from inglenook.store.schema import VERSION
from inglenook.store.sqlite import SqliteStore, copy

MARK = 0x496E676C
"""What SQLite's header says of whose file it is: "Ingl"."""
PASSING = frozenset({"here"})
"""Tables of what is only true while somebody serves."""
ROWS = 1000
"""Rows that are read or written at once."""
_SECRET = "SELECT value FROM settings WHERE name = 'secret'"
_KEEP_SECRET = "INSERT INTO settings VALUES ('secret', ?) ON CONFLICT DO UPDATE SET value = ?"


def back_up(location: Location, file: Path) -> None:
    """Write all of a house to a file, which gets its name when it is whole; CannotOpen.

    A server may run meanwhile: what is in the file was so at one moment.
    """
    with _fresh(file) as part:
        if location.database:
            asyncio.run(_from_postgres(location.database, part))
        else:
            copy(location.data / FILE, part)
            _keep_secret(part, location.data / "secret")
        with closing(sqlite3.connect(part)) as db:
            db.execute(f"PRAGMA application_id = {MARK}")
            db.execute("DELETE FROM here")
            db.commit()
            db.execute("PRAGMA journal_mode = DELETE")


def restore(location: Location, file: Path) -> None:
    """Bring a house back; CannotOpen if the file is no good, or there is a house already.

    Nothing is written then. What is written into a folder belongs to whom the folder belongs to.
    """
    with TemporaryDirectory() as folder:
        copied = Path(folder) / FILE
        _require_backup(file)
        copy(file, copied)
        # One of an earlier version is brought up to date on the way.
        asyncio.run(SqliteStore(copied).close())
        if location.database:
            asyncio.run(_into_postgres(location.database, copied))
        else:
            _into_folder(location, copied)


def require_whole(path: Path) -> None:
    """CannotOpen if SQLite finds something wrong with a file."""
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)) as db:
            (said,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as e:
        said = str(e)
    if said != "ok":
        why = " ".join(said.split())
        raise CannotOpen(f"{path} is damaged ({why}): `inglenook restore` brings a backup back")


def _require_backup(file: Path) -> None:
    if not file.is_file():
        raise CannotOpen(f"there is no file {file}")
    require_whole(file)
    with closing(sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True)) as db:
        (mark,) = db.execute("PRAGMA application_id").fetchone()
        (version,) = db.execute("PRAGMA user_version").fetchone()
    if mark != MARK:
        raise CannotOpen(f"{file} is no backup: `inglenook backup` makes one")
    if version > VERSION:
        raise CannotOpen(
            f"{file} was made by a later version of Inglenook (its store is of version {version}, "
            f"and here it is {VERSION}): install that version first"
        )


@contextmanager
def _fresh(file: Path) -> Iterator[Path]:
    """A file to write to that only its owner can read: it holds the seeds of games that go on."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
    except OSError as e:
        raise CannotOpen(f"cannot write {file}: {e.strerror}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _keep_secret(file: Path, secret: Path) -> None:
    try:
        text = secret.read_text().strip()
    except OSError as e:
        raise CannotOpen(f"cannot read the secret in {secret}: {e.strerror}") from None
    with closing(sqlite3.connect(file)) as db:
        db.execute(_KEEP_SECRET, (text, text))
        db.commit()


def _into_folder(location: Location, copied: Path) -> None:
    folder, target = location.data, location.data / FILE
    if target.exists():
        raise CannotOpen(f"there are games in {folder}: restore into an empty folder")
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        with closing(sqlite3.connect(copied)) as db:
            row = db.execute(_SECRET).fetchone()
            db.execute("DELETE FROM settings WHERE name = 'secret'")
            db.commit()
        write_secret(folder / "secret", row[0] if row else new_secret())
        with _fresh(target) as part:
            copy(copied, part)
    except OSError as e:
        raise CannotOpen(f"cannot write to the data folder {folder}: {e.strerror}") from None
    give_to_owner(folder)


async def _from_postgres(url: str, part: Path) -> None:
    await require_games(url)
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


async def _into_postgres(url: str, copied: Path) -> None:
    with closing(sqlite3.connect(copied)) as source:
        secret = source.execute(_SECRET).fetchone()
        await adopt(url, secret[0] if secret else new_secret())
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
        if name not in PASSING
    ]


def _columns(db: sqlite3.Connection, table: str) -> list[Any]:
    return db.execute(f"PRAGMA table_info({table})").fetchall()

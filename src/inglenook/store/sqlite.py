"""The log in one SQLite file.

Every statement runs in one thread of its own. Changes that arrive while a commit is under way share
the next one, which costs no durability and saves most of the syncs to disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from inglenook.store.folder import DataFolderError
from inglenook.store.rows import (
    Change,
    Conflict,
    EntryRow,
    HappeningRow,
    Listed,
    Status,
    Stored,
    StoreFailed,
    TableRow,
)

T = TypeVar("T")
VERSION = 1
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, game TEXT, rules INTEGER, seats INTEGER, options TEXT, seed TEXT,
    creator TEXT, created INTEGER,
    status TEXT, updated INTEGER  -- an index for the lobby: the logs hold the truth
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_by_status ON tables (status, updated);
CREATE TABLE entries (
    table_id TEXT, seq INTEGER, t INTEGER, seat INTEGER, move TEXT, lag INTEGER, at INTEGER,
    guest TEXT, ask TEXT,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE happenings (
    table_id TEXT, seq INTEGER, what TEXT, at INTEGER, guest TEXT, ask TEXT,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE people (  -- an index: whom to look for at which tables
    guest TEXT, table_id TEXT,
    PRIMARY KEY (guest, table_id)
) STRICT, WITHOUT ROWID;
"""


# Rows go in as one JSON array: executemany would give up and take back the interpreter lock for
# every row, and each time wait for the event loop to let go of it.
def _insert(table: str, columns: int) -> str:
    values = ", ".join(f"value->>{i}" for i in range(columns))
    return f"INSERT INTO {table} SELECT {values} FROM json_each(?)"


OPEN = _insert("tables", 10)
ENTER = _insert("entries", 9)
HAPPEN = _insert("happenings", 6)
SEAT = _insert("people", 2) + " WHERE true ON CONFLICT DO NOTHING"
TOUCH = """UPDATE tables SET status = value->>1, updated = value->>2 FROM json_each(?)
    WHERE tables.id = value->>0"""
TABLE = "id, game, rules, seats, options, seed, creator, created"
LIST = f"""SELECT {TABLE}, status,
    (SELECT coalesce(max(seq), -1) + 1 FROM entries WHERE table_id = id),
    (SELECT json_group_array(what) FROM
        (SELECT what FROM happenings WHERE table_id = id ORDER BY seq))
    FROM tables"""


class SqliteStore:
    """One file, one process. DataFolderError if the file cannot be opened."""

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._pending: list[tuple[tuple[Change, ...], asyncio.Future[None]]] = []
        self._committer: asyncio.Task[None] | None = None
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            # Busy tables write the same pages again and again: move them to the file more rarely.
            self._db.execute("PRAGMA wal_autocheckpoint = 10000")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version == 0:
                self._db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        except sqlite3.Error as e:
            raise DataFolderError(f"cannot open {path}: {e}") from None
        if version > VERSION:
            self._db.close()
            raise DataFolderError(f"{path} was made by a later version of Inglenook")

    async def commit(self, *changes: Change) -> None:
        """Write all of these or none, and return when they are on the disk.

        Conflict if a seq is already taken, StoreFailed if they cannot be written.
        """
        done = asyncio.get_running_loop().create_future()
        self._pending.append((changes, done))
        if self._committer is None:
            self._committer = asyncio.create_task(self._drain())
        await done

    async def _drain(self) -> None:
        while self._pending:
            batch, self._pending = self._pending, []
            faults = await self._run(partial(self._write, [changes for changes, _ in batch]))
            for (_, done), fault in zip(batch, faults, strict=True):
                if done.cancelled():
                    continue
                if fault:
                    done.set_exception(fault)
                else:
                    done.set_result(None)
        self._committer = None

    def _write(self, batch: list[tuple[Change, ...]]) -> list[Exception | None]:
        """What went wrong with each; a batch that fails is written one by one."""
        try:
            self._transaction([change for changes in batch for change in changes])
        except Exception as e:  # whatever it is, those who wait for this batch must be told
            if len(batch) > 1:
                return [self._write([changes])[0] for changes in batch]
            return [Conflict() if isinstance(e, sqlite3.IntegrityError) else StoreFailed(str(e))]
        return [None] * len(batch)

    def _transaction(self, changes: list[Change]) -> None:
        opened = [(*msgspec.structs.astuple(c.opened), c.status, c.at) for c in changes if c.opened]
        touched = [
            (c.table, c.status, c.at) for c in changes if c.status is not None and not c.opened
        ]
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._execute(OPEN, opened)
            self._execute(ENTER, [entry for c in changes for entry in c.entries])
            self._execute(HAPPEN, [happening for c in changes for happening in c.happenings])
            self._execute(SEAT, [(guest, c.table) for c in changes for guest in c.guests])
            self._execute(TOUCH, touched)
            self._db.execute("COMMIT")
        except Exception:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _execute(self, statement: str, rows: list[Any]) -> None:
        if rows:
            self._db.execute(statement, (msgspec.json.encode(rows).decode(),))

    async def load(self, table: str) -> Stored | None:
        """All about a table; None if there is none of that id."""
        return await self._run(lambda: self._load(table))

    def _load(self, table: str) -> Stored | None:
        rows = self._db.execute(f"SELECT {TABLE} FROM tables WHERE id = ?", (table,)).fetchall()
        if not rows:
            return None

        def log(name: str) -> Iterable[tuple[Any, ...]]:
            return self._db.execute(
                f"SELECT * FROM {name} WHERE table_id = ? ORDER BY seq", (table,)
            ).fetchall()

        return Stored(
            row=_table_row(rows[0]),
            entries=tuple(EntryRow(*row) for row in log("entries")),
            happenings=tuple(HappeningRow(*row) for row in log("happenings")),
        )

    async def by_status(self, status: Status, since: int, limit: int) -> list[Listed]:
        """The tables in that status with a sign of life since then, the latest first."""
        where = "WHERE status = ? AND updated >= ? ORDER BY updated DESC LIMIT ?"
        return await self._run(lambda: self._list(where, (status, since, limit)))

    async def by_guest(self, guest: str, limit: int) -> list[Listed]:
        """The tables at which a guest ever took a seat, the latest first."""
        where = "WHERE id IN (SELECT table_id FROM people WHERE guest = ?)"
        where += " ORDER BY updated DESC LIMIT ?"
        return await self._run(lambda: self._list(where, (guest, limit)))

    def _list(self, where: str, values: tuple[Any, ...]) -> list[Listed]:
        return [
            Listed(_table_row(row[:8]), row[8], row[9], tuple(msgspec.json.decode(row[10])))
            for row in self._db.execute(f"{LIST} {where}", values).fetchall()
        ]

    async def _run(self, job: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, job)
        except sqlite3.Error as e:
            raise StoreFailed(str(e)) from e

    async def close(self) -> None:
        """Finish what is being written, and close the file."""
        if self._committer:
            await self._committer
        await self._run(self._db.close)
        self._thread.shutdown()


def _table_row(values: tuple[Any, ...]) -> TableRow:
    row = list(values)
    row[4] = msgspec.json.decode(row[4])
    return TableRow(*row)

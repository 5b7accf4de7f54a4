"""The log in one SQLite file.

All statements run in one dedicated thread.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec

from inglenook.core.units import Seq, WallMs
from inglenook.server.store import outbox
from inglenook.server.store.base import (
    AHEAD,
    GRACE,
    NEVER,
    OUTAGES_KEPT,
    AttemptRow,
    CannotOpen,
    Change,
    Conflict,
    DayRow,
    EntryRow,
    Listed,
    Outage,
    SeatingRow,
    Statement,
    Status,
    Stored,
    StoreFailed,
    Tail,
    table_row,
    wall_ms,
)
from inglenook.server.store.group_commit import Batch, Committer
from inglenook.server.store.integrity import Damaged, reason, version_in
from inglenook.server.store.schema import MIGRATIONS, STORE_ID, for_sqlite

T = TypeVar("T")


# All rows of a batch go in with one statement, as JSON arrays, through a view with a trigger: every
# statement, and with executemany every row, would give up the interpreter lock several times, and
# each time wait for the event loop to let go of it.
def _insert(table: str, columns: int, rows: str) -> str:
    values = ", ".join(f"value->>{i}" for i in range(columns))
    return f"INSERT INTO {table} SELECT {values} FROM json_each(NEW.{rows})"


def _rows(rows: str, *columns: str) -> str:
    values = ", ".join(f"value->>{i} AS {column}" for i, column in enumerate(columns))
    return f"(SELECT {values} FROM json_each(NEW.{rows}))"


_BATCH = {
    "opened": _insert("tables", 13, "opened"),
    "entries": _insert("entries", 9, "entries"),
    "events": _insert("happenings", 6, "events"),
    "seats": _insert("people (guest, table_id)", 2, "seats") + " WHERE true ON CONFLICT DO NOTHING",
    "days": _insert("days", 5, "days") + " WHERE true ON CONFLICT DO NOTHING",
    "touched": """UPDATE tables SET status = value->>1, updated = value->>2
        FROM json_each(NEW.touched) WHERE tables.id = value->>0""",
    "due": """UPDATE tables SET due = value->>1
        FROM json_each(NEW.due) WHERE tables.id = value->>0""",
    "taken": outbox.TURNS_TAKEN.format(rows=_rows("taken", "guest", "table_id")),
    "ended": outbox.TURNS_ENDED.format(rows=_rows("ended", "guest", "table_id")),
    "begun": outbox.TURNS_BEGUN.format(rows=_rows("begun", *outbox.BEGUN_COLUMNS)),
}
"""What is written of a batch, in this order: the column of the view, and what its rows do."""
BATCH_VIEW = f"""
    CREATE TEMP VIEW batch AS SELECT {", ".join(f"NULL AS {name}" for name in _BATCH)};
    CREATE TEMP TRIGGER write_batch INSTEAD OF INSERT ON batch
        BEGIN {"; ".join(_BATCH.values())}; END;
"""
WRITE = f"INSERT INTO batch VALUES ({', '.join('?' * len(_BATCH))})"
KEEP_ANALYSIS = "INSERT INTO analyses VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
ADD_ATTEMPT = """INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING RETURNING at"""
CLAIM = """UPDATE tables SET due = ? WHERE id IN
    (SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?) RETURNING id"""
NOTICE = """INSERT INTO outages
    SELECT last, :now + :more FROM (SELECT max(beat) AS last FROM workers)
    WHERE :now - last > :grace
    ON CONFLICT DO NOTHING"""
# A clock that was ahead leaves times behind that have not come yet.
MEND = (
    f"""UPDATE tables SET due = :now WHERE due > :now AND due < {NEVER} AND (
        EXISTS (SELECT 1 FROM outages WHERE ended > :now + :most)
        OR EXISTS (SELECT 1 FROM workers WHERE beat > :now + :most))""",
    "DELETE FROM outages WHERE began > :now + :most",
    "UPDATE outages SET ended = :now WHERE began <= :now AND ended > :now + :most",
    "UPDATE workers SET beat = :now WHERE beat > :now + :most",
    "DELETE FROM outages WHERE ended < :now - :kept",
)
BEAT = "INSERT INTO workers VALUES ('this', :now) ON CONFLICT DO UPDATE SET beat = :now"
OUTAGES = "SELECT began, ended FROM outages ORDER BY began"
TABLE = "id, game, rules, seats, options, seed, creator, created, time_control, listed"
LIST = f"""SELECT {TABLE}, status,
    (SELECT coalesce(max(seq), -1) + 1 FROM entries WHERE table_id = id),
    (SELECT json_group_array(what) FROM
        (SELECT what FROM happenings WHERE table_id = id ORDER BY seq))
    FROM tables"""


def _json(rows: list[Any]) -> str | None:
    """Rows for the view; None if there are none."""
    return msgspec.json.encode(rows).decode() if rows else None


class SqliteStore:
    """One file, one process. CannotOpen if the file cannot be opened."""

    shared: ClassVar[bool] = False

    def __init__(self, path: Path) -> None:
        self.heard: Callable[[list[str] | None], None] = lambda _: None
        self.overheard: Callable[[str, str], None] = lambda _table, _said: None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._committer = Committer(lambda batch: self._run(partial(self._write, batch)))
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            with ExitStack() as unless_ready:
                unless_ready.callback(self._db.close)
                self._prepare(path)
                unless_ready.pop_all()
        except sqlite3.OperationalError as e:
            raise CannotOpen(f"cannot open {path}: {reason(e)}") from None
        except (sqlite3.Error, UnicodeDecodeError) as e:
            raise Damaged(path, reason(e)) from None

    def _prepare(self, path: Path) -> None:
        version = version_in(self._db, path)  # before anything is written to another's file
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        # Busy tables write the same pages again and again: move them to the file more rarely.
        self._db.execute("PRAGMA wal_autocheckpoint = 10000")
        # Somebody's games lie all over a large house: 32 MB of it are kept at hand.
        self._db.execute("PRAGMA cache_size = -32000")
        self._migrate(version)
        self._db.executescript(BATCH_VIEW)

    def _migrate(self, version: int) -> None:
        for number, migration in enumerate(MIGRATIONS[version:], version + 1):
            self._db.executescript(
                f"BEGIN IMMEDIATE; {for_sqlite(migration)} PRAGMA application_id = {STORE_ID}; "
                f"PRAGMA user_version = {number}; COMMIT;"
            )

    async def start(self) -> None:
        pass  # it was opened with the file

    def commit(self, *changes: Change) -> asyncio.Future[None]:
        return self._committer.commit(changes)

    def _write(self, batch: Batch) -> list[Exception | None]:
        """What went wrong with each; a batch that fails is written one by one."""
        try:
            self._transaction([change for changes in batch for change in changes])
        except Exception as e:  # whatever it is, those who wait for this batch must be told
            if len(batch) > 1:
                return [self._write([changes])[0] for changes in batch]
            return [Conflict() if isinstance(e, sqlite3.IntegrityError) else StoreFailed(str(e))]
        return [None] * len(batch)

    def _transaction(self, changes: list[Change]) -> None:
        opened = [
            (
                *msgspec.structs.astuple(c.opened)[:8],
                *(c.status, c.at, c.due),
                *(c.opened.time_control, int(c.opened.listed)),
            )
            for c in changes
            if c.opened
        ]
        batch: dict[str, list[Any]] = {
            "opened": opened,
            "entries": [entry for c in changes for entry in c.entries],
            "events": [event for c in changes for event in c.events],
            "seats": [(guest, c.table) for c in changes for guest in c.guests],
            "days": [c.finished for c in changes if c.finished],
            "touched": [
                (c.table, c.status, c.at) for c in changes if c.status is not None and not c.opened
            ],
            "due": [(c.table, c.due) for c in changes if c.due is not None],
            "taken": [(guest, c.table) for c in changes for guest in c.turns.taken],
            "ended": [(guest, c.table) for c in changes for guest in c.turns.ended],
            "begun": [turn for c in changes for turn in c.turns.begun],
        }
        values = [_json(batch[name]) for name in _BATCH]
        also = [each for c in changes for each in c.also]
        if not also:
            self._db.execute(WRITE, values)  # a statement by itself is a transaction
            return
        with self._atomic():
            self._db.execute(WRITE, values)
            for statement in also:
                self._state(statement)

    @contextmanager
    def _atomic(self) -> Iterator[None]:
        """All that is done in it, or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except Exception:  # it is raised again
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    async def run(self, *statements: Statement) -> list[list[tuple[Any, ...]]]:
        def together() -> list[list[tuple[Any, ...]]]:
            with self._atomic():
                return [self._state(statement) for statement in statements]

        try:
            return await self._run(together)
        except StoreFailed as e:
            if isinstance(e.__cause__, sqlite3.IntegrityError):
                raise Conflict from None
            raise

    def _state(self, statement: Statement) -> list[tuple[Any, ...]]:
        text = statement.text.replace("FOR UPDATE SKIP LOCKED", "")
        values = {str(n): value for n, value in enumerate(statement.values, 1)}
        return self._db.execute(text, values).fetchall()

    async def load(self, table: str) -> Stored | None:
        return await self._run(lambda: self._load(table))

    def _load(self, table: str) -> Stored | None:
        found = self._db.execute(f"SELECT {TABLE}, updated FROM tables WHERE id = ?", (table,))
        rows = found.fetchall()
        if not rows:
            return None
        *row, updated = rows[0]
        tail = self._tail(table, 0, 0)
        return Stored(table_row(row), tail.entries, tail.events, updated)

    def _log(self, name: str, table: str, first: Seq) -> list[tuple[Any, ...]]:
        return self._db.execute(
            f"SELECT * FROM {name} WHERE table_id = ? AND seq >= ? ORDER BY seq", (table, first)
        ).fetchall()

    async def by_status(self, status: Status, since: WallMs, limit: int) -> list[Listed]:
        where = "WHERE status = ? AND listed = 1 AND updated >= ? ORDER BY updated DESC LIMIT ?"
        return await self._run(lambda: self._list(where, (status, since, limit)))

    async def by_guest(self, guest: str, limit: int) -> list[Listed]:
        # Chosen first: what is told of each takes longer, and few of those that are over are last.
        mine = """SELECT table_id FROM people WHERE guest = ?1 AND ended IS NULL
            UNION ALL SELECT table_id FROM (SELECT table_id FROM people
                WHERE guest = ?1 AND ended IS NOT NULL ORDER BY ended DESC LIMIT ?2)"""
        order = "ORDER BY status = 'over', updated DESC"
        latest = f"SELECT id FROM tables WHERE id IN ({mine}) {order} LIMIT ?2"
        where = f"WHERE id IN ({latest}) {order}"
        return await self._run(lambda: self._list(where, (guest, limit)))

    def _list(self, where: str, values: tuple[Any, ...]) -> list[Listed]:
        return [
            Listed(table_row(row[:10]), row[10], row[11], tuple(msgspec.json.decode(row[12])))
            for row in self._db.execute(f"{LIST} {where}", values).fetchall()
        ]

    async def there(self, tables: list[str]) -> set[str]:
        among = "SELECT id FROM tables WHERE id IN (SELECT value FROM json_each(?))"
        rows = await self._rows(among, msgspec.json.encode(tables).decode())
        return {table for (table,) in rows}

    async def ids(self, after: str, limit: int) -> list[str]:
        return await self._run(
            lambda: self._column(
                "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?", after, limit
            )
        )

    async def claim(self, before: WallMs, until: WallMs, limit: int) -> list[str]:
        return await self._run(lambda: self._column(CLAIM, until, before, limit))

    def _column(self, statement: str, *values: Any) -> list[Any]:
        return [value for (value,) in self._db.execute(statement, values).fetchall()]

    async def tails(self, known: dict[str, tuple[int, int]]) -> dict[str, Tail]:
        return await self._run(
            lambda: {table: self._tail(table, *at) for table, at in known.items()}
        )

    def _tail(self, table: str, entries: int, events: int) -> Tail:
        return Tail(
            tuple(EntryRow(*row) for row in self._log("entries", table, entries)),
            tuple(SeatingRow(*row) for row in self._log("happenings", table, events)),
        )

    async def beat(self, grace: int = GRACE, more: int = 0) -> tuple[Outage, ...]:
        return await self._run(lambda: self._beat(grace, more))

    def _beat(self, grace: int, more: int) -> tuple[Outage, ...]:
        now = wall_ms()
        for statement in MEND:
            self._db.execute(statement, {"now": now, "most": AHEAD, "kept": OUTAGES_KEPT})
        self._db.execute(NOTICE, {"now": now, "grace": grace, "more": more})
        self._db.execute(BEAT, {"now": now})
        return tuple(Outage(*row) for row in self._db.execute(OUTAGES).fetchall())

    async def analysis(self, table: str, version: str) -> str | None:
        where = "WHERE table_id = ? AND version = ?"
        found = await self._rows(f"SELECT analysis FROM analyses {where}", table, version)
        return found[0][0] if found else None

    async def keep_analysis(self, table: str, version: str, text: str) -> None:
        await self._rows(KEEP_ANALYSIS, table, version, text)

    async def analyses(self, table: str) -> list[tuple[str, str]]:
        where = "WHERE table_id = ? ORDER BY version"
        return await self._rows(f"SELECT version, analysis FROM analyses {where}", table)

    async def attempts(self, guest: str, game: str) -> list[AttemptRow]:
        where = "WHERE guest = ? AND game = ? ORDER BY at, puzzle"
        rows = await self._rows(f"SELECT * FROM attempts {where}", guest, game)
        return [AttemptRow(*row) for row in rows]

    async def all_attempts(self, guest: str) -> list[AttemptRow]:
        where = "WHERE guest = ? ORDER BY at, game, puzzle"
        rows = await self._rows(f"SELECT * FROM attempts {where}", guest)
        return [AttemptRow(*row) for row in rows]

    async def learners(self, after: str, limit: int) -> list[str]:
        after_that = "WHERE guest > ? ORDER BY guest LIMIT ?"
        rows = await self._rows(f"SELECT DISTINCT guest FROM attempts {after_that}", after, limit)
        return [row[0] for row in rows]

    async def add_attempt(self, row: AttemptRow) -> bool:
        return bool(await self._rows(ADD_ATTEMPT, *msgspec.structs.astuple(row)))

    async def days(self, guest: str, since: str) -> list[DayRow]:
        where = "WHERE guest = ? AND day >= ? ORDER BY day DESC, game"
        return [
            DayRow(*row) for row in await self._rows(f"SELECT * FROM days {where}", guest, since)
        ]

    async def day_scores(self, day: str) -> list[tuple[str, int, int]]:
        counted = "SELECT game, score, count(*) FROM days WHERE day = ? GROUP BY game, score"
        return await self._rows(counted, day)

    async def _rows(self, statement: str, *values: Any) -> list[Any]:
        return await self._run(lambda: self._db.execute(statement, values).fetchall())

    async def spread(self, table: str, said: str) -> None:
        pass  # there is no other worker

    async def hold(self, what: str) -> bool:
        return True

    async def let_go(self, what: str) -> None:
        pass

    async def _run(self, job: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, job)
        except (sqlite3.Error, UnicodeDecodeError) as e:
            raise StoreFailed(reason(e)) from e

    async def close(self) -> None:
        await self._committer.finish()
        await self._run(self._db.close)
        self._thread.shutdown()

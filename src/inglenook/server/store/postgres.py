"""The log in PostgreSQL, shared by any number of workers.

The primary keys decide who was first, NOTIFY tells the others what has changed, and advisory locks
say who does what must be done only once. A notification is a hint: what counts is in the tables, so
a lost one costs a moment and nothing else.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, ClassVar

import asyncpg
import msgspec

from inglenook.core.units import WallMs
from inglenook.server.store import postgres_sql as sql
from inglenook.server.store.base import (
    AHEAD,
    GRACE,
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
    StoreLost,
    Tail,
    table_row,
    wall_ms,
)
from inglenook.server.store.group_commit import Batch, Committer
from inglenook.server.store.retry import AGAIN, patiently
from inglenook.server.store.schema import LATER, MIGRATIONS, UNRELEASED, VERSION

CHANNEL = "inglenook"
WORDS = "inglenook_words"
"""The channel of what is only said, and not kept."""
NAMES = 400
"""Tables named in one notification: it has room for 8000 bytes."""
CONNECTIONS = 4
MEND_EVERY = 60_000
"""ms between two looks for times that cannot be."""
TIMEOUT = 10.0
"""Seconds an answer may take before the connection is given up."""
READ_RETRY_S = 5.0
"""Seconds for which readers wait for a database that is being restarted."""
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
    OSError,
    TimeoutError,
)
"""Passing failures: trying again helps."""

log = logging.getLogger(__name__)


class PostgresStore:
    shared: ClassVar[bool] = True

    def __init__(self, url: str) -> None:
        self.heard: Callable[[list[str] | None], None] = lambda _: None
        self.overheard: Callable[[str, str], None] = lambda _table, _said: None
        self.worker = secrets.token_hex(6)
        self._url = url
        self._committer = Committer(self._write)
        self._pool: asyncpg.Pool | None = None
        self._listener: asyncpg.Connection | None = None
        """Hears of changes, and holds this worker's locks."""
        self._listening: asyncio.Task[None] | None = None
        self._mended: WallMs = 0
        self._turn = asyncio.Lock()
        """A connection does one thing at a time: whose turn it is at the listener."""

    async def start(self) -> None:
        self._pool = await asyncpg.create_pool(
            self._url,
            min_size=0,
            max_size=CONNECTIONS,
            command_timeout=TIMEOUT,
            timeout=TIMEOUT,
            reset=_as_it_is,
        )
        self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        await self._committer.finish()
        if self._listening:
            self._listening.cancel()
        if self._listener:
            self._listener.terminate()
        if self._pool:
            with contextlib.suppress(StoreFailed):
                await self._run(sql.LEAVE, self.worker)
            self._pool.terminate()

    # --- writing -----------------------------------------------------------------------------

    def commit(self, *changes: Change) -> asyncio.Future[None]:
        return self._committer.commit(changes)

    async def _write(self, batch: Batch) -> list[Exception | None]:
        """What went wrong with each; a batch that fails is written one by one."""
        changes = [change for together in batch for change in together]
        values = (*sql.columns(changes, self.worker), self._names(changes))
        also = [statement for change in changes for statement in change.also]
        try:
            if also:
                await self._together([(sql.COMMIT, values), *map(_plain, also)])
            else:
                await self._run(sql.COMMIT, *values)
        except StoreLost as e:
            return [e] * len(batch)
        except Exception as e:  # whatever it is, those who wait for this batch must be told
            if len(batch) > 1:
                return [(await self._write([together]))[0] for together in batch]
            return [e]
        return [None] * len(batch)

    def _names(self, changes: list[Change]) -> list[str]:
        """Notifications: this worker's name and those of the tables."""
        tables = sorted({change.table for change in changes})
        return [
            f"{self.worker} {' '.join(tables[n : n + NAMES])}" for n in range(0, len(tables), NAMES)
        ]

    # --- reading -----------------------------------------------------------------------------

    async def load(self, table: str) -> Stored | None:
        rows = await self._read(sql.TABLE, table)
        if not rows:
            return None
        tail = (await self.tails({table: (0, 0)}))[table]
        *row, updated = rows[0]
        return Stored(table_row(row), tail.entries, tail.events, updated)

    async def tails(self, known: dict[str, tuple[int, int]]) -> dict[str, Tail]:
        counts = list(known.values())
        rows = await self._read(
            sql.TAILS,
            list(known),
            [entries for entries, _ in counts],
            [events for _, events in counts],
            self.worker,
        )
        found = {table: _Found() for table in known}
        for kind, table, *row in rows:
            found[table].add(kind, table, row)
        return {table: Tail(*each.rows) for table, each in found.items()}

    async def by_status(self, status: Status, since: WallMs, limit: int) -> list[Listed]:
        return _listed(await self._read(sql.BY_STATUS, status, since, limit))

    async def by_guest(self, guest: str, limit: int) -> list[Listed]:
        return _listed(await self._read(sql.BY_GUEST, guest, limit))

    async def there(self, tables: list[str]) -> set[str]:
        return {row[0] for row in await self._read(sql.THERE, tables)}

    async def ids(self, after: str, limit: int) -> list[str]:
        return [row[0] for row in await self._read(sql.IDS, after, limit)]

    async def claim(self, before: WallMs, until: WallMs, limit: int) -> list[str]:
        return [row[0] for row in await self._run(sql.CLAIM, before, until, limit)]

    async def beat(self, grace: int = GRACE, more: int = 0) -> tuple[Outage, ...]:
        now = wall_ms()
        if abs(now - self._mended) > MEND_EVERY:
            await self._run(sql.MEND, now, AHEAD, OUTAGES_KEPT)
            self._mended = now
        await self._run(sql.BEAT, self.worker, now, grace, more)
        return tuple(Outage(*row) for row in await self._run(sql.OUTAGES))

    async def analysis(self, table: str, version: str) -> str | None:
        rows = await self._read(sql.ANALYSIS, table, version)
        return rows[0][0] if rows else None

    async def keep_analysis(self, table: str, version: str, text: str) -> None:
        await self._run(sql.KEEP_ANALYSIS, table, version, text)

    async def analyses(self, table: str) -> list[tuple[str, str]]:
        return [tuple(row) for row in await self._read(sql.ANALYSES, table)]

    async def attempts(self, guest: str, game: str) -> list[AttemptRow]:
        return [AttemptRow(*row) for row in await self._read(sql.ATTEMPTS, guest, game)]

    async def all_attempts(self, guest: str) -> list[AttemptRow]:
        return [AttemptRow(*row) for row in await self._read(sql.ALL_ATTEMPTS, guest)]

    async def learners(self, after: str, limit: int) -> list[str]:
        return [row[0] for row in await self._read(sql.LEARNERS, after, limit)]

    async def add_attempt(self, row: AttemptRow) -> bool:
        return bool(await self._run(sql.ADD_ATTEMPT, *msgspec.structs.astuple(row)))

    async def days(self, guest: str, since: str) -> list[DayRow]:
        return [DayRow(*row) for row in await self._read(sql.DAYS, guest, since)]

    async def day_scores(self, day: str) -> list[tuple[str, int, int]]:
        return [tuple(row) for row in await self._read(sql.DAY_SCORES, day)]

    async def _read(self, statement: str, *values: Any) -> list[Any]:
        """The same for reads: asking again is safe."""
        return await patiently(lambda: self._run(statement, *values), READ_RETRY_S)

    async def run(self, *statements: Statement) -> list[list[tuple[Any, ...]]]:
        rows = await self._together(list(map(_plain, statements)))
        return [[tuple(row) for row in each] for each in rows]

    async def _together(self, statements: list[tuple[str, tuple[Any, ...]]]) -> list[list[Any]]:
        """The rows of each; one transaction."""
        assert self._pool
        with _faults():
            async with self._pool.acquire() as connection, connection.transaction():
                return [list(await connection.fetch(text, *v)) for text, v in statements]

    async def _run(self, statement: str, *values: Any) -> list[Any]:
        """The rows a statement gives; it is its own transaction."""
        assert self._pool
        with _faults():
            return list(await self._pool.fetch(statement, *values))

    # --- what workers tell each other --------------------------------------------------------

    async def spread(self, table: str, said: str) -> None:
        await self._run(sql.SPREAD, f"{self.worker} {table} {said}")

    async def hold(self, what: str) -> bool:
        return bool(await self._ask_listener(sql.HOLD, what))

    async def let_go(self, what: str) -> None:
        await self._ask_listener(sql.LET_GO, what)

    async def _ask_listener(self, statement: str, what: str) -> Any:
        """The answer, or None without a connection: then this worker no longer holds anything."""
        async with self._turn:
            if self._listener is None:
                return None
            try:
                return await self._listener.fetchval(statement, what)
            except (*LOST, asyncpg.PostgresError):
                return None

    async def _listen(self) -> None:
        """Hear of changes as long as this worker lives, over one connection after the other."""
        while True:
            try:
                connection = await asyncpg.connect(
                    self._url, timeout=TIMEOUT, command_timeout=TIMEOUT
                )
            except (*LOST, asyncpg.PostgresError):
                await asyncio.sleep(AGAIN)
                continue
            ended = asyncio.Event()
            connection.add_termination_listener(lambda _, ended=ended: ended.set())
            try:
                await connection.add_listener(CHANNEL, self._hear)
                await connection.add_listener(WORDS, self._overhear)
                self._listener = connection
                # Nobody knows what was said before it could be heard.
                self.heard(None)
                await ended.wait()
                log.warning("the database's notifications stopped; listening again")
            except (*LOST, asyncpg.PostgresError):
                pass
            finally:
                self._listener = None
                connection.terminate()
            await asyncio.sleep(AGAIN)

    def _hear(self, _connection: Any, _process: int, _channel: str, said: Any) -> None:
        worker, *tables = str(said).split()
        if worker != self.worker:
            self.heard(tables)

    def _overhear(self, _connection: Any, _process: int, _channel: str, said: Any) -> None:
        worker, table, what = str(said).split(" ", 2)
        if worker != self.worker:
            self.overheard(table, what)


@contextlib.contextmanager
def _faults() -> Iterator[None]:
    """What the driver raises, as the faults of a store."""
    try:
        yield
    except asyncpg.UniqueViolationError:
        raise Conflict from None
    except LOST as e:
        raise StoreLost(_said(e)) from None
    except asyncpg.PostgresError as e:
        raise StoreFailed(_said(e)) from None


def _plain(statement: Statement) -> tuple[str, tuple[Any, ...]]:
    return statement.text, statement.values


class _Found:
    """Rows of one table's tail as they come."""

    def __init__(self) -> None:
        self._entries: list[EntryRow] = []
        self._events: list[SeatingRow] = []
        self._elsewhere: set[str] = set()

    def add(self, kind: int, table: str, row: list[Any]) -> None:
        seq, t, seat, text, lag, at, guest, ask = row
        if kind == sql.ENTRY:
            self._entries.append(EntryRow(table, seq, t, seat, text, lag, at, guest, ask))
        elif kind == sql.SEATING:
            self._events.append(SeatingRow(table, seq, text, at, guest, ask))
        else:
            self._elsewhere.update(msgspec.json.decode(text))

    @property
    def rows(self) -> tuple[tuple[EntryRow, ...], tuple[SeatingRow, ...], frozenset[str]]:
        return tuple(self._entries), tuple(self._events), frozenset(self._elsewhere)


async def adopt(url: str, secret: str, *, made_up: bool = False) -> str:
    """Bring the database to this version's schema; the house's secret: `secret` if it has none.

    Safe when several do it at once. CannotOpen if there is no such database, or we may not use it;
    or if its games have lost their secret, and the one that is given is only `made_up`.
    """
    async with connected(url) as connection, connection.transaction():
        await connection.execute(sql.ALONE)
        is_new = await _migrate(connection)
        if made_up and await connection.fetchval(sql.SECRET) is None:
            await _require_nobody(connection)
        await connection.execute(sql.KEEP_SECRET, secret)
        if is_new:
            name = await connection.fetchval("SELECT current_database()")
            whose = "a new one" if made_up else "one that was there before"
            log.info("a new house: the database %s was empty; its secret is %s", name, whose)
        return str(await connection.fetchval(sql.SECRET))


async def _require_nobody(connection: asyncpg.Connection) -> None:
    """CannotOpen if there is anything of anybody: with another secret, nobody is who they were."""
    for table in ("tables", "profiles", "attempts"):
        if await connection.fetchval(f"SELECT 1 FROM {table} LIMIT 1"):
            raise CannotOpen(
                "the games in this database have lost the secret by which people are who they are: "
                "put it back into the file `secret` of the --data folder; or make everybody a "
                "stranger with a new one there: openssl rand -hex 32"
            )


async def secret_of(url: str) -> str:
    """The house's secret; CannotOpen if there is no house in this database."""
    await require_games(url)
    async with connected(url) as connection:
        if (secret := await connection.fetchval(sql.SECRET)) is None:
            raise CannotOpen("the games in this database have lost their secret")
        return str(secret)


async def set_secret(url: str, old: str, new: str) -> None:
    """Let the house have another secret; CannotOpen if somebody else changed it meanwhile."""
    async with connected(url) as connection:
        if await connection.fetchval(sql.SET_SECRET, old, new) is None:
            raise CannotOpen("the secret was changed by somebody else: try again")


async def require_games(url: str) -> None:
    """CannotOpen unless the database has this version's schema; nothing is written to it."""
    async with connected(url) as connection:
        if not await _is_house(connection):
            raise CannotOpen("there are no games in this database")
        if await connection.fetchval(sql.VERSION) != VERSION:
            raise CannotOpen("the games in this database are of another version of Inglenook")


@contextlib.asynccontextmanager
async def connected(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection for a moment; CannotOpen if there is none, or the database says no."""
    connection = None
    try:
        connection = await asyncpg.connect(url, timeout=TIMEOUT)
        yield connection
    except (*LOST, asyncpg.PostgresError) as e:
        raise CannotOpen(f"cannot use the database: {_said(e)}") from None
    except ValueError:
        # Its text would quote a password that contains an address's punctuation.
        how = "postgresql://user:password@host:port/name, with %-codes for signs in the password"
        raise CannotOpen(f"cannot use the database: its address is written as {how}") from None
    finally:
        if connection:
            connection.terminate()


async def _migrate(connection: asyncpg.Connection) -> bool:
    """Whether there was nothing yet."""
    await _is_house(connection)
    await connection.execute(sql.VERSIONS)
    version = await connection.fetchval(sql.VERSION) or 0
    if version > VERSION:
        raise CannotOpen(LATER.format("the database"))
    for number, migration in enumerate(MIGRATIONS[version:], version + 1):
        await connection.execute(migration)
        await connection.execute(sql.MIGRATED, number)
    return version == 0


async def _is_house(connection: asyncpg.Connection) -> bool:
    """Whether a database has a release's schema; CannotOpen if a development version made it."""
    if await connection.fetchval(sql.IS_HOUSE):
        return True
    if await connection.fetchval(sql.IS_UNRELEASED):
        raise CannotOpen(UNRELEASED.format("the database"))
    return False


async def _as_it_is(_: asyncpg.Connection) -> None:
    """No statement here leaves anything behind that would have to be cleaned up: doing so anyway
    takes as long as a statement."""


def _said(e: BaseException) -> str:
    """What went wrong, without the rows that a driver likes to add."""
    if isinstance(e, asyncpg.InternalClientError):
        return "the connection broke"  # it says so in its own terms
    return " ".join(str(e).partition("\n")[0].split()) or type(e).__name__


def _listed(rows: list[Any]) -> list[Listed]:
    return [
        Listed(
            row=table_row(row[:10]),
            status=row[10],
            moves=row[11],
            events=tuple(row[12]),
            here=frozenset(guest for guests in row[13] for guest in msgspec.json.decode(guests)),
        )
        for row in map(tuple, rows)
    ]

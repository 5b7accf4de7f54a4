"""Reading a SQLite file that may be damaged, or lie where nothing can be written."""

import re
import shutil
import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from inglenook.server.store.base import CannotOpen
from inglenook.server.store.schema import MIGRATIONS, for_sqlite, require_known

REMEDY = "`inglenook restore` brings a backup back"
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_FULL = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY})
# Whatever can be told of a table or an index without its text, which has comments.
_SCHEMA = """SELECT m.type, m.name, m.tbl_name, group_concat(c.name || ' ' || c.type || ' ' || c.pk)
    FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) c
    WHERE m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.type <> 'index' GROUP BY m.name
    UNION ALL SELECT m.type, m.name, m.tbl_name, group_concat(c.name)
    FROM sqlite_master m LEFT JOIN pragma_index_info(m.name) c
    WHERE m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.type = 'index' GROUP BY m.name"""


def reason(e: sqlite3.Error | UnicodeDecodeError) -> str:
    """Why SQLite failed, in one line and without what lies in the file."""
    if isinstance(e, UnicodeDecodeError):
        return "text that is not UTF-8"
    said = " ".join(str(e).partition(" with text ")[0].split())
    return "".join(sign if sign.isprintable() else "?" for sign in said)


class Damaged(CannotOpen):
    """A file that holds something wrong; `what` is without what to do about it."""

    def __init__(self, path: Path, why: str, table: str = "") -> None:
        self.what = f"{path} is damaged{f', in table {table}' if table else ''} ({why})"
        super().__init__(f"{self.what}: {REMEDY}")


@contextmanager
def spoken(path: Path) -> Iterator[None]:
    """What goes wrong with a file, as CannotOpen."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as e:
        # Without a code it is the driver's: it could not decode what SQLite gave it.
        if _code(e) in _DAMAGE | {None}:
            raise Damaged(path, reason(e)) from None
        raise CannotOpen(f"cannot read {path}: {reason(e)}") from None


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that writes nothing, also where nothing can be written; CannotOpen.

    A server may be using the file.
    """
    with ExitStack() as open_until_then, spoken(path):
        yield _opened(path, open_until_then)


def _opened(path: Path, stack: ExitStack) -> sqlite3.Connection:
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and path.is_file() and not path.stat().st_size:
        # SQLite would take it for a new file, and delete what is left of the old one.
        raise Damaged(path, f"it is empty, and {log.name} lies beside it")
    try:
        return _connected(path, "mode=ro", stack)
    except sqlite3.OperationalError as e:
        if _code(e) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        # SQLite wants to make files beside this one. If they are there already, it does without.
        if not log.is_file() or not log.stat().st_size:
            return _connected(path, "immutable=1", stack)
    # The last changes are in the log, which `immutable` would leave out.
    try:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        for file in (path, log):
            shutil.copyfile(file, folder / file.name)
    except OSError as e:
        raise CannotOpen(f"cannot copy {path} to read it: {e.strerror}") from None
    return _connected(folder / path.name, "mode=ro", stack)


def _connected(path: Path, how: str, stack: ExitStack) -> sqlite3.Connection:
    db = sqlite3.connect(f"file:{quote(str(path))}?{how}", uri=True)
    with ExitStack() as unless_read:
        unless_read.enter_context(closing(db))
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        stack.push(unless_read.pop_all())
    return db


def copy(path: Path, to: Path) -> None:
    """The file as it is at this moment, also while a server writes to it; CannotOpen."""
    with reading(path) as source:
        try:
            with closing(sqlite3.connect(to)) as target:
                source.backup(target)
        except sqlite3.Error as e:
            if _code(e) in _FULL or _is_of_writing(e):
                raise CannotOpen(f"cannot write {to}: {reason(e)}") from None
            raise


def _code(e: BaseException) -> int | None:
    """SQLite's own code for an error, without what it adds to it."""
    code: int | None = getattr(e, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _is_of_writing(e: sqlite3.Error) -> bool:
    name = getattr(e, "sqlite_errorname", "")
    return re.match(r"SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE)", name) is not None


def version_in(db: sqlite3.Connection, name: Path) -> int:
    """Return the version of a database's schema, 0 if it has none yet, or no longer any.

    CannotOpen if no release made it, or a later one; `name` is what to call it.
    """
    if db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None:
        return 0
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    require_known(name, application_id, version)
    return int(version)


def version_of(path: Path) -> int:
    """Return the version of a file's schema as `version_in` does; CannotOpen."""
    with reading(path) as db:
        return version_in(db, path)


def has_games(path: Path) -> bool:
    """Whether a store holds anything of anybody; CannotOpen."""
    with reading(path) as db:
        personal = ("tables", "profiles", "attempts")
        return any(db.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in personal)


def require_whole(path: Path, called: Path | None = None) -> None:
    """CannotOpen if anything in a file is wrong that SQLite and the schema can tell.

    `called` is the file to name, if this one is a copy of it.
    """
    name = called or path
    with ExitStack() as closed, spoken(name):
        db = _opened(path, closed)
        try:
            (said,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        except (sqlite3.Error, UnicodeDecodeError) as e:
            said = reason(e)
        if said != "ok":
            raise Damaged(name, " ".join(said.split()), _broken_table(db))
        _require_schema(db, name)
        for table in _tables(db):
            _require_text(db, table, name)


def _tables(db: sqlite3.Connection) -> list[str]:
    return [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def _broken_table(db: sqlite3.Connection) -> str:
    """The first table in which SQLite finds something wrong; none if it is between them."""
    try:
        names = _tables(db)
    except (sqlite3.Error, UnicodeDecodeError):
        return "sqlite_master"
    for name in names:
        quoted = name.replace('"', '""')
        try:
            (said,) = db.execute(f'PRAGMA integrity_check("{quoted}")').fetchone()
        except (sqlite3.Error, UnicodeDecodeError):
            return name
        if said != "ok":
            return name
    return ""


def _require_schema(db: sqlite3.Connection, name: Path) -> None:
    """CannotOpen if there is more or less in a file than a version of the schema has.

    A backup comes from elsewhere, and a trigger in it would go on doing things in the house.
    """
    version = version_in(db, name)
    with closing(sqlite3.connect(":memory:")) as fresh:
        for migration in MIGRATIONS[:version]:
            fresh.executescript(for_sqlite(migration))
        should_be = set(fresh.execute(_SCHEMA))
    found = set(db.execute(_SCHEMA))
    for kind, part, *_ in sorted(found ^ should_be, key=str):
        raise Damaged(name, f"its {kind} {part!a} is not as Inglenook made it")


def _require_text(db: sqlite3.Connection, table: str, name: Path) -> None:
    """CannotOpen if there is text in a table that is none: SQLite itself does not look."""
    columns = [(row[1], row[2], row[5]) for row in db.execute(f"PRAGMA table_info({table})")]
    texts = [column for column, kind, _ in columns if kind == "TEXT"]
    keys = [column for column, _, place in sorted(columns, key=lambda each: each[2]) if place]
    if not texts:
        return
    try:
        deque(db.execute(f"SELECT {', '.join(texts)} FROM {table}"), maxlen=0)
        return
    except (sqlite3.Error, UnicodeDecodeError) as e:
        why = reason(e)
    db.text_factory = bytes
    for row in db.execute(f"SELECT {', '.join(keys + texts)} FROM {table}"):
        for column, value in zip(texts, row[len(keys) :], strict=True):
            if _is_no_text(value):
                key = ", ".join(_shown(part) for part in row[: len(keys)])
                raise Damaged(name, f"row {key}: {column} is not UTF-8", table)
    raise Damaged(name, why, table)


def _is_no_text(value: bytes | None) -> bool:
    try:
        (value or b"").decode()
    except UnicodeDecodeError:
        return True
    return False


def _shown(value: bytes | int) -> str:
    return ascii(value.decode(errors="replace")) if isinstance(value, bytes) else str(value)

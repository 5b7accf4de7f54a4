"""Damaged files and missing parts, against every command that reads a house: each says in one line
what is wrong, and leaves all files as they were."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from inglenook.server.operations.backup import back_up
from inglenook.server.ratings.recompute import recompute
from inglenook.server.store import CannotOpen, Location, SqliteStore, open_store, prepare
from inglenook.server.store import postgres_sql as sql
from tests.command import Done, one_line, process, run, run_here
from tests.postgres import Postgres
from tests.serving import INGLENOOK, Server
from tests.small_house import HOUSE, OVER
from tests.small_house import small_house as small_house
from tests.torture.shims import Shims

DB, WAL, SHM, JOURNAL = (f"inglenook.db{end}" for end in ("", "-wal", "-shm", "-journal"))
PAGE = 4096
MOVE = b'{"type":"place","cell":'
Damage = Callable[[bytes], bytes]
YESTERDAY = "what was there before"


@pytest.fixture(scope="module")
def whole(small_house: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house without faults that was closed, and a backup of it; only to be copied."""
    folder = tmp_path_factory.mktemp("whole")
    house = Path(shutil.copytree(small_house, folder / "house"))
    asyncio.run(_recompute(house / DB))
    assert names(house) == {DB, "secret"}
    back_up(Location(house), folder / "backup")
    clean(house)
    return folder


async def _recompute(file: Path) -> None:
    store = SqliteStore(file)
    await recompute(store, lambda *_: None)
    await store.close()


@pytest.fixture
def house(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole / "house", tmp_path / "house"))


def clean(house: Path) -> None:
    """Let nothing lie beside the database, as after a server has ended."""
    with closing(sqlite3.connect(house / DB)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("COMMIT")


def crashed(house: Path) -> None:
    """Leave a house behind as `kill -9` does: its last changes are in the log beside it."""
    program = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("INSERT INTO settings VALUES ('last', 'change')")
os._exit(0)
"""
    assert process(INGLENOOK.parent / "python", "-c", program, house / DB).returncode == 0
    assert {WAL, SHM} <= names(house)


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


def files(folder: Path) -> dict[str, bytes | None]:
    """All that lies in a folder, without what SQLite needs beside a file while it reads."""
    found = {file.name: None if file.is_dir() else file.read_bytes() for file in folder.iterdir()}
    if found.get(WAL) == b"":
        del found[WAL]
    return {name: text for name, text in found.items() if name not in (SHM, "lock")}


def serve(house: Path, *more: str | Path) -> Done:
    """A server, until it is open or has said why it is not."""
    command = [INGLENOOK, "serve", "--port", "0", "--data", house, *more]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        said = server.stdout.readline()
        if said:
            server.terminate()
        _, complained = server.communicate(timeout=60)
        return Done(server.returncode, said, complained)


def ask(command: str, house: Path, backup: Path, out: Path) -> Done:
    """A command about a house, or about a backup; what it writes goes to `out`."""
    data = ("--data", house)
    match command:
        case "serve":
            return serve(house)
        case "backup" | "export":
            return run_here(command, *data, out)
        case "recompute":
            return run_here(command, *data, "--workers", "1")
        case "restore":
            return run_here(command, "--data", out, backup)
    return run_here(command, *data)


def cut(size: float) -> Damage:
    """A share of a file, or so many bytes; without so many if they are fewer than none."""
    return lambda file: file[: int(size * len(file) if 0 < size < 1 else size)]


def flip(at: int | bytes, count: int = 1) -> Damage:
    """Other bits in some bytes, at a place or at a text."""

    def flipped(file: bytes) -> bytes:
        first = at if isinstance(at, int) else file.index(at)
        part = bytes(byte ^ 0xFF for byte in file[first : first + count])
        return file[:first] + part + file[first + count :]

    return flipped


def flip_page(table: str, count: int) -> Damage:
    """Other bits in the first bytes of a table's first page."""

    def flipped(file: bytes) -> bytes:
        with closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(file[:18] + b"\1\1" + file[20:])  # not with a log beside it
            found = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
            (page,) = found.fetchone()
        return flip((page - 1) * PAGE, count)(file)

    return flipped


# Whether a server refuses to start as well: it does not read all of a house first.
DAMAGES: dict[str, tuple[Damage, bool]] = {
    "emptied": (cut(0), True),
    "cut in the header": (cut(50), True),
    "cut after a page": (cut(PAGE), True),
    "cut in the middle": (cut(0.5), True),
    "cut by half a page": (cut(-PAGE // 2), False),
    "first byte": (flip(0), True),
    "size of pages": (flip(16), True),
    "first page": (flip(100), True),
    "schema": (flip(b"CREATE TABLE entries", 200), True),
    "name in the schema": (flip(b"entriesentries", 1), True),
    "a move": (flip(MOVE), False),
    "moves": (flip(MOVE, 200), False),
    "page of entries": (flip_page("entries", 1), False),
    "page of tables": (flip_page("tables", 200), False),
    "page of ratings": (flip_page("ratings", 200), False),
    "page of an index": (flip_page("tables_by_due", 200), False),
}


@pytest.mark.parametrize("command", ["serve", "check", "backup", "restore", "export", "recompute"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_said_to_be_one(
    damage: str, command: str, house: Path, whole: Path, tmp_path: Path
) -> None:
    change, stops_server = DAMAGES[damage]
    backup, out = tmp_path / "backup", tmp_path / "out"
    backup.write_bytes(change((whole / "backup").read_bytes()))
    (house / DB).write_bytes(change((house / DB).read_bytes()))
    if command != "restore":
        out.write_text(YESTERDAY)
    before = files(house)
    done = ask(command, house, backup, out)
    if command == "serve" and not stops_server:
        assert "is open at" in done.stdout
        assert '"trace"' not in done.stderr
        assert "Traceback" not in done.stderr
        return
    said = one_line(done)
    if damage != "emptied":
        assert "is damaged" in said
        assert str(backup if command == "restore" else house / DB) in said
    assert files(house) == before
    if command == "restore":
        assert not out.exists()
    else:
        assert out.read_text() == YESTERDAY


def test_it_is_said_which_table_and_which_row_are_damaged(house: Path) -> None:
    file = (house / DB).read_bytes()
    (house / DB).write_bytes(flip_page("ratings", 200)(file))
    assert "is damaged, in table ratings (" in one_line(run_here("check", "--data", house))
    (house / DB).write_bytes(flip(MOVE)(file))
    said = one_line(run_here("check", "--data", house))
    assert re.search(
        r"in table entries \(row '[\w-]+', \d+: move is not UTF-8\): `inglenook r", said
    )


@pytest.mark.parametrize(
    "change",
    [
        f"UPDATE entries SET move = '{{' WHERE table_id = '{OVER}' AND seq = 3",
        f"UPDATE entries SET move = '[1]' WHERE table_id = '{OVER}' AND seq = 3",
        f"UPDATE happenings SET what = 'x' WHERE table_id = '{OVER}' AND seq = 0",
        f"UPDATE tables SET options = '{{' WHERE id = '{OVER}'",
        f"UPDATE tables SET options = '[1]' WHERE id = '{OVER}'",
        f"UPDATE tables SET time_control = '{{}}' WHERE id = '{OVER}'",
        f"UPDATE finished SET outcome = 'x' WHERE table_id = '{OVER}'",
    ],
)
def test_a_row_that_cannot_be_read_is_named_and_the_others_are_read(
    change: str, house: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(house / DB)) as db:
        db.execute(change)
        db.commit()
        history = db.execute("SELECT * FROM finished").fetchall()
    checked = run_here("check", "--data", house)
    assert checked.returncode == 1
    assert re.fullmatch(rf"table {OVER}: (a row|bad-options)[^\n]+\n", checked.stdout)
    assert checked.stderr == f"checked: {len(HOUSE)}; faults: 1\n"
    if "finished" in change:
        return  # no other command reads that
    exported = run_here("export", "--data", house, tmp_path / "out")
    assert exported.returncode == 1
    assert re.match(rf"table {OVER}: (bad-record: a row|bad-options)[^\n]+\n", exported.stderr)
    assert "left behind: 1\n" in exported.stderr
    assert (tmp_path / "out").read_text().count('"record"') == len(HOUSE) - 1
    said = one_line(run("recompute", "--data", house, "--workers", "1"))
    assert re.search(f"table {OVER}: (a row|bad-options)", said)
    assert "nothing was changed" in said
    with closing(sqlite3.connect(house / DB)) as db:
        assert db.execute("SELECT * FROM finished").fetchall() == history


# Development versions before release 1.0 wrote one of these into a store, or into a backup.
EARLIER_IDS = (0, 0x496E676C)


@pytest.mark.parametrize("command", ["serve", "check", "backup", "restore", "export", "recompute"])
@pytest.mark.parametrize("version", [1, 8])
@pytest.mark.parametrize("application_id", EARLIER_IDS)
def test_a_house_of_a_development_version_is_refused(
    application_id: int, version: int, command: str, house: Path, whole: Path, tmp_path: Path
) -> None:
    backup, out = tmp_path / "backup", tmp_path / "out"
    shutil.copy(whole / "backup", backup)
    for file in (backup, house / DB):
        with closing(sqlite3.connect(file)) as db:
            db.execute(f"PRAGMA application_id = {application_id}")
            db.execute(f"PRAGMA user_version = {version}")
    clean(house)
    before = files(house)
    said = one_line(ask(command, house, backup, out))
    assert f"{backup if command == 'restore' else house / DB} was made by a development" in said
    assert files(house) == before
    assert not out.exists()


@pytest.mark.parametrize("command", ["serve", "check", "backup", "restore", "export", "recompute"])
def test_a_database_of_a_development_version_is_refused(
    command: str, whole: Path, tmp_path: Path, postgres: Postgres
) -> None:
    url, out = postgres.database(), tmp_path / "out"

    async def make() -> None:
        database = await asyncpg.connect(url)
        await database.execute("CREATE TABLE schema_versions (version BIGINT PRIMARY KEY)")
        await database.execute("INSERT INTO schema_versions VALUES (1)")
        await database.close()

    asyncio.run(make())
    match command:
        case "serve":
            done = serve(tmp_path, "--database", url)
        case "check" | "recompute":
            done = run_here(command, "--database", url)
        case _:
            file = whole / "backup" if command == "restore" else out
            done = run_here(command, file, "--database", url)
    assert "the database was made by a development version" in one_line(done)
    assert not out.exists()


def remove(name: str) -> Callable[[Path], object]:
    return lambda house: (house / name).unlink()


def write(name: str, text: bytes) -> Callable[[Path], object]:
    return lambda house: (house / name).write_bytes(text)


def folder(name: str) -> Callable[[Path], object]:
    def replaced(house: Path) -> None:
        (house / name).unlink()
        (house / name).mkdir()

    return replaced


def lost_log(house: Path) -> None:
    crashed(house)
    (house / WAL).unlink()


def lost_database(house: Path) -> None:
    crashed(house)
    (house / DB).unlink()


def emptied_beside_a_log(house: Path) -> None:
    crashed(house)
    (house / DB).write_bytes(b"")


def only_a_header(house: Path) -> None:
    """A house that never moved what is in its log, and lost that."""
    (house / DB).unlink()
    with closing(sqlite3.connect(house / DB)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    assert (house / DB).stat().st_size


GONE = "and the games are gone (inglenook.db is"
PARTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "no database": (remove(DB), f"{GONE} missing)"),
    "only a header": (only_a_header, f"{GONE} empty)"),
    "a folder for a database": (folder(DB), "inglenook.db is not a file"),
    "a database without its file": (
        lost_database,
        "the inglenook.db that it belongs to is missing",
    ),
    "no log": (lost_log, "inglenook.db-wal is missing in"),
    "an empty database beside a log": (emptied_beside_a_log, "is empty, and inglenook.db-"),
    "no secret": (remove("secret"), "the secret by which people are who they are is missing"),
    "an empty secret": (write("secret", b""), "has 0 characters, and needs 32"),
    "a short secret": (write("secret", b"s" * 10), "has 10 characters, and needs 32"),
    "a secret that is no text": (write("secret", b"\xba" * 64), "is not text"),
    "a folder for a secret": (folder("secret"), "secret is not a file"),
}


@pytest.mark.parametrize("command", ["serve", "check", "backup", "export", "recompute"])
@pytest.mark.parametrize("part", PARTS)
def test_a_missing_part_is_named(part: str, command: str, house: Path, tmp_path: Path) -> None:
    lose, says = PARTS[part]
    lose(house)
    before, out = files(house), tmp_path / "out"
    out.write_text(YESTERDAY)
    done = ask(command, house, tmp_path, out)
    if command == "export" and "secret" in part:  # it does not need that
        assert done.returncode == 0
        return
    said = one_line(done)
    if says.startswith(GONE) and command in ("export", "recompute"):
        says = "there are no games in"
    assert says in said
    assert str(house) in said
    assert files(house) == before
    assert out.read_text() == YESTERDAY


def test_what_a_refusal_says_to_do_helps(house: Path, whole: Path) -> None:
    (house / DB).unlink()
    assert "`inglenook restore`" in one_line(serve(house))
    assert run_here("restore", whole / "backup", "--data", house).returncode == 0
    assert "is open at" in serve(house).stdout
    (house / "secret").unlink()
    (command,) = re.findall(r"stranger: (openssl .*)$", one_line(serve(house)), re.M)
    subprocess.run(["sh", "-c", command], check=True)
    assert "is open at" in serve(house).stdout
    shutil.rmtree(house)
    house.mkdir()
    (house / "secret").write_text("s" * 64)
    (command,) = re.findall(r"delete (.*)$", one_line(serve(house)), re.M)
    Path(command).unlink()
    assert "is open at" in serve(house).stdout


def test_a_new_house_says_so_once_and_one_that_began_halfway_goes_on(tmp_path: Path) -> None:
    house, log = tmp_path / "mistyped", tmp_path / "log"
    for _ in range(2):
        with Server(house, log=log) as server:
            assert server.stop() == 0
    assert log.read_text().count(f"a new house: there were no games in {house}") == 1
    # A first start that was cut off before it was through.
    (house / "secret").unlink()
    prepare(Location(house))
    (house / "secret").unlink()
    (house / DB).write_bytes(b"")
    prepare(Location(house))
    asyncio.run(open_store(Location(house)).close())


# --- restoring --------------------------------------------------------------------------------


def test_nothing_is_restored_beside_what_a_crash_left(whole: Path, tmp_path: Path) -> None:
    house, backup = tmp_path / "house", whole / "backup"
    with Server(house) as server:
        server.kill()
    assert WAL in names(house)
    said = one_line(run_here("restore", backup, "--data", house))
    assert "move the whole folder away, not just a file of it" in said
    # What happens all the same.
    (house / DB).rename(house / "broken.db")
    before = files(house)
    said = one_line(run_here("restore", backup, "--data", house))
    assert f"{house / WAL} is left of other games" in said
    assert "move the whole folder away" in said
    assert files(house) == before
    house.rename(tmp_path / "away")
    assert run_here("restore", backup, "--data", house).returncode == 0
    checked = run_here("check", "--data", house)
    assert checked.stderr == f"checked: {len(HOUSE)}; faults: 0\n"


@pytest.mark.parametrize("left", [WAL, SHM, JOURNAL])
def test_each_file_that_would_spoil_a_restored_house_is_named(
    left: str, whole: Path, tmp_path: Path
) -> None:
    (tmp_path / left).write_bytes(b"")
    said = one_line(run_here("restore", whole / "backup", "--data", tmp_path))
    assert f"{tmp_path / left} is left" in said
    assert names(tmp_path) == {left}


def test_a_journal_that_a_backup_left_behind_does_not_spoil_the_next(
    house: Path, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    for end in ("", "-wal", "-shm", "-journal"):
        file.with_name(f"backup.part{end}").write_bytes(b"left behind")
    assert run_here("backup", file, "--data", house).returncode == 0
    assert names(tmp_path) == {"backup", "house"}


def test_a_restored_house_keeps_a_secret_with_more_keys_and_spoils_no_other(
    house: Path, whole: Path
) -> None:
    (house / DB).unlink()
    (house / "secret").write_text("t" * 64)
    said = one_line(run_here("restore", whole / "backup", "--data", house))
    assert f"{house / 'secret'} has not the backup's keys" in said
    assert files(house) == {"secret": b"t" * 64}
    keys = "s" * 64 + "\n" + "t" * 64
    (house / "secret").write_text(keys)
    assert run_here("restore", whole / "backup", "--data", house).returncode == 0
    assert (house / "secret").read_text() == keys


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TRIGGER other AFTER INSERT ON entries BEGIN DELETE FROM profiles; END",
        'CREATE TABLE "other; --" (a)',
        "CREATE VIEW other AS SELECT 1",
        "ALTER TABLE pages ADD COLUMN other TEXT",
        "DROP INDEX finished_by_table",
        "DROP TABLE pages",
    ],
)
def test_what_inglenook_did_not_make_is_refused(
    change: str, house: Path, whole: Path, tmp_path: Path
) -> None:
    backup, out = tmp_path / "backup", tmp_path / "out"
    shutil.copy(whole / "backup", backup)
    for file in (backup, house / DB):
        with closing(sqlite3.connect(file)) as db:
            db.execute(change)
            db.commit()
    for done in (
        run_here("restore", backup, "--data", out),
        run_here("check", "--data", house),
    ):
        assert "is not as Inglenook made it" in one_line(done)
    assert not out.exists()


def test_a_backup_without_a_secret_is_not_restored(whole: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    shutil.copy(whole / "backup", backup)
    with closing(sqlite3.connect(backup)) as db:
        db.execute("DELETE FROM settings WHERE name = 'secret'")
        db.commit()
    said = one_line(run_here("restore", backup, "--data", tmp_path / "house"))
    assert f"the secret in {backup} has 0 characters" in said
    assert not (tmp_path / "house").exists()


@pytest.fixture
def shims() -> Iterator[Shims]:
    made = Shims()
    yield made
    made.remove()


def test_a_full_disk_is_said_to_be_full_and_nothing_is_left_there(
    whole: Path, house: Path, tmp_path: Path, shims: Shims
) -> None:
    full = tmp_path / "full"
    full.mkdir()
    shims.fill(full)
    for command in (
        ("restore", whole / "backup", "--data", full),
        ("restore", whole / "backup", "--data", full / "new"),
        ("backup", full / "backup", "--data", house),
    ):
        said = one_line(run(*command, **shims.env))
        assert re.match(rf"inglenook: cannot write (to the data folder )?{full}", said)
        assert names(full) == set()


# --- where nothing can be written ---------------------------------------------------------------


def run_without_writing(*words: str | Path) -> Done:
    """A command by somebody who may not write where it says so: not even root, here."""
    plain = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if os.geteuid() == 0 else ()
    return process(*plain, INGLENOOK, *words)


@pytest.mark.parametrize("left", [(), (WAL, SHM), (WAL,)], ids=["closed", "crashed", "no index"])
def test_a_house_where_nothing_can_be_written_is_read_with_its_last_changes(
    left: tuple[str, ...], house: Path, tmp_path: Path
) -> None:
    if left:
        crashed(house)
    for name in ({WAL, SHM} & names(house)) - {*left}:
        (house / name).unlink()
    before = files(house)
    house.chmod(0o500)
    try:
        checked = run_without_writing("check", "--data", house)
        assert checked == (0, "", f"checked: {len(HOUSE)}; faults: 0\n")
        done = run_without_writing("backup", tmp_path / "backup", "--data", house)
        assert done.returncode == 0
        assert "cannot write to" in one_line(run_without_writing("serve", "--data", house))
    finally:
        house.chmod(0o700)
    assert files(house) == before
    with closing(sqlite3.connect(tmp_path / "backup")) as db:
        found = db.execute("SELECT value FROM settings WHERE name = 'last'").fetchall()
    assert found == ([("change",)] if left else [])


def test_a_folder_to_which_nothing_can_be_restored_is_said_so(whole: Path, tmp_path: Path) -> None:
    house = tmp_path / "house"
    house.mkdir(0o500)
    for folder in (house, house / "new"):
        said = one_line(run_without_writing("restore", whole / "backup", "--data", folder))
        assert re.search(f"{folder}.*: Permission denied", said)
    assert names(house) == set()


# --- PostgreSQL -----------------------------------------------------------------------------------


def test_a_database_that_lost_its_secret_is_not_given_another(
    whole: Path, tmp_path: Path, postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="inglenook")
    url, folder = postgres.database(), tmp_path / "folder"
    prepare(Location(folder, url))
    prepare(Location(folder, url))
    (line,) = caplog.messages
    assert line.startswith("a new house: the database inglenook_")
    assert line.endswith("was empty; its secret is a new one")

    async def lose() -> list[str]:
        database = await asyncpg.connect(url)
        await database.execute("DELETE FROM settings WHERE name = 'secret'")
        found = [row[0] for row in await database.fetch(sql.SECRET)]
        await database.close()
        return found

    # As long as there is nobody, another will do.
    assert asyncio.run(lose()) == []
    prepare(Location(folder, url))
    asyncio.run(lose())
    url = postgres.database()
    assert run_here("restore", whole / "backup", "--database", url).returncode == 0
    asyncio.run(lose())
    with pytest.raises(CannotOpen, match="have lost the secret by which people are who they are"):
        prepare(Location(folder, url))
    assert "have lost the secret" in one_line(serve(folder, "--database", url))
    for words in (("check",), ("backup", tmp_path / "out")):
        assert "have lost their secret" in one_line(run_here(*words, "--database", url))
    # It may be told again.
    folder.mkdir()
    (folder / "secret").write_text("s" * 64)
    assert prepare(Location(folder, url)) == "s" * 64


def test_a_house_that_was_recomputed_moves_to_the_other_database(
    house: Path, tmp_path: Path, postgres: Postgres
) -> None:
    with closing(sqlite3.connect(house / DB)) as db:
        assert db.execute("SELECT count(*) FROM sqlite_stat1").fetchone() != (0,)
    back_up(Location(house), tmp_path / "backup")
    url = postgres.database()
    assert run_here("restore", tmp_path / "backup", "--database", url).returncode == 0
    checked = run_here("check", "--database", url)
    assert checked.stderr == f"checked: {len(HOUSE)}; faults: 0\n"

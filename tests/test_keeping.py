"""Backups of a whole house, bringing them back, and looking for faults: on both databases."""

import asyncio
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import inglenook
from inglenook import Refused
from inglenook.server.operations.backup import back_up, restore
from inglenook.server.store import Location, open_to_read
from inglenook.server.store.schema import VERSION
from inglenook.server.transfer.outgoing import outgoing
from tests.command import run_here
from tests.postgres import Postgres
from tests.small_house import HOUSE, OVER, SECRET, WAITING
from tests.small_house import small_house as small_house


@pytest.fixture
def house(small_house: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small_house, tmp_path / "house"))


def contents(location: Location) -> list[object]:
    async def read() -> list[object]:
        await store.start()
        try:
            found = [table async for _, table in outgoing(store)]
            return [table for table in found if not isinstance(table, Refused)]
        finally:
            await store.close()

    with open_to_read(location) as store:
        return asyncio.run(read())


def test_a_backup_goes_into_either_database_and_back(
    house: Path, tmp_path: Path, postgres: Postgres
) -> None:
    file, moved = tmp_path / "backup", tmp_path / "again"
    database = postgres.database()
    assert run_here("backup", file, "--data", house)[0] == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert run_here("restore", file, "--database", database)[0] == 0
    assert run_here("backup", file, "--database", database)[0] == 0
    assert run_here("restore", file, "--data", moved)[0] == 0
    assert (moved / "secret").read_text() == SECRET
    old = contents(Location(house))
    assert len(old) == len(HOUSE)
    assert contents(Location(moved)) == contents(Location(tmp_path, database)) == old
    for where in (("--data", moved), ("--database", database)):
        assert run_here("check", *where) == (0, "", f"checked: {len(HOUSE)}; faults: 0\n")
    # Where there is a house, nothing is written over it.
    assert "empty folder" in run_here("restore", file, "--data", moved)[2]
    assert "empty one" in run_here("restore", file, "--database", database)[2]


def test_what_is_restored_belongs_to_whom_the_folder_belongs(house: Path, tmp_path: Path) -> None:
    back_up(Location(house), tmp_path / "backup")
    folder = tmp_path / "service"
    folder.mkdir()
    if os.geteuid() == 0:
        os.chown(folder, 4321, 4321)
    restore(Location(folder), tmp_path / "backup")
    for name in ("inglenook.db", "secret"):
        assert (folder / name).stat().st_uid == folder.stat().st_uid
        assert (folder / name).stat().st_mode & 0o777 == 0o600


def test_a_backup_that_is_no_good_writes_nothing(house: Path, tmp_path: Path) -> None:
    file, folder = tmp_path / "backup", tmp_path / "new"
    back_up(Location(house), file)
    restored = tmp_path / "restored"
    restore(Location(restored), file)
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    cut, text = tmp_path / "cut", tmp_path / "text"
    cut.write_bytes(file.read_bytes()[:20_000])
    text.write_text("hello")
    for bad, said in (
        (file, "later version"),
        (cut, "damaged"),
        (text, "damaged"),
        (house / "inglenook.db", "is no backup"),
        (restored / "inglenook.db", "is no backup"),
        (tmp_path / "none", "no file"),
    ):
        status, _, err = run_here("restore", bad, "--data", folder)
        assert (status, err.count("\n")) == (2, 1)
        assert said in err
        assert not folder.exists()
    status, _, err = run_here("backup", tmp_path / "x", "--data", tmp_path / "mistyped")
    assert status == 2
    assert "there are no games in" in err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            f"""UPDATE entries SET move = '{{"type":"place","cell":"a1"}}'
            WHERE table_id = '{OVER}' AND seq = 2""",
            f"table {OVER}: not-adjacent at entry 2; `inglenook restore`",
        ),
        (
            f"DELETE FROM entries WHERE table_id = '{OVER}' AND seq = 3",
            f"table {OVER}: ",
        ),
        (
            """UPDATE finished SET outcome = '{"scores":[1,2],"winners":[1],"reason":"x"}'""",
            "history does not have what its log came to; `inglenook recompute`",
        ),
        (
            f"UPDATE tables SET status = 'over' WHERE id = '{WAITING}'",
            "it is called over, and its log says waiting",
        ),
    ],
)
def test_check_says_what_is_wrong_and_where(change: str, said: str, house: Path) -> None:
    with closing(sqlite3.connect(house / "inglenook.db")) as db:
        db.execute(change)
        db.commit()
    status, out, err = run_here("check", "--data", house)
    assert status == 1
    assert said in out
    assert "faults: 1" in err


def test_check_counts_games_by_rules_that_are_not_here(house: Path) -> None:
    with closing(sqlite3.connect(house / "inglenook.db")) as db:
        db.execute(f"UPDATE tables SET rules = 99 WHERE id = '{OVER}'")
        db.commit()
    said = f"checked: {len(HOUSE)}; faults: 0; of rules that are not here: 1\n"
    assert run_here("check", "--data", house) == (0, "", said)


def test_a_damaged_file_is_said_to_be_one(house: Path) -> None:
    file = house / "inglenook.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:8192] + b"\x00" * 4096 + whole[12288:])
    status, _, err = run_here("check", "--data", house)
    assert (status, err.count("\n")) == (2, 1)
    assert "is damaged" in err
    assert "`inglenook restore`" in err


def test_which_version_it_is() -> None:
    assert run_here("--version") == (0, f"inglenook {inglenook.__version__}\n", "")

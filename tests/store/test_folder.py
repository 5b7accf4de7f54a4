"""The data folder and its secret."""

import asyncio
import os
from pathlib import Path

import psutil
import pytest

from inglenook.server.store import CannotOpen, Location, SqliteStore, open_store, prepare
from inglenook.server.store.location import FILES
from inglenook.server.store.postgres import adopt
from tests.postgres import Postgres


def test_the_secret_is_made_once_and_only_for_the_server(tmp_path: Path) -> None:
    made = prepare(Location(tmp_path / "a" / "b"))
    assert len(made) == 64
    assert prepare(Location(tmp_path / "a" / "b")) == made
    assert (tmp_path / "a" / "b" / "secret").stat().st_mode & 0o777 == 0o600
    assert prepare(Location(tmp_path / "c")) != made


def test_a_folder_that_cannot_be_made_is_said_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotOpen, match=r"^cannot write to the data folder .*file/data: .+$"):
        prepare(Location(tmp_path / "file" / "data"))


def test_a_file_that_is_no_database_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("no database" * 1000)
    # What is caught is kept, and so would be a file that was left open.
    with pytest.raises(CannotOpen, match="not a database") as caught:
        SqliteStore(tmp_path / "x.db")
    opened = [file.path for file in psutil.Process().open_files()]
    assert str(tmp_path / "x.db") not in opened, caught


def test_a_secret_that_could_be_guessed_is_refused(tmp_path: Path, postgres: Postgres) -> None:
    prepare(Location(tmp_path))
    (tmp_path / "secret").write_text("")
    for where in (Location(tmp_path), Location(tmp_path, postgres.database())):
        with pytest.raises(CannotOpen, match=r"^the secret in .* has 0 characters, and needs 32"):
            prepare(where)
    # A database whose secret was emptied.
    url = postgres.database()
    asyncio.run(adopt(url, ""))
    (tmp_path / "secret").unlink()
    with pytest.raises(CannotOpen, match="the database's secret has 0 characters"):
        prepare(Location(tmp_path, url))


def test_nobody_else_reads_the_games(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    prepare(Location(folder))
    (folder / "inglenook.db").touch(0o644)
    store = open_store(Location(folder))
    modes = {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}
    assert modes == dict.fromkeys(FILES, 0o600)
    assert folder.stat().st_mode & 0o077 == 0
    asyncio.run(store.close())


def test_what_is_made_is_the_owners_of_the_folder(tmp_path: Path) -> None:
    owner = 12345 if os.geteuid() == 0 else os.geteuid()  # only root can make files for others
    os.chown(tmp_path, owner, -1)
    prepare(Location(tmp_path))
    asyncio.run(open_store(Location(tmp_path)).close())
    assert {file.stat().st_uid for file in tmp_path.iterdir()} == {owner}

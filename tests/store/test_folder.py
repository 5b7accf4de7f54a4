"""The data folder and its secret."""

from pathlib import Path

import pytest

from inglenook.store import CannotOpen, Location, SqliteStore, prepare


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
    with pytest.raises(CannotOpen, match="not a database"):
        SqliteStore(tmp_path / "x.db")

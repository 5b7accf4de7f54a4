"""`make` takes a Python that is new enough, and says so in one line if there is none."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
OLD = """#!/bin/sh
case "$2" in *exit*) exit 1 ;; *) echo 3.9 ;; esac
"""


def put(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def choose(folder: Path, wanted: str = "python3") -> subprocess.CompletedProcess[str]:
    """What is chosen when these are all the programs there are."""
    shell = shutil.which("sh")
    assert shell
    return subprocess.run(
        [shell, ROOT / "tools/python.sh", wanted],
        capture_output=True,
        text=True,
        env={"PATH": str(folder)},
    )


def test_a_newer_one_on_the_path_is_taken(tmp_path: Path) -> None:
    put(tmp_path, "python3", OLD)
    put(tmp_path, "python3.12", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    done = choose(tmp_path)
    assert (done.returncode, done.stdout.strip()) == (0, str(tmp_path / "python3.12"))


def test_the_one_asked_for_comes_first(tmp_path: Path) -> None:
    for name in ("python3", "python3.13"):
        put(tmp_path, name, f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    assert choose(tmp_path).stdout.strip() == str(tmp_path / "python3")
    assert choose(tmp_path, sys.executable).stdout.strip() == sys.executable


def test_one_that_is_yet_to_come_is_taken_before_older_ones(tmp_path: Path) -> None:
    for name in ("python3.11", "python3.16"):
        put(tmp_path, name, f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    assert choose(tmp_path).stdout.strip() == str(tmp_path / "python3.16")


def test_one_that_cannot_make_a_venv_is_not_taken(tmp_path: Path) -> None:
    # As Debian's is, without the package python3-venv.
    put(
        tmp_path,
        "python3",
        f"""#!/bin/sh
[ "$2" = "import ensurepip" ] && exit 1
exec {sys.executable} "$@"
""",
    )
    done = choose(tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "python3 cannot make a .venv: install python3-venv" in done.stderr
    put(tmp_path, "python3.12", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    assert choose(tmp_path).stdout.strip() == str(tmp_path / "python3.12")


def test_only_old_ones(tmp_path: Path) -> None:
    put(tmp_path, "python3", OLD)
    done = choose(tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "needs Python 3.11 or newer; python3 is 3.9" in done.stderr
    (tmp_path / "python3").unlink()
    assert "python3 is none" in choose(tmp_path).stderr


def test_make_says_it_in_one_line(tmp_path: Path) -> None:
    """A clone with nothing but an old Python: `make play` ends with what is needed."""
    clone, programs = tmp_path / "clone", tmp_path / "programs"
    programs.mkdir()
    for name in ("Makefile", "tools/python.sh", "constraints/play.txt"):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    for name in ("sh", "find", "make", "touch"):
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    put(programs, "python3", OLD)
    done = subprocess.run(
        [programs / "make", ".venv/play.stamp"],
        cwd=clone,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": str(programs)},
    )
    assert done.returncode == 2
    said = [line for line in done.stderr.splitlines() if not line.startswith(("make", "find"))]
    assert len(said) == 1
    assert "needs Python 3.11 or newer" in said[0]
    assert not (clone / ".venv").exists()

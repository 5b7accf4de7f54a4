"""The command line, as a user types it."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from inglenook.__main__ import main
from tests.serving import INGLENOOK

TOYS = Path(__file__).parent / "toys/serve.py"


class Done(NamedTuple):
    """A command's exit status, and what it said and complained about."""

    returncode: int
    stdout: str
    stderr: str


def run(*words: str | Path, **env: str) -> Done:
    """`inglenook` with these words, in a process of its own."""
    return process(INGLENOOK, *words, **env)


def run_with_toys(*words: str | Path) -> Done:
    """The same with the games for tests on the shelf."""
    return process(sys.executable, TOYS, *words)


def process(*command: str | Path, **env: str) -> Done:
    """Any other command."""
    env = {**os.environ, **env}
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=env)
    return Done(done.returncode, done.stdout, done.stderr)


def run_here(*words: str | Path) -> Done:
    """`inglenook` in this process, which saves half a second.

    It is for commands that leave nothing open: some give back a port or a data folder only when
    their process ends.
    """
    heard = io.BytesIO(), io.BytesIO()
    # Some is written as bytes, so it cannot be a StringIO.
    out, err = (io.TextIOWrapper(each, "utf-8", write_through=True) for each in heard)
    with pytest.MonkeyPatch.context() as here, redirect_stdout(out), redirect_stderr(err):
        here.setattr(sys, "argv", ["inglenook", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
    said, complained = (each.getvalue().decode() for each in heard)
    return Done(int(ended.value.code or 0), said, complained)


def one_line(done: Done) -> str:
    """What a failed command said: one line on standard error, no traceback."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("inglenook: ")
    assert done.stderr.count("\n") == 1
    return done.stderr

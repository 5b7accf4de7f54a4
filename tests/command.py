"""The command in this process: one of its own, as `test_cli.run` starts it, takes half a second.

It is for commands that leave nothing open: a port or a data folder is given back when a process
ends.
"""

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from inglenook.__main__ import main


def run_here(*words: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    """`inglenook` with these words: its exit status, and what it said and complained about."""
    heard = io.BytesIO(), io.BytesIO()
    # Some is written as bytes, so it cannot be a StringIO.
    out, err = (io.TextIOWrapper(each, "utf-8", write_through=True) for each in heard)
    with pytest.MonkeyPatch.context() as here, redirect_stdout(out), redirect_stderr(err):
        here.setattr(sys, "argv", ["inglenook", *map(str, words)])
        for name, value in env.items():
            here.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main()
    said, complained = (each.getvalue().decode() for each in heard)
    return subprocess.CompletedProcess(words, int(ended.value.code or 0), said, complained)

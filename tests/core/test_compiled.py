"""Whoever waits for the compiler is told so, once, and only when something is compiled."""

import os
import subprocess
import sys
from pathlib import Path

MODULE = """
from inglenook.games.compiled import compiled


@compiled
def double(n):
    return 2 * n


@compiled
def triple(n):
    return 3 * n


print(double(2), triple(2))
"""


def test_the_first_compilation_says_that_it_compiles(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(MODULE)

    def run() -> tuple[str, str]:
        done = subprocess.run(
            [sys.executable, "-c", "import sums"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        )
        return done.stdout, done.stderr

    notice = "inglenook: compiling for this machine; the next start is faster\n"
    assert run() == ("4 6\n", notice)
    assert run() == ("4 6\n", "")

"""The session in the README is run as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_session_runs() -> None:
    # In a process of its own: the games that only tests have are not on the shelf there.
    done = subprocess.run(
        [sys.executable, "-m", "doctest", "-v", str(ROOT / "README.md")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) >= 9

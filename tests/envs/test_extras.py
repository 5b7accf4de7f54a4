"""An adapter without the library that it adapts to says in one line what brings it."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("adapter", "library"),
    [
        ("pettingzoo", "pettingzoo"),
        ("openspiel", "pyspiel"),
        ("gymnasium", "gymnasium"),
        ("jax", "jax"),
    ],
)
def test_what_is_missing_is_said(adapter: str, library: str) -> None:
    code = f"""
import sys
sys.modules[{library!r}] = None  # as if it were not installed
try:
    import inglenook.envs.{adapter}
except ImportError as e:
    print(e.code, e, sep="|")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    (said,) = done.stdout.splitlines()
    assert said == (
        f"missing-extra|missing-extra: inglenook.envs.{adapter} needs {library}, which is not "
        f'installed: pip install "inglenook[{adapter}]"'
    )

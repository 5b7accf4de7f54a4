"""Fixtures of the whole test suite."""

import gc
import os
import tempfile
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

from tests import memory
from tests.browser.browsers import BROWSERS
from tests.postgres import Postgres

TESTS = Path(__file__).parent
LONGEST_FIRST = ("torture", "long", "browser", "web", "security")
"""Folders, and the marker, of the slowest tests: short ones should fill up the end."""

ENOUGH = 4 * 2**30
"""Bytes: more than all tests write."""

# No test pulls a machine's plug: waiting until the disk has what was written shows nothing.
if "TMPDIR" not in os.environ and memory.has_room(ENOUGH) and memory.runs_programs():
    os.environ["TMPDIR"] = str(memory.FOLDER)
    tempfile.tempdir = None

# Compiling is most of what tests of JAX do: nothing runs long enough to be worth optimising.
FLAGS = ["--xla_backend_optimization_level=0"]
if version("jax").startswith("0.10."):
    # Those of Python 3.12 and later need not know these.
    FLAGS += [
        "--xla_cpu_use_fusion_emitters=False",
        "--xla_cpu_opt_preset=CPU_OPT_PRESET_FAST_COMPILE",
    ]
os.environ.setdefault("XLA_FLAGS", " ".join(FLAGS))
# Games only for tests: `lanterns` has the chance, secrets and deadlines that Kewbz lacks.
import_module("inglenook.games").__path__.append(str(TESTS / "toys"))


# Whatever is loaded for the tests stays: to look for garbage in it takes seconds.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    kind = "long" if item.get_closest_marker("long") else item.path.relative_to(TESTS).parts[0]
    return LONGEST_FIRST.index(kind) if kind in LONGEST_FIRST else len(LONGEST_FIRST)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if not item.path.is_relative_to(TESTS / "browser"):
        BROWSERS.close()


def pytest_sessionfinish() -> None:
    BROWSERS.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests, with a database each; tests that kill one start their own."""
    with Postgres() as server:
        yield server

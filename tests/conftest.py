"""Fixtures of the whole test suite."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.postgres import Postgres

# Games for tests alone: `lanterns` has the chance, secrets and deadlines that Kewbz lacks.
import_module("inglenook.games").__path__.append(str(Path(__file__).parent / "toys"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL for all tests, each with a database of its own; who kills one starts its own."""
    with Postgres() as server:
        yield server

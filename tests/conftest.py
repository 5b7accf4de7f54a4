"""Fixtures of the whole test suite."""

from importlib import import_module
from pathlib import Path

# Games for tests alone: `lanterns` has the chance, secrets and deadlines that Kewbz lacks.
import_module("inglenook.games").__path__.append(str(Path(__file__).parent / "toys"))

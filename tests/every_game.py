"""The games of this house, for tests that loop over them: a new one is in every loop by itself."""

from pathlib import Path

from inglenook.core.registry import data_file, game_names

_TOYS = frozenset(
    path.parent.name for path in (Path(__file__).parent / "toys").glob("*/__init__.py")
)
"""Games only for tests, which the suite finds beside ours."""

GAMES = tuple(name for name in game_names() if name not in _TOYS)


def games_with(file: str) -> tuple[str, ...]:
    """Those that bring this file beside their rules."""
    return tuple(game for game in GAMES if data_file(game, file) is not None)

"""The games of the house: every package in this folder is one."""

import pkgutil
from functools import cache
from importlib import import_module

from inglenook.game import Game, Refused


def games() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return tuple(sorted(info.name for info in pkgutil.iter_modules(__path__) if info.ispkg))


@cache
def game(name: str) -> Game:
    """The game of that name; Refused `unknown-game` if there is none."""
    if name not in games():
        raise Refused("unknown-game", detail=f"{name!r} is not one of {', '.join(games())}")
    found: Game = import_module(f"{__name__}.{name}").GAME
    return found

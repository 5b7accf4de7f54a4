"""The games that can be played, and their bots, by name."""

import pkgutil
from functools import cache
from importlib import import_module

from inglenook import games
from inglenook.bot import Bot, Level
from inglenook.game import Game, Refused


def game_names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return tuple(sorted(info.name for info in pkgutil.iter_modules(games.__path__) if info.ispkg))


@cache
def find_game(name: str) -> Game:
    """The game of that name; Refused `unknown-game` if there is none."""
    if name not in game_names():
        raise Refused("unknown-game", detail=f"{name!r} is not one of {', '.join(game_names())}")
    found: Game = import_module(f"{games.__name__}.{name}").GAME
    return found


def find_bot(game: str) -> Bot:
    """What plays all levels of a game."""
    find_game(game)
    found: Bot = import_module(f"{games.__name__}.{game}.bot").BOT
    return found


def levels(game: str) -> tuple[Level, ...]:
    """The levels of a game's bots, weakest first."""
    find_game(game)
    found: tuple[Level, ...] = import_module(f"{games.__name__}.{game}.bot").LEVELS
    return found


def find_level(game: str, name: str) -> Level:
    """A level by name; Refused `unknown-level` if the game has none of that name."""
    for found in levels(game):
        if found.name == name:
            return found
    names = ", ".join(found.name for found in levels(game))
    raise Refused("unknown-level", detail=f"{name!r} is not one of {names}")


def middle_level(game: str) -> Level:
    """The level somebody meets who has not chosen one: neither the weakest nor the strongest."""
    known = levels(game)
    return known[(len(known) - 1) // 2]

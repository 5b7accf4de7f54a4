"""What bots share: a bot is given a view and a time budget, and answers with a move."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from inglenook.game import Move, Refused, Rng
from inglenook.games import game


class Level(Struct, frozen=True):
    """A strength one can play against."""

    name: str
    number: int
    """1 is the weakest."""
    seconds: float
    """The time it thinks about a move, at the most."""


class Later(Struct, frozen=True):
    """A move for the time `ms` after the position came about, if it is still the same then."""

    move: Move
    ms: int


Answer: TypeAlias = Move | Later | None
"""A move at once, a move later, or none in this position: a bot is asked again in the next."""


class Advice(Struct, frozen=True):
    """A move that a bot would consider."""

    move: Move
    worth: float
    """What it expects of the move, in the points of the game; only the differences mean much."""


class Bot(Protocol):
    def choose(self, view: Any, seat: int, level: Level, rng: Rng) -> Answer:
        """A legal move for a seat that is to move, from what that seat may know.

        Answers within `level.seconds`; `Later` and None are for games in real time. `rng` is its
        only source of chance.
        """

    def warm(self) -> None:
        """Load and compile what a first move would otherwise have to wait for."""


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can also say which moves are good ones."""

    def advise(self, view: Any, seat: int, rng: Rng) -> Sequence[Advice]:
        """The best moves of a seat that is to move, best first and at most five.

        Takes as long as the strongest level does, and `rng` is its only source of chance.
        """


def levels(game_name: str) -> tuple[Level, ...]:
    """The levels of a game, weakest first."""
    game(game_name)
    found: tuple[Level, ...] = import_module(f"inglenook.games.{game_name}.bot").LEVELS
    return found


def level(game_name: str, name: str) -> Level:
    """A level by name; Refused `unknown-level` if the game has none of that name."""
    for found in levels(game_name):
        if found.name == name:
            return found
    names = ", ".join(found.name for found in levels(game_name))
    raise Refused("unknown-level", detail=f"{name!r} is not one of {names}")


def choose(game_name: str, level_name: str, view: Any, seat: int, seed: str, seq: int) -> Answer:
    """A bot's answer. A plain function of its arguments, so that a process pool can run it."""
    return bot(game_name).choose(view, seat, level(game_name, level_name), Rng(seed, seq))


def advise(game_name: str, view: Any, seat: int, seed: str, seq: int) -> tuple[Advice, ...]:
    """The best moves, best first; Refused `no-hints` if the game's bot gives none.

    A plain function of its arguments, like `choose`.
    """
    adviser = bot(game_name)
    if not isinstance(adviser, Adviser):
        raise Refused("no-hints", detail=f"the bots of {game_name} give no hints")
    return tuple(adviser.advise(view, seat, Rng(seed, seq)))


def bot(game_name: str) -> Bot:
    """What plays all levels of a game."""
    found: Bot = import_module(f"inglenook.games.{game_name}.bot").BOT
    return found

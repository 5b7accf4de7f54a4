"""What a bot must answer: it is given a view and a time budget, and answers with a move."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from inglenook.core.game import Move, Rng
from inglenook.core.units import PlayMs, Seat


class Level(Struct, frozen=True):
    """A strength one can play against.

    name     the name to ask for it by
    number   1 is the weakest
    seconds  the longest it thinks about a move
    """

    name: str
    number: int
    seconds: float


class Later(Struct, frozen=True):
    """A move for later, if the position is still the same then.

    move   what to play
    ms     how long after the position came about
    pause  how much of that is only there so that people can follow: it is shorter for those who
           are in a hurry, and longer for those who like it calm
    """

    move: Move
    ms: PlayMs
    pause: PlayMs = 0


Answer: TypeAlias = Move | Later | None
"""A move at once, a move later, or none in this position: a bot is asked again in the next."""


class Advice(Struct, frozen=True):
    """A move that a bot would consider.

    move   the move
    worth  what it expects of it, in the points of the game; only the differences mean much
    """

    move: Move
    worth: float


@runtime_checkable
class Bot(Protocol):
    """What plays all levels of a game."""

    def choose(self, view: Any, seat: Seat, level: Level, rng: Rng) -> Answer:
        """A legal move for a seat that is to move, from what that seat may know.

        Answers within `level.seconds`; `Later` and None are for games in real time. `rng` is its
        only source of chance.
        """

    def warm(self) -> None:
        """Load and compile what a first move would otherwise have to wait for."""


@runtime_checkable
class Adviser(Bot, Protocol):
    """A bot that can also say which moves are good ones."""

    def advise(self, view: Any, seat: Seat, rng: Rng) -> Sequence[Advice]:
        """The best moves of a seat that is to move, best first and at most five.

        Takes as long as the strongest level does, and `rng` is its only source of chance.
        """

"""A game as numbers: what research programs want of it besides its rules.

Moves are spelt as one or more small actions, each a number below `Fit.actions`; what a seat sees
becomes an array with named parts. A game's fit is the module `fit` beside its rules, with a `FIT`:
a class derived from `Fit`. What has to be discretised for that are fields of its `choices_type`.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from inglenook.core.game import Game, M, Move, Parts, Refused, Rng, S
from inglenook.core.units import PlayMs, Seat

Floats: TypeAlias = NDArray[np.float32]
FARTHEST = 100_000.0
"""No number in an array is larger, or smaller than its negative."""
Prefix: TypeAlias = tuple[int, ...]
"""The actions of a move that is being spelt, so far."""


class Part(NamedTuple):
    """A named part of an array: see `Fit.array`."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))


class Limits(Struct, frozen=True):
    """What no game goes beyond.

    longest  the most actions of players, or ticks; a game that takes longer ends as it stands
    draws    the most parts that NATURE draws
    outcomes the most that one of these parts may be
    least    the lowest score
    most     the highest
    """

    longest: int
    draws: int
    outcomes: int
    least: int
    most: int


class NoChoices(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is left out, so there is nothing to choose."""


class Fit(ABC, Generic[S, M]):
    """A game of so many seats and with such options as small actions and arrays.

    actions  how many actions there are in all
    parts    what arrays are made of, in order
    limits   what no game goes beyond
    tick     ms between two moments at which everybody may act, where the game is simultaneous
    """

    choices_type: ClassVar[type[Struct]] = NoChoices
    tick: PlayMs = 0
    actions: int
    parts: tuple[Part, ...]
    limits: Limits

    def __init__(self, game: Game[S, Any, M], seats: int, options: Any, choices: Any) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.choices = choices

    @classmethod
    def decode(cls, raw: dict[str, Any]) -> Any:
        """Its choices; Refused `bad-fit` for one that it does not have or that is out of range."""
        try:
            return msgspec.convert(raw, cls.choices_type)
        except msgspec.ValidationError as e:
            raise Refused("bad-fit", detail=str(e)) from None

    @abstractmethod
    def next_actions(self, s: S, seat: Seat, prefix: Prefix, t: PlayMs) -> tuple[int, ...]:
        """What a seat that may move at `t` can go on with, in ascending order."""

    @abstractmethod
    def move(self, s: S, seat: Seat, prefix: Prefix) -> M | None:
        """The move that these actions spell; None if more are to come."""

    @abstractmethod
    def name(self, s: S, seat: Seat, prefix: Prefix, action: int) -> str:
        """An action in words; no two that a seat can go on with have the same."""

    @abstractmethod
    def array(self, s: S, seat: Seat, prefix: Prefix, t: PlayMs) -> Floats:
        """What a seat may know, all parts in one flat array."""

    @abstractmethod
    def text(self, s: S, seat: Seat | None) -> str:
        """What a seat may know now, as text; None: what everybody may."""

    def chances(self, s: S, parts: Parts) -> Sequence[tuple[Hashable, int]]:
        """What NATURE may draw next: `Game.chances`, unless that has to be discretised."""
        return self.game.chances(s, parts)

    def drawn(self, s: S, parts: Parts) -> Move:
        return self.game.drawn(s, parts)

    def nature(self, s: S) -> Move:
        """NATURE's move where it has no choice."""
        return self.game.nature(s, Rng("", 0))

    def split(self, array: Floats) -> dict[str, Floats]:
        """An array by the names of its parts."""
        found, at = {}, 0
        for part in self.parts:
            found[part.name] = array[at : at + part.size].reshape(part.shape)
            at += part.size
        return found

    @property
    def size(self) -> int:
        """How long an array is."""
        return sum(part.size for part in self.parts)

    @property
    def shape(self) -> tuple[int, ...]:
        """Planes of the same height and width, where all parts are; else one flat array."""
        shapes = {part.shape for part in self.parts}
        (shape,) = shapes if len(shapes) == 1 else ((),)
        return (len(self.parts), *shape) if len(shape) == 2 else (self.size,)


def json_text(value: Any) -> str:
    """Anything as canonical JSON: the same text for equal values."""
    return msgspec.json.encode(value, order="deterministic").decode()

"""The deck and the board, from their data files. All lengths are whole µm."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from inglenook.core.known_types import known

Colour = Literal["red", "yellow", "purple", "turquoise"]
Kind = Literal["square", "corner", "edge"]
Symbol = Literal["none", "plus2", "die"]

WIDTH, HEIGHT = 60_000, 90_000


class Patch(Struct, frozen=True):
    """A CONEX corner of a card, as in the data file: see its `patch_fields`."""

    kind: Kind
    index: int
    a_mm: float
    b_mm: float
    colour: Colour
    value: int
    angle: Literal["30", "45", "60"] | None = None
    s_mm: float = 0

    @property
    def a(self) -> int:
        return round(self.a_mm * 1000)

    @property
    def b(self) -> int:
        return round(self.b_mm * 1000)

    @property
    def start(self) -> int:
        """Where the long side of an edge triangle begins on its edge."""
        return round(self.s_mm * 1000)


class Card(Struct, frozen=True):
    id: str
    colour: Colour
    symbol: Symbol
    patches: tuple[Patch, ...]


class Board(Struct, frozen=True):
    """The points board and the table it lies on."""

    side_mm: int
    square_mm: int
    corner_colours: tuple[Colour, Colour, Colour, Colour]
    goals: dict[str, dict[int, int]]
    """The usual last field: by table, and by the number of players."""
    tables_mm: dict[str, tuple[int, int]]
    die: tuple[str, ...]


class _Deck(Struct, frozen=True):
    cards: tuple[Card, ...]


@cache
def deck() -> dict[str, Card]:
    """All cards by name, in the order of the data file."""
    data = files("inglenook.games.conex").joinpath("deck.json").read_bytes()
    return {card.id: card for card in msgspec.json.decode(data, type=known(_Deck)).cards}


@cache
def board() -> Board:
    data = files("inglenook.games.conex").joinpath("board.json").read_bytes()
    return msgspec.json.decode(data, type=known(Board))

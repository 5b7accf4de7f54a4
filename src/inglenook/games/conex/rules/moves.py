"""The options of CONEX, and all that players and NATURE can do."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from inglenook.core.game import Move
from inglenook.core.units import PlayMs, Seat
from inglenook.shared.first_player import Lots

Face = Literal["draw1", "draw2", "star2x", "lightning"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    table: Literal["small", "medium", "large"] = "medium"
    goal: Annotated[int, Meta(ge=10, le=200)] | None = None
    """The last field; None for what suits the table and the number of players."""
    first: Annotated[Seat, Meta(ge=0, le=3)] | None = None
    """The seat of the youngest; None draws lots."""
    spots: Literal["shown", "hidden"] = "shown"
    """Whether players are shown where their cards fit, or have to find that out by eye."""
    give_ms: Annotated[PlayMs, Meta(ge=0, le=600_000)] = 30_000
    """For everyone to choose the card they give after a strike; 0 for no limit."""
    turns: Annotated[int, Meta(ge=1, le=60)] = 12
    """How many turns whoever plays alone has; among several the goal ends the game."""


class Deal(Move, frozen=True):
    """NATURE: everyone's first cards; seat -> cards. A seat sees only its own."""

    hands: dict[str, tuple[str, ...]]


class Drew(Move, frozen=True):
    """NATURE: what came from the pile. Each card is "" in the log that players see."""

    cards: tuple[str, ...]


class Rolled(Move, frozen=True):
    """NATURE: the die."""

    face: str


class Gave(Move, frozen=True):
    """NATURE: a card from the hand of everyone who was too slow to choose one; seat -> card."""

    cards: dict[str, str]


class Lay(Move, frozen=True):
    card: str
    corner: int
    """Index into the card's patches."""
    target: str
    """A card that lies there, or "board"."""
    spot: int
    """The corner of the target, or the edge that begins there."""
    slide: int = 0
    """µm along that edge; 0 where nothing slides."""
    double: bool = False
    """Use the 2x star."""


class Draw(Move, frozen=True):
    pass


class Pass(Move, frozen=True):
    pass


class End(Move, frozen=True):
    """End the turn without the lightning star that could still be used."""


class Lightning(Move, frozen=True):
    card: str


class Give(Move, frozen=True):
    card: str
    """Empty where a seat may not see it."""


MOVES = (Lots, Deal, Drew, Rolled, Gave, Lay, Draw, Pass, End, Lightning, Give)
PlayerMove: TypeAlias = Lay | Draw | Pass | End | Lightning | Give
"""What players do; the others are NATURE's."""

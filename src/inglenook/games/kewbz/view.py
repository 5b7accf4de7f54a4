"""What both players of Kewbz see: everything."""

from typing import Literal

from msgspec import Struct

from inglenook.core.units import Seat


class Last(Struct, frozen=True, gc=False):
    seat: Seat
    cell: str
    stacked: dict[str, int]


class View(Struct, frozen=True):
    size: int
    stacks: dict[str, tuple[Seat, ...]]
    unplayed: tuple[int, int]
    towers: tuple[int, int]
    """The points of their towers; less what is unplayed, they are the scores."""
    scores: tuple[int, int]
    to_move: Seat | None
    legal: tuple[str, ...]
    last: Last | None
    swap: Literal["no", "later", "now"]


class Prospect(Struct, frozen=True):
    """What placing on one cell would do."""

    stacked: dict[str, int]
    """Cubes due on each corner."""
    choose: int
    """How many of them to choose when short of cubes; 0 when all are stacked."""
    scores: tuple[int, int] | None
    """Scores after the move; None when they depend on the choice."""


class Preview(Struct, frozen=True):
    cells: dict[str, Prospect]

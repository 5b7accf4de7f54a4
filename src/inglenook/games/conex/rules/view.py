"""What a seat may know of a game of CONEX. Lengths are µm, directions steps of 15°."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from inglenook.core.units import PlayMs, Seat
from inglenook.games.conex.rules.moves import Face, Options

Phase = Literal["lots", "deal", "turn", "drawing", "rolling", "closing", "giving", "over"]
"""`turn`: lay, draw or pass is due. `closing`: only lightning or `end` is left. `giving`: everyone
in `owing` puts a card under the pile. In the others NATURE is to move."""
FARTHEST = 10_000_000
"""µm: no table is so large."""
Deed = Literal["lay", "double", "draw", "pass", "lightning", "end", "give"]


class Laid(Struct, frozen=True, gc=False):
    """A card on the table. The view lists them in the order they were laid."""

    card: str
    x: int
    y: int
    """Its centre; the table's centre is 0, 0, y points up."""
    d: int
    on: str
    """The card it lies on, or "board"."""


class Fixed(Struct, frozen=True, gc=False):
    """A lay with one position, with the pose the card would have and the points it would score."""

    card: str
    corner: int
    target: str
    spot: int
    x: int
    y: int
    d: int
    points: int
    """Without the 2x star."""
    plus: int
    """How many of them are for the Plus-2 card below."""


class Slide(Struct, frozen=True, gc=False):
    """Lays along an edge: every whole µm from `from` to `to`, both included."""

    card: str
    corner: int
    target: str
    spot: int
    start: int = field(name="from")
    to: int
    x: int
    y: int
    """The pose at `from`; between both ends it is interpolated."""
    to_x: int
    to_y: int
    d: int
    points: int
    plus: int


class Legal(Struct, frozen=True, gc=False):
    fixed: tuple[Fixed, ...] = ()
    slides: tuple[Slide, ...] = ()

    @property
    def lays(self) -> tuple[Fixed | Slide, ...]:
        return (*self.fixed, *self.slides)


class Stars(Struct, frozen=True, gc=False):
    """Who holds each star; None when it lies beside the pile."""

    star2x: Seat | None = None
    lightning: Seat | None = None


class Scored(Struct, frozen=True, gc=False):
    """What the last lay came to."""

    seat: Seat
    card: str
    corner: int
    value: int
    plus: int
    """2 on a Plus-2 card, else 0."""
    doubled: bool
    points: int


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a card was let go: about here its middle was."""

    card: str
    x: Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
    y: Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]


class Pose(Struct, frozen=True, gc=False):
    x: int
    y: int
    d: int


class Verdict(Struct, frozen=True):
    """What is wrong with a place, and what is to be lit there.

    code  why the lay nearest to it is refused; `closer`: it is allowed, but the card was let go too
          far off; `nowhere`: nothing to lay it on is near
    pose  how the card would lie; None where it is nowhere
    card  the card at fault, or "board"; None where it is the edge of the table, or nothing
    at    the outline of what is at fault: a card, a square of the board, a CONEX corner; two points
          are an edge of the table
    """

    code: Literal["colour", "covers-corner", "off-table", "touches", "closer", "nowhere"]
    pose: Pose | None = None
    card: str | None = None
    at: tuple[tuple[int, int], ...] = ()


class View(Struct, frozen=True):
    seat: Seat | None
    """Whose view this is; None for a spectator."""
    seats: int
    options: Options
    goal: int
    """What ends the game, where several play."""
    table_mm: tuple[int, int]
    """The table's width and height."""
    phase: Phase
    active: Seat | None
    """Whose turn it is, also while NATURE or others are to move; None before the lots and when the
    game is over."""
    first: Seat | None
    """Who began: the last round ends before their turn."""
    laid: tuple[Laid, ...]
    hand: tuple[str, ...]
    """This seat's cards; none for a spectator."""
    hands: tuple[int, ...]
    """How many cards each seat holds."""
    pile: int
    under: int
    """How many of the pile are cards that were put under it."""
    points: tuple[int, ...]
    stars: Stars
    fresh: tuple[Literal["star2x", "lightning"], ...]
    """Stars won in this turn, which cannot be used in it."""
    played: bool
    """The active seat has laid, drawn or passed: only lightning may still come in its turn."""
    legal: Legal
    """Every lay of this seat's hand, also while it is not to move; empty when the game is over, and
    where spots are hidden."""
    candidates: Legal
    """Where spots are hidden, every way to lay a corner on its colour, most of them not
    allowed: players have to see for themselves which are. Empty where spots are shown."""
    factor: int
    """What the 2x star multiplies the points of a lay by."""
    free: tuple[str, ...]
    """The cards that no other card lies on: what lightning may strike."""
    owing: tuple[Seat, ...]
    """Who still has to put a card under the pile."""
    deadline: PlayMs | None
    """When (t) NATURE gives for those who have not; None while nothing is owed, and where there is
    no limit."""
    patience: PlayMs
    """ms that everyone has to choose a card to give, once the strike has been seen; 0: no limit."""
    rolled: Face | None
    """What the die shows from its last roll."""
    scored: Scored | None
    last_round: bool
    """Someone has reached the goal; alone, it is the last turn."""
    may: tuple[Deed, ...]
    """What this seat may do now. Where spots are hidden, `lay` says that it has cards, and `pass`
    that there is nothing to draw."""
    turns_left: int | UnsetType = UNSET
    """How many turns are left to whoever plays alone, with this one; unset where several play."""

"""The options of Konexi, and all that players and NATURE can do."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import force_setattr

from inglenook.core.game import Move
from inglenook.core.units import PlayMs
from inglenook.shared.first_player import Lots
from inglenook.words import plain

Verdict = Literal["stands", "collapsed", "came-off", "second-on-table"]
Error = tuple[float, float, float]
"""What the hand does to the tower when it lets go: a velocity in cm/s, in the table's frame."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    goal: Annotated[int, Meta(ge=2, le=200)] = 20
    steady: bool = False
    """Steady hands: nobody's error counts."""
    suspense: bool = True
    """Views leave out what no eye can see: the gauge, and how much each joint bears."""
    bumps: bool = False
    """The tower can be bumped in another's turn, at a price."""
    word_ms: Annotated[int, Meta(ge=0, le=600_000)] = 30_000
    """The time for a word, and for the others to say whether they recognise one; 0: no limit."""
    first: Annotated[int, Meta(ge=0, le=5)] | None = None
    """The seat whose birthday comes next; None draws lots."""


class Ring(Move, frozen=True):
    """NATURE: the 26 letters of a new round, clockwise; the token stands in gap 0."""

    letters: str


class Rolled(Move, frozen=True):
    """NATURE: the die, and how the needle of this turn's meter begins to swing."""

    face: str
    swing: int = 0
    """How far through its swing it is then, in thousandths."""


class LetGo(Struct, frozen=True):
    """What a hand did to the tower when it let go."""

    needle: float
    """Where the needle of the meter stood: from -1 to 1, and 0 is the middle."""
    error: Error


class Settled(Move, frozen=True):
    """NATURE: what the physics say of the last placement or bump."""

    engine: str
    """Its name and version."""
    verdict: str
    poses: dict[str, tuple[float, float, float, float, float, float, float]]
    """Each letter of the tower at rest: x, y, z (mm), then the quaternion w, x, y, z. Of a tower
    that fell no rule looks at them."""
    motion: str = ""
    """Key frames of the settling: see motion.py. Only for the eye: a fall may have
    none."""
    let_go: LetGo | UnsetType = UNSET
    """What a bot's hand did, which is drawn here: see `Found.hand`."""


class Time(Move, frozen=True):
    """NATURE: the time for a word, or for a vote on one, is over."""


class MoveToken(Move, frozen=True, tag="move"):
    """On *any*: the token to a gap of one's choice."""

    gap: int


class Take(Move, frozen=True):
    side: Literal["left", "right"]
    """Clockwise of the token is right."""


class Found(Move, frozen=True):
    """The first letter of a round, in one of its resting poses."""

    pose: int
    released: PlayMs | None = None
    """When it was let go: see `hand.believed`. None: when the move came."""
    hand: float | None = None
    """How unsteady a bot's hand is: its error is NATURE's to draw, whenever it lets go."""


class Join(Move, frozen=True):
    """The letter in hand to the tower, tooth in notch."""

    own: int
    """The connector of the letter in hand."""
    to: str
    at: int
    """The connector of the letter in the tower."""
    roll: int
    released: PlayMs | None = None
    """When the letter was let go; None: when the move came. See `hand.believed`."""
    hand: float | None = None
    """How unsteady a bot's hand is; NATURE draws its error."""


class Worded(Move, frozen=True):
    """A move with a word as somebody typed it."""

    word: str

    def __post_init__(self) -> None:
        # No rule ever sees an accent or a capital.
        force_setattr(self, "word", plain(self.word).lower())


class Claim(Worded, frozen=True):
    """Say a word that the tower spells."""


class Nothing(Move, frozen=True, tag="none"):
    """No word this time."""


class Propose(Worded, frozen=True):
    """Ask the others to recognise a word that the list lacks."""


class Vote(Move, frozen=True):
    """Answer whether one recognises the word that is proposed."""

    recognise: bool


class Bump(Move, frozen=True):
    """Push a letter of the tower in another's turn."""

    letter: str
    error: Error


MOVES = (
    Lots,
    Ring,
    Rolled,
    Settled,
    Time,
    MoveToken,
    Take,
    Found,
    Join,
    Claim,
    Nothing,
    Propose,
    Vote,
    Bump,
)
PlayerMove: TypeAlias = MoveToken | Take | Found | Join | Claim | Nothing | Propose | Vote | Bump
"""What players do; the others are NATURE's."""

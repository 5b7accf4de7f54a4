"""What everyone may know of a game of Konexi: all that eyes can see. Lengths are mm, z points up.

How steady things stand is left out (None) where the option `suspense` is on.
"""

from typing import Literal

from msgspec import Struct

from inglenook.core.units import PlayMs, Seat
from inglenook.games.konexi.rules.hand import Release
from inglenook.games.konexi.rules.moves import Bump, Found, Join, Options, Verdict

Phase = Literal["lots", "ring", "roll", "token", "take", "place", "settle", "claim", "vote", "over"]
"""`place`: the letter in hand is founded or joined. In lots, ring, roll and settle NATURE moves."""
Deed = Literal["move", "take", "found", "join", "claim", "none", "propose", "vote", "bump"]


class Standing(Struct, frozen=True, gc=False):
    """A letter of the tower, as it settled."""

    letter: str
    x: float
    y: float
    z: float
    q: tuple[float, float, float, float]
    """w, x, y, z."""
    parent: str | None
    """What it hangs on; None for the letter on the table."""
    own: int
    at: int
    """The connectors they are joined by, its own and the parent's; -1 on the table."""
    roll: int
    """How they are joined; of the letter on the table, its resting pose."""
    stress: float | None
    """The torque of its joint against what the joint holds: from 1 on it comes off."""


class Link(Struct, frozen=True, gc=False):
    """A tooth in a notch: letter and connector of both."""

    a: str
    at_a: int
    b: str
    at_b: int


class Rest(Struct, frozen=True, gc=False):
    """A pose in which the letter in hand rests by itself."""

    pose: int
    name: Literal["front", "back", "upright", "upside-down", "left-side", "right-side"]
    """What it lies or stands on: its face, its feet, its head, a side."""
    q: tuple[float, float, float, float]
    z: float
    steady: int | None
    """The gauge, in hundredths."""

    @property
    def gauge(self) -> int:
        """`steady`, where it is not left out."""
        assert self.steady is not None
        return self.steady


class Way(Struct, frozen=True, array_like=True, gc=False):
    """A join at one connector of the tower."""

    own: int
    roll: int
    steady: int | None
    """The gauge of the tower with it, in hundredths; below 0 it will fall."""

    @property
    def gauge(self) -> int:
        """`steady`, where it is not left out."""
        assert self.steady is not None
        return self.steady


class Place(Struct, frozen=True, gc=False):
    """A free connector of the tower and all that the letter in hand can do there."""

    to: str
    at: int
    ways: tuple[Way, ...]


class Settling(Struct, frozen=True, gc=False):
    """What NATURE has to settle."""

    seat: Seat
    """Who did it, and pays for a fall."""
    move: Found | Join | Bump


class Meter(Struct, frozen=True, gc=False):
    """The needle that swings while a letter is placed: letting go in the middle is a steady hand.

    At `t` it stands at sin(2π · ((t - since) / period + begins / 1000)), from -1 to 1.
    """

    begins: int
    since: PlayMs
    period: PlayMs
    most: float
    """How fast a hand lets go at either end; cm/s."""
    steady: float
    shaky: float
    """cm/s up to which a hand is steady, and up to which it is no worse than shaky."""


class Word(Struct, frozen=True, gc=False):
    word: str
    points: int


class Proposal(Struct, frozen=True, gc=False):
    """A word that the list lacks, put to the others."""

    word: str
    waiting: tuple[Seat, ...]
    """The seats that have yet to answer; so far all have recognised it."""
    left: PlayMs | None
    """ms that remain for another word if they do not recognise this one; None: no limit."""


class Fall(Struct, frozen=True, gc=False):
    """What a seat took the penalty for: the tower fell, or was bumped."""

    seat: Seat
    """Who pays for it."""
    bumped: bool
    """In another's turn; then the tower may still have stood."""
    verdict: Verdict
    letters: int
    """How many the tower had."""
    lost: int
    """Points lost: 3, or what there was."""


class View(Struct, frozen=True):
    seats: int
    options: Options
    phase: Phase
    active: Seat | None
    round: int
    ring: str
    """The letters that are left, clockwise."""
    token: int
    """Gap g is between letter g and letter g + 1 of the ring."""
    rolled: str | None
    left: str | None
    right: str | None
    """The letters beside the token, while it is to be moved or one of them is to be taken."""
    hand: str | None
    """The letter taken, until NATURE has settled it."""
    tower: tuple[Standing, ...]
    """In the order they were placed; the new letter only once NATURE has settled it."""
    links: tuple[Link, ...]
    rests: tuple[Rest, ...]
    places: tuple[Place, ...]
    steady: int | None
    """The gauge of the tower as it stands, in hundredths; 100 when there is none."""
    safe: int
    """From this gauge on hardly anything falls."""
    largest_error: int
    """The longest error of a hand that is taken, in cm/s."""
    settling: Settling | None
    new: str | None
    """The letter settled in this turn: a word must have it."""
    deadline: PlayMs | None
    """When (t) the time for a word, or for a vote on one, is over."""
    patience: PlayMs
    """How many ms that time is; 0: no limit."""
    timed_out: Seat | None
    """The seat that let the time for its word run out, until the next letter stands or falls."""
    proposal: Proposal | None
    rejected: str | None
    """The word that the others did not recognise in this turn: nothing more can be proposed."""
    fall: Fall | None
    """The last penalty, until the next letter is placed."""
    penalty: int
    """The points that a fall or a bump costs, as far as there are any."""
    bumpers: tuple[Seat, ...]
    """The seats that may bump the tower now."""
    scores: tuple[int, ...]
    words: tuple[tuple[Word, ...], ...]
    """Each seat's words."""
    lost: tuple[int, ...]
    """What falls and bumps have cost each seat, in points."""
    may: tuple[Deed, ...]
    """What may be done now: `vote` by those in `proposal.waiting`, `bump` by `bumpers`, everything
    else by the active seat."""
    meter: Meter | None
    """None before the first roll."""
    release: Release | None
    """How the last letter was let go, until the next one is; None: by steady hands, or by a bot
    whose letter has not settled yet."""

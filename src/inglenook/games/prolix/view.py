"""What a seat may know of a game of Prolix. All times are t, ms of play."""

from typing import Literal

from msgspec import Struct

from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix.moves import Options

Mode = Literal["table", "duel", "solo"]
Phase = Literal["ready", "lots", "draw", "open", "window", "challenge", "vote", "write", "over"]
Reason = Literal["word", "interrupt", "timer", "zero", "duel", "solo"]
How = Literal["vote", "reference"]
Deed = Literal["ready", "say", "flip", "challenge", "accept", "vote", "write", "scratch"]


class Tile(Struct, frozen=True, gc=False):
    letter: str
    points: int
    """What it is worth where it lies: its column and its bonus."""
    bonus: int


class Line(Struct, frozen=True, gc=False):
    """One line of a sheet. A lost turn has no word and no value."""

    word: str
    value: int
    """After the penalty for an interrupt, or the handicap in a duel."""


class Sheet(Struct, frozen=True, gc=False):
    regular: tuple[Line, ...] = ()
    interrupts: tuple[Line, ...] = ()
    ties: tuple[Line, ...] = ()
    """Words said at the same time as another's, as they were on the board, before any penalty."""
    failed: int = 0
    """Challenges that failed."""
    out: bool = False


class Timer(Struct, frozen=True, gc=False):
    holder: Seat | None = None
    """Before whom it stands; None for the middle."""
    until: PlayMs | None = None
    """When its sand runs out; None when it lies still. In the middle this may be in the past."""


class Lot(Struct, frozen=True, gc=False):
    """A tile drawn to decide who begins."""

    seat: Seat
    letter: str


class Said(Struct, frozen=True, gc=False):
    seat: Seat
    word: str | None
    """None where it is hidden from this seat."""


class Stake(Struct, frozen=True, gc=False):
    """A word that wins if it stands."""

    seat: Seat
    word: str
    value: int
    settled: bool
    """It was challenged and stands."""


class Challenged(Struct, frozen=True, gc=False):
    by: Seat
    seat: Seat
    word: str


class Verdict(Struct, frozen=True, gc=False):
    """How a challenge was decided."""

    by: Seat
    seat: Seat
    word: str
    stands: bool
    how: How
    knew: int
    """Of those not involved, how many knew the word."""
    asked: int
    """How many were not involved; in a duel nobody."""


class Shown(Struct, frozen=True, gc=False):
    seat: Seat
    word: str
    value: int
    """As it was on the board, before penalty; less the handicap in a duel."""
    won: bool
    flipped: tuple[int, ...]


class Last(Struct, frozen=True, gc=False):
    """What the last turn, interruption or round came to."""

    words: tuple[Shown, ...]
    reason: Reason
    board: tuple[Tile | None, ...]
    """As it was then."""


class Price(Struct, frozen=True, gc=False):
    """What an interrupt would cost."""

    points: int
    crosses: bool
    """It would cross out a regular word too."""
    line: int | None
    """Which one, as the sheet stands; None where none is written that it could."""


class Crossing(Struct, frozen=True, gc=False):
    """A regular word that no longer counts, because its owner interrupted."""

    seat: Seat
    word: str
    value: int


class View(Struct, frozen=True):
    seat: Seat | None
    """Whose view this is; None for a spectator."""
    seats: int
    options: Options
    mode: Mode
    phase: Phase
    tiles: tuple[Tile | None, ...]
    """Index = 2 * column + row, from the left, the upper row first."""
    flips: dict[str, tuple[int, ...]]
    """For each letter on the board the places that it flips, in this order, one each time it occurs
    in a word. A flipped tile scores its points."""
    penalty: int
    """What a word of this seat would lose now: as an interrupt, or by the handicap in a duel."""
    price: Price | None
    """What an interrupt of this seat would cost; None where it cannot be one."""
    risk: int
    """The points that a challenge costs if it fails; 0 in a duel, where it is about the Mark."""
    bag: int
    lots: tuple[Lot, ...]
    """What was drawn to decide who begins, in order; those who tied drew again."""
    active: Seat | None
    interruptions: int
    round: int
    rounds: int
    """In a duel the most there can be."""
    sheets: tuple[Sheet, ...]
    crossed: tuple[tuple[int, ...], ...]
    """For each sheet the regular lines that would not count if the game ended now."""
    challenges: tuple[int, ...]
    """For each sheet what its failed challenges add to the total: nothing, or less."""
    interrupts: int
    """The interrupts with which a player is out; 0 where there are none."""
    timer: Timer
    deadline: PlayMs | None
    """When the present window or writing time ends, as players count it."""
    length: PlayMs | None
    """How many ms the present window or writing time has in all."""
    said: tuple[Said, ...]
    """The words of this window, or of a duel's round; earliest first."""
    stakes: tuple[Stake, ...]
    challenge: Challenged | None
    accepted: tuple[Seat, ...]
    """Who is ready, or has accepted the words at stake."""
    voted: tuple[Seat, ...]
    verdict: Verdict | None
    """The challenge that was decided last, until the next word or the end of another window."""
    used: tuple[str, ...]
    barred: tuple[str, ...]
    """Words of this seat that a challenge struck."""
    marks: tuple[int, ...]
    goal: int
    """The Marks that win a duel; 0 elsewhere."""
    written: tuple[bool, ...]
    total: int
    targets: tuple[int, ...]
    reached: tuple[int, ...]
    """The total after each round of a solo game."""
    missed: bool
    """A solo game was lost in its last round."""
    scratched: tuple[str, ...]
    mine: str | None
    """The word this seat has said or written and nobody else has seen."""
    last: Last | None
    crossings: tuple[Crossing, ...]
    """What the last turn's interrupts crossed out, as things stand."""
    may: tuple[Deed, ...]
    """What this seat may do now. A flip also depends on the sand in the middle."""
    scores: tuple[int, ...]
    """As if the game ended now."""

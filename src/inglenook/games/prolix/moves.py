"""The options of Prolix, and all that players and NATURE can do."""

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import force_setattr

from inglenook.core.game import Move
from inglenook.core.units import PlayMs, Seat
from inglenook.words import plain

Window = Annotated[PlayMs, Meta(ge=0, le=60_000)]
Few = Annotated[int, Meta(ge=1, le=10)]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    challenges: Literal["rulebook", "referee"] = "rulebook"
    """By challenge and vote, or by a referee who refuses words that are not in the reference."""
    tie_window_ms: Annotated[PlayMs, Meta(ge=0, le=5_000)] = 800
    challenge_window_ms: Window = 6_000
    vote_window_ms: Window = 10_000
    timer_ms: Annotated[PlayMs, Meta(ge=1_000, le=600_000)] = 45_000
    rounds: Few | None = None
    """Except with two players; None for as many as the rulebook says."""
    marks: Few = 5
    """The Marks that win a duel."""
    ready: bool | UnsetType = UNSET
    """Whether all say that they are ready before the first draw, and alone before each. Not set, it
    is not written either: games of before this could be chosen fold to what they did."""


class Lots(Move, frozen=True):
    """NATURE: everyone who may still begin draws a tile; seat -> letter."""

    tiles: dict[str, str]


class Draw(Move, frozen=True):
    """NATURE: fill the empty places, column by column from the left, upper row first."""

    tiles: tuple[str, ...]


class Close(Move, frozen=True):
    """NATURE: the tie window is over."""

    by_chance: ClassVar[bool] = False


class Settle(Move, frozen=True):
    """NATURE: the window for challenges or votes is over."""

    by_chance: ClassVar[bool] = False


class Time(Move, frozen=True):
    """NATURE: the sand has run out."""

    by_chance: ClassVar[bool] = False


class Worded(Move, frozen=True):
    """A move with a word. Accents are taken off as it is read, so that no rule ever sees one."""

    word: str
    """Empty where a seat may not see it."""

    def __post_init__(self) -> None:
        force_setattr(self, "word", plain(self.word))


class Ready(Move, frozen=True):
    pass


class Say(Worded, frozen=True):
    pass


class Flip(Move, frozen=True):
    pass


class Challenge(Move, frozen=True):
    seat: Seat
    """Whose word is challenged."""


class Accept(Move, frozen=True):
    pass


class Vote(Move, frozen=True):
    recognise: bool


class Write(Worded, frozen=True):
    pass


class Scratch(Worded, frozen=True):
    pass


MOVES = (Lots, Draw, Close, Settle, Time, Ready, Say, Flip, Challenge, Accept, Vote, Write, Scratch)
PlayerMove: TypeAlias = Ready | Say | Flip | Challenge | Accept | Vote | Write | Scratch
"""What players do; the others are NATURE's."""

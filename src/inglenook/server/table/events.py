"""Seating events: all that happens at a table beside its match.

The tags are the words in which they are stored.
"""

import msgspec
from msgspec import Struct

from inglenook.core.units import Seat, Seq, WallMs
from inglenook.server.guest_ids import is_bot
from inglenook.server.wire.asks import Cause

NOBODY = "nobody"
"""The guest in the seats of a record that was brought along. No guest is called that."""


class SeatingEvent(Struct, frozen=True, tag_field="type", tag=str.lower):
    pass


class Sat(SeatingEvent, frozen=True, omit_defaults=True):
    """A person took a seat, or a bot from elsewhere did."""

    seat: Seat
    guest: str
    name: str
    """As it was then; "" of someone who has asked to be forgotten."""
    token: str = ""
    """That of their profile; "" where they sit under a name that they just typed."""
    handle: str = ""
    """Who that is in public."""
    author: str = ""
    """Who answers for a bot that plays from elsewhere."""

    @property
    def is_bot(self) -> bool:
        """Whether it is a program, with a token, and no person."""
        return is_bot(self.guest)


class BotSat(SeatingEvent, frozen=True, tag="bot", omit_defaults=True):
    """A bot was put into a seat."""

    seat: Seat
    level: str
    keeps_for: Sat | None = None
    """Who gets the seat back on coming back."""


class Invited(SeatingEvent, frozen=True):
    """A bot from elsewhere was asked to take a seat."""

    seat: Seat
    guest: str
    name: str
    author: str
    handle: str


class Declined(SeatingEvent, frozen=True):
    """It does not want to."""

    guest: str


class Left(SeatingEvent, frozen=True):
    """Someone gave up their own seat."""

    seat: Seat


class Freed(SeatingEvent, frozen=True):
    """A bot was sent away, or someone who had been away for long lost the seat."""

    seat: Seat


class SentAway(SeatingEvent, frozen=True, tag="sent-away"):
    """The others sent someone away, who does not sit down here again."""

    seat: Seat
    level: str | None
    """The bot that plays on; None: the seat is free."""


class OpenedUp(SeatingEvent, frozen=True, tag="opened-up"):
    """Those who play agreed that somebody new may take a free seat, and see its hand."""

    seat: Seat


class Voted(SeatingEvent, frozen=True):
    """A person is for something, or no longer."""

    seat: Seat
    cause: Cause
    about: Seat
    """The seat it is about."""
    after: Seq
    """The last entry then."""
    agree: bool


class TakebackAsked(SeatingEvent, frozen=True, tag="asked"):
    """A seat asked to take its last move back."""

    seat: Seat
    to: Seq
    """The entry after which play would go on; -1 is the start."""
    after: Seq
    """The last entry when it was asked: any later one ends the question."""


class TakebackAnswered(SeatingEvent, frozen=True, tag="answered"):
    seat: Seat
    agree: bool


class Rematched(SeatingEvent, frozen=True):
    """The same company plays again, at another table."""

    table: str


class MovedOn(SeatingEvent, frozen=True, tag="moved-on"):
    """Those who sat here began with fewer, at another table."""

    table: str


class ReadyAsked(SeatingEvent, frozen=True, tag="ready-asked"):
    """The table was made for a game that begins when everyone is ready."""


class WeekendsOff(SeatingEvent, frozen=True, tag="weekends-off"):
    """The table was made for a game in which no time runs on weekends."""


class VacationBegan(SeatingEvent, frozen=True, tag="vacation"):
    """Someone went on vacation: no time of theirs runs."""

    guest: str
    began: WallMs
    until: WallMs
    """When it ends if they do not come back before."""


class VacationEnded(SeatingEvent, frozen=True, tag="back"):
    """They are back."""

    guest: str


class Readied(SeatingEvent, frozen=True):
    """A person is ready."""

    seat: Seat


class CountedDown(SeatingEvent, frozen=True, tag="counted-down"):
    """Everyone is ready."""

    until: WallMs
    """When the game begins."""


class Began(SeatingEvent, frozen=True):
    """The countdown is over."""


class DailyOpened(SeatingEvent, frozen=True, tag="daily"):
    """The table was made for the board of a day."""

    date: str


class StudyOpened(SeatingEvent, frozen=True, tag="study"):
    """The table was made to play on from a position of a finished game, or just to try out."""

    table: str | None
    """The table of that game; None: there is no such game."""
    seq: Seq
    """The entry that led to the position; -1 is the start."""


class RatedOpened(SeatingEvent, frozen=True, tag="rated"):
    """The table was made for a rated game: whoever sits down here agrees to that."""


class OneAddress(SeatingEvent, frozen=True, tag="one-address"):
    """Two people of a rated game play from one address, and the profile of one is fresh.

    The address itself is not written down.
    """

    guests: tuple[str, str]


class Paused(SeatingEvent, frozen=True):
    """The only person went away: the game waits. See absence.py."""


class Resumed(SeatingEvent, frozen=True):
    """That person is back, and the game goes on."""


class Forgotten(SeatingEvent, frozen=True):
    """Someone who was at the table is to be forgotten: earlier rows no longer say who it was.

    Whoever has them in memory must load them again.
    """


class Rested(SeatingEvent, frozen=True):
    """All people agreed to a pause."""


class WentOn(SeatingEvent, frozen=True, tag="went-on"):
    """One of them ended it."""

    seat: Seat


AnySeatingEvent = (
    Sat
    | BotSat
    | Invited
    | Declined
    | Left
    | Freed
    | SentAway
    | OpenedUp
    | Voted
    | TakebackAsked
    | TakebackAnswered
    | Rematched
    | MovedOn
    | ReadyAsked
    | Readied
    | WeekendsOff
    | VacationBegan
    | VacationEnded
    | CountedDown
    | Began
    | DailyOpened
    | StudyOpened
    | RatedOpened
    | OneAddress
    | Paused
    | Resumed
    | Forgotten
    | Rested
    | WentOn
)
decode = msgspec.json.Decoder(AnySeatingEvent).decode


def shifted(event: AnySeatingEvent, ms: int) -> AnySeatingEvent:
    """The same event some ms later, if it names a time."""
    match event:
        case CountedDown(until):
            return CountedDown(until + ms)
        case VacationBegan(guest, began, until):
            return VacationBegan(guest, began + ms, until + ms)
        case _:
            return event

"""What travels to those who follow all their tables at once: `GET /api/events`."""

from typing import Any

from msgspec import Raw

from inglenook.core import units
from inglenook.core.game import Outcome
from inglenook.core.time_control import TimeControl
from inglenook.server.wire.table_messages import Said, Seat, Times


class Hello(Said, frozen=True):
    """The first one: who I am here, and the tables that follow."""

    name: str
    """"" of a guest without a profile."""
    handle: str
    author: str
    """Who answers for a bot; "" of a person."""
    tables: tuple[str, ...]
    """Those that are not over, where I sit or am invited. Anything else that I knew of is past."""


class Invited(Said, frozen=True):
    """Somebody wants me to take a seat. I `sit` down there, or `decline`."""

    table: str
    seat: units.Seat
    game: str
    options: dict[str, Any]
    time_control: TimeControl | None
    seats: tuple[Seat, ...]


class Withdrawn(Said, frozen=True):
    """I am no longer invited: somebody else sits there, or I declined."""

    table: str


class Seated(Said, frozen=True):
    """I have a seat."""

    table: str
    seat: units.Seat
    game: str
    options: dict[str, Any]
    time_control: TimeControl | None
    seats: tuple[Seat, ...]


class Unseated(Said, frozen=True):
    """I no longer have that seat."""

    table: str
    seat: units.Seat


class Turn(Said, frozen=True):
    """I may move. Said anew after every entry after which I may."""

    table: str
    seat: units.Seat
    game: str
    options: dict[str, Any]
    seq: units.Seq
    """Of the last entry; -1 before the first."""
    clock: units.PlayMs
    """ms of play when this was said, on the clock that the view goes by."""
    times: Times | None
    """Where there is a time control."""
    view: Raw
    """All that my seat may know."""


class Over(Said, frozen=True):
    """A game of mine is over."""

    table: str
    outcome: Outcome


AnyConcern = Hello | Invited | Withdrawn | Seated | Unseated | Turn | Over

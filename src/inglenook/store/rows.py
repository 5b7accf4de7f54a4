"""What is stored. Moves and happenings are JSON text here: only `tables` knows what they mean."""

from typing import Any, Literal

from msgspec import Struct

Status = Literal["waiting", "playing", "over"]


class TableRow(Struct, frozen=True, array_like=True):
    """What a table was made with; it never changes."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    creator: str
    """The guest who made it."""
    created: int
    """ms since 1970, as every `at` below."""


class EntryRow(Struct, frozen=True, array_like=True):
    """One entry of a table's match."""

    table: str
    seq: int
    t: int
    seat: int
    move: str
    lag: int
    at: int
    guest: str | None
    """Who sent it, with which ask: the same ask, sent again, is answered and not played again."""
    ask: str | None


class HappeningRow(Struct, frozen=True, array_like=True):
    """One thing that happened at a table beside its match."""

    table: str
    seq: int
    what: str
    at: int
    guest: str | None
    ask: str | None


class Change(Struct, frozen=True):
    """What is to be added to one table's logs, together or not at all."""

    table: str
    at: int
    opened: TableRow | None = None
    entries: tuple[EntryRow, ...] = ()
    happenings: tuple[HappeningRow, ...] = ()
    status: Status | None = None
    """For the lobby's index; None leaves it, and the time of the last sign of life, as they are."""
    guests: tuple[str, ...] = ()
    """Who took a seat, for the index of everyone's tables."""


class Stored(Struct, frozen=True):
    """All that is known of a table."""

    row: TableRow
    entries: tuple[EntryRow, ...]
    happenings: tuple[HappeningRow, ...]


class Listed(Struct, frozen=True):
    """A table as the lobby needs it."""

    row: TableRow
    status: Status
    moves: int
    happenings: tuple[str, ...]


class Conflict(Exception):
    """Another writer was first: a seq that was to be appended is already taken."""


class StoreFailed(Exception):
    """Nothing was written, and not because of another writer: disk full, file gone, …"""

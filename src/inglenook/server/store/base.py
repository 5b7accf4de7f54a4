"""What is stored. Moves and seating events are JSON text here: only `tables` knows their meaning.

The database calls the log of the seating events `happenings`.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar, Literal, Protocol

import msgspec
from msgspec import Struct

from inglenook.core.known_types import known
from inglenook.core.time_control import TimeControl
from inglenook.core.units import PlayMs, Seat, Seq, WallMs


def among(values: Collection[str], first: int = 1) -> str:
    """`($1, $2, …)` with a place for each of these values."""
    return f"({', '.join(f'${n}' for n in range(first, first + len(values)))})"


Status = Literal["waiting", "playing", "over"]
NEVER = 1 << 62
GRACE = 5_000
"""ms without a beat from any worker that count as an outage."""
AHEAD = 60_000
"""ms by which a time that was written down may be ahead: more, and the clock was wrong then."""
OUTAGES_KEPT = 400 * 24 * 3_600_000
"""ms after which an outage is of no account: no clock runs for as long as that."""


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
    created: WallMs
    time_control: TimeControl | None = None
    """What the match's clock is set to; None: it has none."""
    listed: bool = False
    """Whether everybody in the house is told of it; else whoever has its link."""


_time_control = msgspec.json.Decoder(known(TimeControl)).decode


def wall_ms() -> WallMs:
    return time.time_ns() // 1_000_000


def table_row(values: Sequence[Any]) -> TableRow:
    """A table's row from its columns: options and time control lie there as JSON."""
    row = list(values)
    row[4] = msgspec.json.decode(row[4])
    row[8] = row[8] and _time_control(row[8])
    row[9] = bool(row[9])
    return TableRow(*row)


class EntryRow(Struct, frozen=True, array_like=True):
    """One entry of a table's match."""

    table: str
    seq: Seq
    t: PlayMs
    seat: Seat
    move: str
    lag: PlayMs
    at: WallMs
    """When the table's clock showed `t`."""
    guest: str | None
    """Who sent it, with which ask: the same ask, sent again, is answered and not played again."""
    ask: str | None


class SeatingRow(Struct, frozen=True, array_like=True):
    """One seating event: what happened at a table beside its match."""

    table: str
    seq: Seq
    event: str
    at: WallMs
    guest: str | None
    ask: str | None


class AttemptRow(Struct, frozen=True, array_like=True):
    """A final answer of a guest to a puzzle; one a day."""

    guest: str
    game: str
    puzzle: str
    day: str
    at: WallMs
    rating: int
    """That of the puzzle, then."""
    solved: int
    """1, or 0."""


class DayRow(Struct, frozen=True, array_like=True):
    """What a guest came to on the board of a day; one a day and game."""

    guest: str
    day: str
    game: str
    table: str
    score: int


class Statement(Struct, frozen=True):
    """Something to ask of either database, or to tell it: SQL that both understand.

    `$1` and so on stand for the values. Write `FOR UPDATE SKIP LOCKED` where workers take rows from
    each other; it is left out for the one process that has SQLite's file to itself.
    """

    text: str
    values: tuple[str | int | float | None, ...] = ()


class TurnBegun(Struct, frozen=True, array_like=True):
    """It is somebody's turn at a table; or still is, and the deadline may be another one.

    They are told at `tell`, unless they were told before and have not come; a mail goes out at
    `remind`. Either may be NEVER.
    """

    guest: str
    table: str
    since: WallMs
    deadline: WallMs | None
    """When their time is up."""
    company: str
    """The names of the others."""
    remind: WallMs
    tell: WallMs


class Turns(Struct, frozen=True):
    """Whose turns at a table begin and end, for the outbox."""

    begun: tuple[TurnBegun, ...] = ()
    ended: tuple[str, ...] = ()
    """Guests whose turn it no longer is, though they may not know that."""
    taken: tuple[str, ...] = ()
    """Guests whose turn it no longer is, as they have moved."""


NO_TURNS = Turns()


class Change(Struct, frozen=True):
    """What is to be added to one table's logs, together or not at all."""

    table: str
    at: WallMs
    opened: TableRow | None = None
    entries: tuple[EntryRow, ...] = ()
    events: tuple[SeatingRow, ...] = ()
    status: Status | None = None
    """For the lobby's index; None leaves it, and the time of the last sign of life, as they are."""
    guests: tuple[str, ...] = ()
    """Who took a seat, for the index of everyone's tables."""
    due: WallMs | None = None
    """When something will happen by itself: NEVER, or None to leave it as it is."""
    finished: DayRow | None = None
    """What the board of a day came to."""
    here: tuple[str, ...] | None = None
    """Who has a connection to the table at this worker; None leaves it as it is."""
    turns: Turns = NO_TURNS
    also: tuple[Statement, ...] = ()
    """What else is to be written, in the same transaction."""


class Stored(Struct, frozen=True):
    """All that is known of a table."""

    row: TableRow
    entries: tuple[EntryRow, ...]
    events: tuple[SeatingRow, ...]
    updated: WallMs
    """When it last gave a sign of life, as far as the lobby's index knows."""


class Listed(Struct, frozen=True):
    """A table as the lobby needs it."""

    row: TableRow
    status: Status
    moves: int
    events: tuple[str, ...]
    here: frozenset[str] = frozenset()
    """The guests with a connection to it at any worker, where there are several."""


class Tail(Struct, frozen=True):
    """What was added to a table's logs since someone last looked, and who is elsewhere."""

    entries: tuple[EntryRow, ...] = ()
    events: tuple[SeatingRow, ...] = ()
    elsewhere: frozenset[str] = frozenset()
    """The guests with a connection to the table at other workers."""


class Outage(Struct, frozen=True, array_like=True):
    """A time in which no worker served anything."""

    began: WallMs
    ended: WallMs


class Store(Protocol):
    """The log, and what workers must know of each other.

    Whatever talks to the disk or the database raises StoreFailed if that cannot be done.
    """

    shared: ClassVar[bool]
    """Whether other workers write here too."""
    heard: Callable[[list[str] | None], None]
    """Called with the tables that others have changed; None when anything may have been missed."""

    overheard: Callable[[str, str], None]
    """Called with a table and what another worker has spread there."""

    async def start(self) -> None:
        """Begin to serve."""

    async def close(self) -> None:
        """Finish what is being written, and close."""

    def commit(self, *changes: Change) -> asyncio.Future[None]:
        """Write all of these or none; they are on the disk when that is done.

        Conflict if a seq is already taken; StoreLost if nobody knows whether they were written.
        """

    async def run(self, *statements: Statement) -> list[list[tuple[Any, ...]]]:
        """The rows of each, all in one transaction.

        Conflict if a key is already taken; StoreLost if nobody knows whether they were written.
        """

    async def load(self, table: str) -> Stored | None:
        """All about a table; None if there is none with that id."""

    async def tails(self, known: dict[str, tuple[int, int]]) -> dict[str, Tail]:
        """What comes after the `known` entries and seating events of each of these tables."""

    async def by_status(self, status: Status, since: WallMs, limit: int) -> list[Listed]:
        """The listed tables in that status with a sign of life since then, the latest first."""

    async def by_guest(self, guest: str, limit: int) -> list[Listed]:
        """The tables at which a guest ever took a seat: those that are not over, and then the
        others, the latest first."""

    async def there(self, tables: list[str]) -> set[str]:
        """Which of these tables there are."""

    async def ids(self, after: str, limit: int) -> list[str]:
        """The tables whose ids come after that one, in order."""

    async def claim(self, before: WallMs, until: WallMs, limit: int) -> list[str]:
        """Tables at which something was due before then. Nobody else gets them until `until`."""

    async def beat(self, grace: int = GRACE, more: int = 0) -> tuple[Outage, ...]:
        """Say that this worker is alive; all outages there ever were.

        If no worker was for longer than `grace`, that was one: up to now, and `more` ms.
        """

    async def analysis(self, table: str, version: str) -> str | None:
        """The analysis of a table's game by that version; None if there is none."""

    async def keep_analysis(self, table: str, version: str, text: str) -> None:
        """Keep the analysis of a table's game; the first one stays."""

    async def analyses(self, table: str) -> list[tuple[str, str]]:
        """All that are kept of a table's game, each with its version, in the order of these."""

    async def attempts(self, guest: str, game: str) -> list[AttemptRow]:
        """A guest's attempts at the puzzles of a game, in their order."""

    async def all_attempts(self, guest: str) -> list[AttemptRow]:
        """Those at the puzzles of all games."""

    async def learners(self, after: str, limit: int) -> list[str]:
        """The guests who have tried puzzles, in the order of their ids, from after that one on."""

    async def add_attempt(self, row: AttemptRow) -> bool:
        """Whether it was added: not if there is one at that puzzle on that day."""

    async def days(self, guest: str, since: str) -> list[DayRow]:
        """The boards of days that a guest has finished, since that one, the latest first."""

    async def day_scores(self, day: str) -> list[tuple[str, int, int]]:
        """What the board of a day came to: game, score, and how many came to that."""

    async def spread(self, table: str, said: str) -> None:
        """Have the other workers told something about a table; it is not kept, and may be lost."""

    async def hold(self, what: str) -> bool:
        """Whether this worker gets a piece of work: no other does until `let_go`, or its end."""

    async def let_go(self, what: str) -> None:
        """Let others do that work."""


class CannotOpen(Exception):
    """Where the games are kept cannot be used; the message says why in one line."""


class Conflict(Exception):
    """Another writer was first: a seq that was to be appended is already taken."""


class StoreFailed(Exception):
    """Nothing was written, and not because of another writer: disk full, file gone, …"""


class StoreLost(StoreFailed):
    """The connection broke: nobody knows what was written. Look, and try again."""

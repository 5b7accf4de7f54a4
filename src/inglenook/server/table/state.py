"""What a table is in memory: all of it folded from the two logs (see fold.py)."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from inglenook.core.game import NATURE
from inglenook.core.match import Match
from inglenook.core.units import DAY_MS, PlayMs, Seat, Seq, WallMs
from inglenook.server.store import AHEAD, Status, TableRow
from inglenook.server.table.clock import WORKING, OpeningHours, PlayClock, Span, TimeOff
from inglenook.server.table.events import BotSat, Sat
from inglenook.server.table.seating import empty
from inglenook.server.wire.table_messages import Ack


def played_states(match: Match) -> list[Any]:
    """All states in turn, without what was taken back."""
    states = match.history()
    return [states[0], *(states[seq + 1] for seq in match.line())]


class SeatChangeRecord(NamedTuple):
    """Someone took a seat or left it."""

    after: Seq
    """The last entry then; -1 before the first."""
    seat: Seat
    before: Sat | BotSat | None
    now: Sat | BotSat | None
    voted: bool = False
    """The others sent someone away."""


class Hand(NamedTuple):
    """What was dealt to a seat, and to whom it belongs."""

    owner: Sat
    """The last person, or bot from elsewhere, who sat there."""
    given_up: bool = False
    """Whether its owner left or resigned; not if others freed the seat or sent the owner away."""

    @property
    def is_reserved(self) -> bool:
        """Whether its owner has not given it up, and may still want it.

        A bot is sent away at any time. A person who was forgotten has no name, and never returns.
        """
        return not self.given_up and not self.owner.is_bot and bool(self.owner.name)


class TableState:
    """It is thrown away, and loaded again, whenever the store says otherwise."""

    __slots__ = (
        "_among_people",
        "_views",
        "back_t",
        "called",
        "changes",
        "clock",
        "done",
        "due",
        "events",
        "events_of",
        "folded",
        "going",
        "hands",
        "held",
        "last_at",
        "lead",
        "match",
        "row",
        "seating",
        "status",
        "touched",
    )

    def __init__(self, row: TableRow, match: Match, hours: OpeningHours) -> None:
        self.row = row
        self.match = match
        self.seating = empty(row.seats)
        self.changes: list[SeatChangeRecord] = []
        """Who came, left or was replaced since the table was made, in order."""
        self.held: set[tuple[str, Seat]] = set()
        """Which guests have sat in which seats since cards were dealt: they have seen them."""
        self.hands: dict[Seat, Hand] = {}
        """Whose the hand of each seat is, since cards were dealt; a bot's alone are left out."""
        self.folded: Seq = -1
        """The last entry that was folded; `match` may be ahead while its own moves are."""
        self.events = 0
        """How many seating events there are: the next one's seq."""
        self.events_of: Counter[str | None] = Counter()
        """How many of these each guest has caused."""
        self.done: dict[tuple[str | None, str | None], Ack] = {}
        """The answer to every ask that was done, by guest and ask."""
        self.clock = PlayClock(hours)
        self.last_at: WallMs = 0
        """When the latest row of both logs happened."""
        self.lead = 0
        """ms by which that was ahead of this machine's clock when it was folded."""
        self.back_t: PlayMs | None = None
        """What the clock showed when the game last went on after a pause."""
        self.touched: WallMs = 0
        """When the lobby's index was last written."""
        self.due: WallMs | None = None
        """What the store says of when something happens by itself; None if that is not known."""
        self.called: dict[str, WallMs | None] | None = None
        """Whose turn it is as the outbox was told (see turns.py); None if that is not known."""
        self._views: dict[Seat | None, tuple[Any, Any]] = {}
        """For each seat, the last state it has seen, and how."""
        self.refresh()

    def refresh(self) -> None:
        """Work out once, after every row, what is asked again and again.

        status  of the table
        going   whether time runs and things happen by themselves
        """
        seating = self.seating
        self.status: Status = (
            "over"
            if self.match.outcome()
            else "playing"
            if seating.full or self.rated_game_begun
            else "waiting"
        )
        held = seating.paused or seating.resting or seating.getting_ready
        self.going = self.status == "playing" and not held
        self._among_people = self.going and not seating.has_bots and len(seating.people) > 1

    def waits_for_people(self) -> bool:
        """Whether nothing happens by itself: several people play, nobody else, and without time."""
        return self._among_people and self.match.next_nature() is None

    @property
    def rated_game_begun(self) -> bool:
        """Whether a rated game has begun: those who play it finish it, and a free seat stops no
        clock."""
        return self.seating.rated and bool(self.match.log)

    @property
    def has_hands(self) -> bool:
        """Whether seats have something to hide from each other, and play goes on."""
        shown = self.match.game.shared_view or self.seating.study is not None
        return bool(self.match.log) and not shown and self.status != "over"

    @property
    def closed_seats(self) -> tuple[Seat, ...]:
        """Free seats that nobody new may take before those who play agree.

        If nobody sits at the table, they are closed while a person whose seat was freed may return.
        """
        seating = self.seating
        if not self.has_hands:
            return ()
        if not seating.people and not any(hand.is_reserved for hand in self.hands.values()):
            return ()
        return tuple(seat for seat in self._free_seats() if seat not in seating.opened_up)

    @property
    def reserved_seats(self) -> tuple[Seat, ...]:
        """Free seats with a hand that its owner has not given up: nobody new may take them."""
        if not self.has_hands:
            return ()
        hands = self.hands
        return tuple(
            seat for seat in self._free_seats() if seat in hands and hands[seat].is_reserved
        )

    def _free_seats(self) -> Iterator[Seat]:
        return (seat for seat, who in enumerate(self.seating.seats) if who is None)

    def in_order(self, at: WallMs) -> WallMs:
        """A time to be written down: both logs are put in order by these times.

        If the last row is far ahead, its clock or this one is wrong, and nobody can tell which.
        Then as long after that row as it is here since it was heard of: whatever worker reads it
        counts the same time, and none twice.
        """
        return at if at > self.last_at - AHEAD else max(self.last_at + 1, at + self.lead)

    @property
    def by_correspondence(self) -> bool:
        """Whether its clock counts in days."""
        control = self.row.time_control
        return control is not None and control.base >= DAY_MS

    def time_off(self) -> TimeOff:
        """When its clock stands still although the game goes on."""
        seating = self.seating
        if self.row.time_control is None or not (seating.weekends_off or seating.vacations):
            return WORKING
        thinking = {seating.guest_of(seat) for seat in self.match.thinking()}
        spans = (Span(v.began, v.until) for v in seating.vacations if v.guest in thinking)
        return TimeOff(seating.weekends_off, tuple(spans))

    @property
    def begins(self) -> WallMs | None:
        """When the countdown ends after which the game begins."""
        seating = self.seating
        return seating.begins if self.status == "playing" and seating.getting_ready else None

    @property
    def paused(self) -> bool:
        return self.status == "playing" and self.seating.paused

    @property
    def seq(self) -> Seq:
        """The last entry's; -1 before the first."""
        return len(self.match.log) - 1

    def view(self, seat: Seat | None) -> Any:
        """All that a seat may know of the position; None is a spectator. Made once."""
        game, now = self.match.game, self.match.state
        seat = None if game.shared_view else seat
        seen, view = self._views.get(seat, (None, None))
        if seen is not now:
            view = game.view(now, seat)
            self._views[seat] = now, view
        return view

    def make_views(self) -> None:
        """Make the views of all that may ask for one."""
        for seat in (None, *range(self.row.seats)):
            self.view(seat)

    @property
    def known(self) -> tuple[int, int]:
        """How many entries and how many seating events it was folded from."""
        return len(self.match.log), self.events

    @property
    def timed(self) -> bool:
        """Whether it matters when a move is made.

        Several may move, a deadline is set, or the game says so.
        """
        if self.status == "over" or self.match.owes():
            return False
        if len(self.match.to_move()) > 1 or self.match.next_nature() is not None:
            return True
        return self.match.game.is_timed(self.match.state)

    def deadline(self) -> PlayMs | None:
        """When NATURE moves next by itself; None for never, or while its move is being computed."""
        if not self.going or self.match.owes():
            return None
        return self.match.next_nature()

    def bots_to_move(self) -> tuple[BotSat, ...]:
        if not self.seating.has_bots:
            return ()
        seats = (self.seating.seats[seat] for seat in self.match.to_move() if seat != NATURE)
        return tuple(who for who in seats if isinstance(who, BotSat))


def bot_seed(state: TableState, seat: Seat) -> str:
    """What a bot draws from. A hash, so that the table's own seed stays where it is."""
    return hashlib.sha256(f"{state.row.seed}\0bot\0{seat}".encode()).hexdigest()

"""What a table knows: all of it folded from the two logs, nothing kept beside them."""

import hashlib
import secrets
from collections.abc import Iterable
from heapq import merge
from typing import Any

import msgspec

from inglenook.game import NATURE, Entry
from inglenook.match import Match
from inglenook.registry import find_game
from inglenook.store import NEVER, Change, EntryRow, HappeningRow, Status, Stored, TableRow
from inglenook.tables import seating as h
from inglenook.tables.clock import Hours, wall_ms
from inglenook.tables.messages import Ack

LEAST_DUE = 15_000
"""ms after which someone should look at a table whose bots or towers have not moved on."""

_encode = msgspec.json.Encoder().encode


class Clock:
    """ms of play. It stands still while nobody plays, and while the house is closed.

    It follows from the logs, so that all workers read the same on it.
    """

    def __init__(self, hours: Hours) -> None:
        self._hours = hours
        self._t = 0
        self._since: int | None = None
        """When it showed that; None while it stands still."""

    def now(self) -> int:
        return self.at(self._hours.now())

    def at(self, moment: int) -> int:
        """What it showed at a moment since it was last set, started or stopped."""
        return self._t if self._since is None else self._t + self._hours.served(self._since, moment)

    def when(self, t: int) -> int:
        """The moment at which it shows `t`, if it runs on; now, if it stands still."""
        if self._since is None:
            return self._hours.now()
        return self._hours.after(self._since, max(0, t - self._t))

    def set(self, t: int, moment: int) -> None:
        """An entry says what it showed then."""
        self._t = t
        if self._since is not None:
            self._since = moment

    def run(self, running: bool, moment: int) -> None:
        """Start it or stop it; nothing changes if it already does that."""
        if running != (self._since is not None):
            self._t, self._since = self.at(moment), moment if running else None


class State:
    """A table in memory. It is thrown away, and loaded anew, whenever the store says otherwise."""

    def __init__(self, row: TableRow, match: Match, hours: Hours) -> None:
        self.row = row
        self.match = match
        self.seating = h.Seating((None,) * row.seats)
        self.happened = 0
        """How many happenings there are: the next one's seq."""
        self.done: dict[tuple[str | None, str | None], Ack] = {}
        """What was already done, by guest and ask."""
        self.touched = 0
        """When the lobby's index was last written, ms since 1970."""
        self.due: int | None = None
        """What the store says of when something happens by itself; None if that is not known."""
        self.clock = Clock(hours)

    @property
    def status(self) -> Status:
        if self.match.outcome():
            return "over"
        return "playing" if self.seating.full else "waiting"

    @property
    def seq(self) -> int:
        return len(self.match.log) - 1

    @property
    def timed(self) -> bool:
        """Whether it matters when a move is made: several may move, or a deadline is set."""
        if self.status == "over" or self.match.owes():
            return False
        return len(self.match.to_move()) > 1 or self.match.next_nature() is not None

    def happen(self, happening: h.Happening, at: int) -> None:
        self.seating = self.seating.after(happening)
        self.happened += 1
        self.clock.run(self.status == "playing", at)

    def settle(self, at: int) -> None:
        """Bring what depends on both logs up to date with what happened at that moment."""
        self.seating = self.seating.at_entry(self.seq)
        self.clock.run(self.status == "playing", at)

    def new_due(self, now: int) -> int | None:
        """When someone should look here if nothing has happened by then; None if the store knows.

        To write it anew with every move of a bot would be for nothing.
        """
        due = self._next_due(now)
        if due == self.due or (due > now and self.due and now < self.due < due != NEVER):
            return None
        self.due = due
        return due

    def _next_due(self, now: int) -> int:
        """When something happens by itself: NEVER, at a deadline, or as soon as bots are done."""
        if self.status != "playing":
            return NEVER
        seats = (self.seating.seats[seat] for seat in self.match.to_move() if seat != NATURE)
        if self.match.owes() or any(isinstance(who, h.Bot) for who in seats):
            return now + LEAST_DUE
        at = self.match.next_nature()
        return NEVER if at is None else self.clock.when(at)

    def follow(self, entries: Iterable[EntryRow], happenings: Iterable[HappeningRow]) -> None:
        """Take what was stored since; Refused if it does not obey the rules of this version."""
        # The clock depends on which came first.
        rows: Iterable[EntryRow | HappeningRow] = merge(happenings, entries, key=lambda row: row.at)
        for row in rows:
            if isinstance(row, EntryRow):
                self._enter(row)
            else:
                self._learn(row)
        # Not before: of two rows of the same moment nobody knows which came first.
        self.seating = self.seating.at_entry(self.seq)

    def _enter(self, row: EntryRow) -> None:
        move = self.match.game.decode_move(msgspec.json.decode(row.move))
        self.match.follow(Entry(row.seq, row.t, row.seat, move, row.lag))
        self.clock.set(row.t, row.at)
        self.clock.run(self.status == "playing", row.at)
        if row.ask:
            self.done[row.guest, row.ask] = Ack(row.ask, seq=row.seq)

    def _learn(self, row: HappeningRow) -> None:
        happening = h.decode(row.what)
        self.happen(happening, row.at)
        if row.ask:
            table = happening.table if isinstance(happening, h.Rematched) else None
            self.done[row.guest, row.ask] = Ack(row.ask, table=table)


def open_table(
    game: str,
    options: dict[str, Any],
    seats: int,
    company: Iterable[h.Happening],
    creator: str,
    table_id: str = "",
    seed: str = "",
    hours: Hours | None = None,
) -> tuple[State, Change]:
    """A new table and what is to be stored of it; Refused if the game cannot be played so.

    Id and seed are random unless they are given; without hours the house is always open.
    """
    seed = seed or secrets.token_hex(16)
    # NATURE deals once everyone sits, so nobody has seen the tiles before.
    match = Match(game, seats, options, seed, started=False, leaves_slow=True)
    row = TableRow(
        id=table_id or secrets.token_urlsafe(9),
        game=game,
        rules=match.game.rules_version,
        seats=seats,
        options=match.options,
        seed=match.seed,
        creator=creator,
        created=wall_ms(),
    )
    state = State(row, match, hours or Hours())
    rows = happening_rows(state, company, row.created)
    for happening in company:
        state.happen(happening, row.created)
    if state.status == "playing":
        match.advance(0)
    state.settle(row.created)
    state.touched = row.created
    change = Change(
        table=row.id,
        at=row.created,
        opened=row,
        entries=entry_rows(state, match.log),
        happenings=rows,
        status=state.status,
        guests=tuple(state.seating.guests),
        due=state.new_due(row.created),
    )
    return state, change


def restore(stored: Stored, hours: Hours) -> State:
    """A table from the store; Refused if its log does not obey the rules of this version."""
    row = stored.row
    game = find_game(row.game, row.rules)
    match = Match(game, row.seats, row.options, row.seed, started=False, leaves_slow=True)
    state = State(row, match, hours)
    state.follow(stored.entries, stored.happenings)
    return state


def entry_rows(
    state: State,
    entries: Iterable[Entry],
    mine: int | None = None,
    guest: str | None = None,
    ask: str | None = None,
) -> tuple[EntryRow, ...]:
    """Entries as they are stored; the one with seq `mine` was that guest's ask.

    Each with the moment at which the clock showed its `t`: so other workers can set theirs.
    """
    return tuple(
        EntryRow(
            table=state.row.id,
            seq=e.seq,
            t=e.t,
            seat=e.seat,
            move=_encode(e.move).decode(),
            lag=e.lag,
            at=state.clock.when(e.t),
            guest=guest if e.seq == mine else None,
            ask=ask if e.seq == mine else None,
        )
        for e in entries
    )


def happening_rows(
    state: State,
    happenings: Iterable[h.Happening],
    at: int,
    guest: str | None = None,
    ask: str | None = None,
) -> tuple[HappeningRow, ...]:
    return tuple(
        HappeningRow(state.row.id, state.happened + n, _encode(what).decode(), at, guest, ask)
        for n, what in enumerate(happenings)
    )


def bot_seed(state: State, seat: int) -> str:
    """What a bot draws from. A hash, so that the table's own seed stays where it is."""
    return hashlib.sha256(f"{state.row.seed}\0bot\0{seat}".encode()).hexdigest()

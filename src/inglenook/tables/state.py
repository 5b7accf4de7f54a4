"""What a table knows: all of it folded from the two logs, nothing kept beside them."""

import hashlib
import secrets
import time
from collections.abc import Iterable
from typing import Any

import msgspec

from inglenook.game import Entry, Record, Refused
from inglenook.games import game as find_game
from inglenook.match import Match, replay
from inglenook.store import Change, EntryRow, HappeningRow, Status, Stored, TableRow
from inglenook.tables import happenings as h
from inglenook.tables.messages import Ack

_encode = msgspec.json.Encoder().encode


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Clock:
    """ms of play. It stands still while nobody plays, so an outage is nobody's thinking time."""

    def __init__(self, t: int) -> None:
        self._t = t
        self._since: float | None = None

    def now(self) -> int:
        return self.at(time.monotonic())

    def at(self, moment: float) -> int:
        """What it showed at a moment (of `time.monotonic`) since it was last started or stopped."""
        if self._since is None:
            return self._t
        return self._t + max(0, int((moment - self._since) * 1000))

    def run(self, running: bool) -> None:
        """Start it or stop it; nothing changes if it already does that."""
        if running != (self._since is not None):
            self._t, self._since = self.now(), time.monotonic() if running else None


class State:
    """A table in memory. It is thrown away, and loaded anew, whenever the store says otherwise."""

    def __init__(self, row: TableRow, match: Match, seating: h.Seating) -> None:
        self.row = row
        self.match = match
        match.leaves_slow = True
        self.seating = seating
        self.happened = 0
        """How many happenings there are: the next one's seq."""
        self.done: dict[tuple[str | None, str | None], Ack] = {}
        """What was already done, by guest and ask."""
        self.touched = 0
        """When the lobby's index was last written, ms since 1970."""
        self.clock = Clock(match.last_t)
        self.settle()

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

    def happen(self, happening: h.Happening) -> None:
        self.seating = self.seating.after(happening)
        self.happened += 1

    def settle(self) -> None:
        """Bring what depends on both logs up to date."""
        self.seating = self.seating.at_entry(self.seq)
        self.clock.run(self.status == "playing")


def open_table(
    game: str,
    options: dict[str, Any],
    seats: int,
    company: Iterable[h.Happening],
    creator: str,
    table_id: str = "",
    seed: str = "",
) -> tuple[State, Change]:
    """A new table and what is to be stored of it; Refused if the game cannot be played so.

    Id and seed are random unless they are given.
    """
    rules = find_game(game).rules
    # Replayed from nothing: NATURE deals once everyone sits, so nobody has seen the tiles before.
    match = replay(Record(game, rules, seats, options, seed or secrets.token_hex(16)))
    row = TableRow(
        id=table_id or secrets.token_urlsafe(9),
        game=game,
        rules=rules,
        seats=seats,
        options=match.options,
        seed=match.seed,
        creator=creator,
        created=wall_ms(),
    )
    state = State(row, match, h.Seating((None,) * seats))
    rows = happening_rows(state, company)
    for happening in company:
        state.happen(happening)
    if state.status == "playing":
        match.advance(0)
    state.settle()
    state.touched = row.created
    change = Change(
        table=row.id,
        at=row.created,
        opened=row,
        entries=entry_rows(state, match.log),
        happenings=rows,
        status=state.status,
        guests=tuple(state.seating.guests),
    )
    return state, change


def restore(stored: Stored) -> State:
    """A table from the store; Refused if its log does not obey the rules of this version."""
    row = stored.row
    game = find_game(row.game)
    if row.rules != game.rules:
        raise Refused("old-rules", detail=f"played by version {row.rules} of the {row.game} rules")
    log = tuple(
        Entry(e.seq, e.t, e.seat, game.decode_move(msgspec.json.decode(e.move)), e.lag)
        for e in stored.entries
    )
    match = replay(Record(row.game, row.rules, row.seats, row.options, row.seed, log))
    state = State(row, match, h.Seating((None,) * row.seats))
    for line in stored.happenings:
        happening = h.decode(line.what)
        state.happen(happening)
        if line.ask:
            table = happening.table if isinstance(happening, h.Rematched) else None
            state.done[line.guest, line.ask] = Ack(line.ask, table=table)
    for entry in stored.entries:
        if entry.ask:
            state.done[entry.guest, entry.ask] = Ack(entry.ask, seq=entry.seq)
    state.settle()
    return state


def entry_rows(
    state: State,
    entries: Iterable[Entry],
    mine: int | None = None,
    guest: str | None = None,
    ask: str | None = None,
) -> tuple[EntryRow, ...]:
    """Entries as they are stored; the one with seq `mine` was that guest's ask."""
    at = wall_ms()
    return tuple(
        EntryRow(
            table=state.row.id,
            seq=e.seq,
            t=e.t,
            seat=e.seat,
            move=_encode(e.move).decode(),
            lag=e.lag,
            at=at,
            guest=guest if e.seq == mine else None,
            ask=ask if e.seq == mine else None,
        )
        for e in entries
    )


def happening_rows(
    state: State,
    happenings: Iterable[h.Happening],
    guest: str | None = None,
    ask: str | None = None,
) -> tuple[HappeningRow, ...]:
    at = wall_ms()
    return tuple(
        HappeningRow(state.row.id, state.happened + n, _encode(what).decode(), at, guest, ask)
        for n, what in enumerate(happenings)
    )


def bot_seed(state: State, seat: int) -> str:
    """What a bot draws from. A hash, so that the table's own seed stays where it is."""
    return hashlib.sha256(f"{state.row.seed}\0bot\0{seat}".encode()).hexdigest()

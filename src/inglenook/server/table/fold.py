"""Fold: both logs of a table, in the order in which things happened, make its state."""

from collections.abc import Iterable, Sequence
from heapq import merge

import msgspec

from inglenook.core.game import Entry, Refused, Resign
from inglenook.core.match import Match
from inglenook.core.registry import find_game
from inglenook.core.units import Seat
from inglenook.server.compute.warm import warm
from inglenook.server.store import EntryRow, SeatingRow, Stored, wall_ms
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.events import (
    BotSat,
    Left,
    MovedOn,
    Rematched,
    Resumed,
    Sat,
    SentAway,
    decode,
)
from inglenook.server.table.state import Hand, SeatChangeRecord, TableState
from inglenook.server.wire.table_messages import Ack


def restore(stored: Stored, hours: OpeningHours) -> TableState:
    """A table from the store; Refused if its log does not obey the rules of this version.

    It takes a while, and the game is made ready, and the views of a slow one: see `slow`.
    """
    warm(stored.row.game)
    state = unseen(stored, hours)
    if state.match.game.slow_moves:
        state.make_views()
    return state


def unseen(stored: Stored, hours: OpeningHours) -> TableState:
    """The same for someone who looks at no view."""
    row = stored.row
    game = find_game(row.game, row.rules)
    match = Match(
        game,
        row.seats,
        row.options,
        row.seed,
        time_control=row.time_control,
        started=False,
        leaves_slow=True,
    )
    state = TableState(row, match, hours)
    fold(state, stored.entries, stored.events)
    return state


def fault_of(e: Exception) -> str:
    """Why the rows of a table cannot be read or folded, in one line."""
    if not isinstance(e, Refused):
        return " ".join(f"{type(e).__name__}: {e}".split())
    return e.code if e.seq is None else f"{e.code} at entry {e.seq}"


def fold(state: TableState, entries: Sequence[EntryRow], events: Sequence[SeatingRow]) -> None:
    """Take the next rows of both logs; Refused if they do not obey the rules of this version.

    The same for rows that were played here, read from the store or heard of from other workers.
    """
    # The clock depends on which came first.
    rows: Iterable[EntryRow | SeatingRow] = (
        merge(events, entries, key=lambda row: row.at) if events else entries
    )
    clock = state.clock
    for row in rows:
        if isinstance(row, EntryRow):
            _fold_entry(state, row)
            seated = row.seq == 0
            if seated:
                _deal(state)
        else:
            _fold_event(state, row)
            seated = bool(state.match.log)
        if seated:
            sitting = (who for who in state.seating.seats if isinstance(who, Sat))
            state.held.update((who.guest, who.seat) for who in sitting)
        state.refresh()
        clock.run(state.going, row.at)
        clock.take_off(state.time_off(), row.at)
        state.last_at = max(state.last_at, row.at)
    state.lead = state.last_at - wall_ms()
    # Not before: of two rows of the same ms nobody knows which came first.
    if state.seating.takeback or state.seating.votes:
        state.seating = state.seating.at_entry(state.seq).lapsed(state.match.log)


def _fold_entry(state: TableState, row: EntryRow) -> None:
    # What was played here is in the match already.
    if row.seq >= len(state.match.log):
        move = state.match.game.decode_move(msgspec.json.decode(row.move))
        state.match.follow(Entry(row.seq, row.t, row.seat, move, row.lag))
    state.folded = row.seq
    state.clock.set(row.t, row.at)
    if isinstance(state.match.log[row.seq].move, Resign):
        _give_up(state, row.seat, row.guest)
    if row.ask:
        state.done[row.guest, row.ask] = Ack(row.ask, seq=row.seq)


def _deal(state: TableState) -> None:
    """Note whose the hands are with the first entry."""
    for seat, who in enumerate(state.seating.seats):
        owner = who.keeps_for if isinstance(who, BotSat) else who
        if owner is not None:
            state.hands[seat] = Hand(owner)


def _give_up(state: TableState, seat: Seat, guest: str | None) -> None:
    """Note that a guest gives up the hand of a seat, if it is theirs."""
    hand = state.hands.get(seat)
    if hand is not None and hand.owner.guest == guest:
        state.hands[seat] = Hand(hand.owner, given_up=True)


def _fold_event(state: TableState, row: SeatingRow) -> None:
    event = decode(row.event)
    before = state.seating.seats
    if isinstance(event, Left):
        _give_up(state, event.seat, state.seating.guest_of(event.seat))
    elif isinstance(event, Sat) and state.folded >= 0:
        state.hands[event.seat] = Hand(event)
    state.seating = state.seating.after(event)
    if not isinstance(event, MovedOn):
        _note_change(state, before, opening=row.ask is None, voted=isinstance(event, SentAway))
    if isinstance(event, Resumed):
        state.back_t = state.clock.at(row.at)
    state.events += 1
    state.events_of[row.guest] += 1
    if row.ask:
        table = event.table if isinstance(event, Rematched | MovedOn) else None
        state.done[row.guest, row.ask] = Ack(row.ask, table=table)


def _note_change(
    state: TableState,
    before: tuple[Sat | BotSat | None, ...],
    *,
    opening: bool,
    voted: bool,
) -> None:
    """Note who came or left; those who are there when the table is made just sit there."""
    for seat, (was, now) in enumerate(zip(before, state.seating.seats, strict=True)):
        # A bot that plays on for someone who resigned was not asked for either.
        if was != now and not (opening and was is None):
            state.changes.append(SeatChangeRecord(state.folded, seat, was, now, voted))

"""Play: carry a decision out on the match. What comes of it are rows, which are yet to be folded
and committed."""

from collections.abc import Iterable, MutableMapping

from msgspec import Struct

from inglenook.core.game import NATURE, Entry, Flag, Move, Refused, Undo
from inglenook.core.units import PlayMs, Seat, WallMs
from inglenook.server.store import Change, EntryRow, SeatingRow
from inglenook.server.table.decide import (
    ChangeSeats,
    Decision,
    LetTimePass,
    MakeMove,
    OpenAnother,
    Pause,
    PlayNature,
    TakeBack,
    stand_in,
)
from inglenook.server.table.events import CountedDown, MovedOn, Paused, Rematched, SeatingEvent
from inglenook.server.table.lag import FULL, Purse
from inglenook.server.table.log_rows import By, entry_rows, event_rows
from inglenook.server.table.opening import open_table
from inglenook.server.table.state import TableState

COUNTDOWN = 3_000
"""ms between the moment at which everyone is ready and the beginning."""

Purses = MutableMapping[Seat, Purse]
"""For each seat, the lag it can still be granted."""


class Played(Struct, frozen=True):
    entries: tuple[EntryRow, ...]
    events: tuple[SeatingRow, ...] = ()
    refused: Refused | None = None
    """Why a move does not stand. NATURE's moves that were due before it do."""
    opened: Change | None = None
    """Another table, to be opened together with this."""


def play(
    state: TableState,
    decision: Decision,
    by: By,
    at: WallMs,
    t: PlayMs,
    lag: PlayMs,
    purses: Purses,
) -> Played:
    """What a decision comes to at `t` on the table's clock, written down at `at`.

    `lag` is what the guest's network takes, in ms: as much as the seat's purse allows is granted.
    """
    first = len(state.match.log)
    code = _play_on_match(state, decision, t, lag, purses)
    entries = state.match.log[first:]
    replaced = _replaced(state, entries)
    if code:
        refused = Refused(code, detail=_explanation(state, decision, code))
        return Played(entry_rows(state, entries, at), event_rows(state, replaced, at), refused)
    if isinstance(decision, MakeMove):
        events = decision.events + replaced
        if events:
            events += _countdown(state, events, at)
        # An ask is kept once: a move's with its entry, any other with its event.
        asked = first if len(entries) == 1 else next(e.seq for e in entries if e.seat != NATURE)
        rows = entry_rows(state, entries, at, asked, by)
        return Played(rows, event_rows(state, events, at) if events else ())
    events, opened = _events(state, decision, by)
    events = (*events, *replaced)
    events = (*events, *_countdown(state, events, at))
    due = entry_rows(state, entries, at)
    # What was due came first, also in the same ms: both logs are put in order by these times.
    after = max([at, *(row.at + 1 for row in due)])
    happened = decision.at if isinstance(decision, Pause) else after
    return Played(due, event_rows(state, events, happened, by), opened=opened)


def _replaced(state: TableState, entries: Iterable[Entry]) -> tuple[SeatingEvent, ...]:
    """Who plays on for those whose flags fell."""
    if state.match.time_control is None:
        return ()
    flags = [entry.move.seat for entry in entries if isinstance(entry.move, Flag)]
    return tuple(event for seat in flags for event in stand_in(state, seat))


def _countdown(
    state: TableState, events: Iterable[SeatingEvent], at: WallMs
) -> tuple[SeatingEvent, ...]:
    """With the last one who was waited for, the countdown begins."""
    then = state.seating
    for event in events:
        then = then.after(event)
    if then.getting_ready and then.all_ready and then.begins is None:
        return (CountedDown(at + COUNTDOWN),)
    return ()


def _play_on_match(
    state: TableState, decision: Decision, t: PlayMs, lag: PlayMs, purses: Purses
) -> str | None:
    """None, or why the move was refused."""
    if isinstance(decision, MakeMove):  # nearly all are
        seat = decision.seat
        granted, purse = purses.get(seat, FULL).grant(t, lag)
        code = state.match.submit(seat, decision.move, t, granted)
        if code is None:
            purses[seat] = purse
        return code
    match decision:
        case TakeBack(_, seat, to):
            state.match.advance(t)
            if state.match.outcome() and not state.seating.study:
                return "game-over"  # time was up before it
            return state.match.submit(seat, Undo(to), t)
        case PlayNature(move):
            return state.match.settle(move, t)
        case Pause():
            return None
        case ChangeSeats() | OpenAnother() | LetTimePass():
            if state.going:
                state.match.advance(t)
            return None


def _events(
    state: TableState, decision: Decision, by: By
) -> tuple[tuple[SeatingEvent, ...], Change | None]:
    match decision:
        case ChangeSeats(events) | TakeBack(events):
            return events, None
        case Pause():
            return (Paused(),), None
        case OpenAnother(company, fewer):
            row = state.row
            opened = open_table(
                row.game,
                row.options,
                sum(who is not None for who in state.seating.seats) if fewer else row.seats,
                company,
                by.guest or "",
                time_control=row.time_control,
                listed=row.listed,
            )[1]
            moved = MovedOn(opened.table) if fewer else Rematched(opened.table)
            return (moved,), opened
        case _:
            return (), None


def _explanation(state: TableState, decision: Decision, code: str) -> str:
    """What the game has to say about a move it refused."""
    if not isinstance(decision, MakeMove) or code == "bad-move":
        return ""
    game, move = state.match.game, decision.move
    decoded = move if isinstance(move, Move) else game.decode_move(move)
    return game.explain(state.match.state, decision.seat, decoded)

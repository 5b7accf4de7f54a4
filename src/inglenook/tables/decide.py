"""What an ask comes to: a pure decision from what the table knows, carried out by the table."""

import unicodedata
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from inglenook.game import NATURE, Move, Refused, Resign, Undo
from inglenook.registry import find_level, levels
from inglenook.store import Change
from inglenook.tables import messages as m
from inglenook.tables import seating as h
from inglenook.tables.state import State, open_table


class Plan(Struct, frozen=True):
    """What is to be done for an ask."""

    happenings: tuple[h.Happening, ...] = ()
    """If the move is refused, none of these happen either."""
    seat: int = 0
    move: Move | dict[str, Any] | None = None
    settled: Move | None = None
    """Instead of a seat's move: NATURE's slow one, now computed."""
    opens: Change | None = None
    table: str | None = None
    """For the answer: where play goes on."""

    @property
    def is_play(self) -> bool:
        """Whether a move is what was asked for, and not what came of an answer."""
        return self.move is not None and not isinstance(self.move, Undo)


MOST_ENTRIES = 5000
"""Entries of a table. The longest games have some hundreds."""
MOST_HAPPENINGS = 1000
"""Comings and goings at one table: the lobby reads them all."""


def decide(state: State, guest: str, ask: m.Ask, is_away: Callable[[str], bool]) -> Plan:
    """How to do what a guest asks; Refused, with its code, if it may not be done.

    `is_away` tells whether a guest has had no connection for so long that the seat may be freed.
    """
    if state.happened >= MOST_HAPPENINGS and not isinstance(ask, m.Play):
        raise Refused("too-long", detail="too much has happened at this table")
    match ask:
        case m.Play(_, seat, move):
            require_own(state, guest, seat)
            if len(state.match.log) >= MOST_ENTRIES and move.get("type") != "resign":
                raise Refused("too-long", detail="this game has gone on for too long")
            if state.status == "waiting":
                raise Refused("waiting", detail="a seat is still free")
            if move.get("type") == "undo":
                raise Refused("ask-first", detail="ask the others with `takeback`")
            return Plan(_stand_in(state, seat, move), seat, move)
        case m.Sit(_, seat, name):
            _require_free(state, seat)
            return Plan((h.Sat(seat, guest, clean_name(name)),))
        case m.Bot(_, seat, level):
            _require_company(state, guest)
            _require_free(state, seat)
            find_level(state.row.game, level)
            return Plan((h.Bot(seat, level),))
        case m.Leave(_, seat):
            require_own(state, guest, seat)
            _require_not_over(state)
            _require_not_daily(state)
            return Plan((h.Left(seat),))
        case m.Free(_, seat):
            return _free(state, guest, seat, is_away)
        case m.Takeback(_, seat):
            return _takeback(state, guest, seat)
        case m.Answer(_, seat, agree):
            return _answer(state, guest, seat, agree)
        case m.Rematch():
            return _rematch(state, guest)
        case _:
            raise TypeError(ask)


def explained(state: State, plan: Plan, code: str) -> str:
    """What the game has to say about a move it refused."""
    game, move = state.match.game, plan.move
    if code == "bad-move" or move is None:
        return ""
    decoded = move if isinstance(move, Move) else game.decode_move(move)
    return game.explain(state.match.state, plan.seat, decoded)


def _stand_in(state: State, seat: int, move: dict[str, Any]) -> tuple[h.Happening, ...]:
    """Who plays on for one who resigns while others go on: a bot of middling strength."""
    if move.get("type") != "resign":
        return ()
    log = state.match.log
    gone = {log[seq].seat for seq in state.match.line() if isinstance(log[seq].move, Resign)}
    if state.row.seats - len(gone | {seat}) < 2:
        return ()
    known = levels(state.row.game)
    return (h.Bot(seat, known[len(known) // 2].name),)


def _free(state: State, guest: str, seat: int, is_away: Callable[[str], bool]) -> Plan:
    _require_not_over(state)
    _require_company(state, guest)
    match _who(state, seat):
        case None:
            raise Refused("seat-free")
        case h.Sat(_, owner) if not is_away(owner):
            raise Refused("not-away", detail="a seat is freed when its owner is away for long")
    return Plan((h.Freed(seat),))


def _takeback(state: State, guest: str, seat: int) -> Plan:
    require_own(state, guest, seat)
    _require_not_over(state)
    _require_not_daily(state)
    if state.status == "waiting":
        raise Refused("waiting", detail="a seat is still free")
    if state.seating.takeback:
        raise Refused("takeback-pending")
    log = state.match.log
    mine = [seq for seq in state.match.line() if log[seq].seat == seat]
    if not mine:
        raise Refused("nothing-to-take-back")
    asked = h.Asked(seat, to=mine[-1] - 1, after=state.seq)
    return _agreed_or_open(state.seating, asked, asked)


def _answer(state: State, guest: str, seat: int, agree: bool) -> Plan:
    require_own(state, guest, seat)
    asked = state.seating.takeback
    if not asked:
        raise Refused("no-takeback")
    if seat not in state.seating.undecided():
        raise Refused("no-takeback", detail="this seat was not asked")
    return _agreed_or_open(state.seating, h.Answered(seat, agree), asked)


def _agreed_or_open(seating: h.Seating, happening: h.Happening, asked: h.Asked) -> Plan:
    """The happening, and the undo itself if with it everyone has agreed."""
    then = seating.after(happening)
    if then.takeback and not then.undecided():
        return Plan((happening,), asked.seat, Undo(asked.to))
    return Plan((happening,))


def _rematch(state: State, guest: str) -> Plan:
    if state.status != "over":
        raise Refused("not-over")
    if not state.seating.seats_of(guest):
        raise Refused("not-seated", detail="only those who played may ask for another game")
    if state.seating.rematch:
        return Plan(table=state.seating.rematch)
    row = state.row
    opened, change = open_table(row.game, row.options, row.seats, h.rotated(state.seating), guest)
    return Plan((h.Rematched(opened.row.id),), opens=change, table=opened.row.id)


def _who(state: State, seat: int) -> h.Sat | h.Bot | None:
    if not 0 <= seat < state.row.seats:
        raise Refused("no-such-seat", detail=f"this table has {state.row.seats} seats")
    return state.seating.seats[seat]


def require_own(state: State, guest: str, seat: int) -> None:
    """Refused `not-your-seat` unless the guest sits there."""
    who = _who(state, seat)
    if not isinstance(who, h.Sat) or who.guest != guest:
        raise Refused("not-your-seat")


def require_practice(state: State, guest: str, seat: int) -> None:
    """Refused unless the guest is to move there and has bots alone as opponents."""
    require_own(state, guest, seat)
    _require_not_over(state)
    _require_not_daily(state)
    others = (who for number, who in enumerate(state.seating.seats) if number != seat)
    if not all(isinstance(who, h.Bot) for who in others):
        raise Refused("not-practice", detail="only where all the others are bots")
    if seat not in state.match.to_move():
        raise Refused("not-your-turn")


def _require_free(state: State, seat: int) -> None:
    _require_not_over(state)
    if _who(state, seat) is not None:
        raise Refused("seat-taken")


def _require_not_over(state: State) -> None:
    if state.status == "over":
        raise Refused("game-over")


def _require_not_daily(state: State) -> None:
    if state.seating.daily:
        raise Refused("daily-board", detail="the board of the day is played once, as it comes")


def _require_company(state: State, guest: str) -> None:
    """Who sits here decides about bots and empty chairs; before the first move also the host."""
    begun = any(entry.seat != NATURE for entry in state.match.log)
    host = guest == state.row.creator and not begun
    if not host and not state.seating.seats_of(guest):
        raise Refused("not-seated", detail="only those who sit at the table may do that")


def clean_name(name: str) -> str:
    """A name as it is shown: one line, without control characters; Refused if nothing is left."""
    # The joiner is a control character too, but holds emoji together.
    shown = (c for c in name if c.isspace() or c == "\u200d" or unicodedata.category(c)[0] != "C")
    cleaned = " ".join("".join(shown).split())
    if not cleaned.strip("\u200d"):
        raise Refused("bad-name", detail="a name has 1 to 24 characters that can be seen")
    return cleaned

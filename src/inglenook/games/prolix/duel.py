"""Two players: both write a word on the same board, the better one gets a Mark."""

from msgspec.structs import replace

from inglenook.core.game import Entry
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import board, wording
from inglenook.games.prolix.moves import Accept, Challenge, Write
from inglenook.games.prolix.state import (
    State,
    add_word,
    finish,
    has_said,
    next_board,
    remember,
    shown,
    strike,
    write_line,
)
from inglenook.games.prolix.view import Deed, Line, Stake, Timer, Verdict
from inglenook.words import is_accepted

COLUMNS = 2
"""The columns discarded after each round."""


def begin(s: State, t: PlayMs) -> State:  # noqa: ARG001 - the time starts with the first word
    return replace(s, phase="write")


def asked(s: State) -> frozenset[Seat]:
    """The seats that have a word before them which they could challenge."""
    return frozenset(1 - stake.seat for stake in s.stakes)


def due(s: State) -> bool:
    return s.phase == "challenge" and asked(s) == set(s.accepted)


def end(s: State) -> PlayMs | None:
    return s.timer.until if s.phase == "write" else s.ends


def may(s: State, seat: Seat) -> tuple[Deed, ...]:
    if s.phase == "write":
        return () if has_said(s, seat) else ("write",)
    return ("challenge", "accept") if seat in asked(s) - set(s.accepted) else ()


def fault(s: State, entry: Entry) -> str | None:
    """Why a player may not do this now, or None. Whether it came in time is asked elsewhere."""
    seat = entry.seat
    match entry.move, s.phase:
        case Write(word), "write":
            return wording.fault(s, seat, word) or ("already-said" if has_said(s, seat) else None)
        case Challenge(owner), "challenge":
            if owner not in {stake.seat for stake in s.stakes}:
                return "no-such-word"
            if owner == seat:
                return "own-word"
            return "already-accepted" if seat in s.accepted else None
        case Accept(), "challenge":
            if seat not in asked(s):
                return "own-word"
            return "already-accepted" if seat in s.accepted else None
        case _:
            return "wrong-phase"


def play(s: State, entry: Entry) -> State:
    """The state after a player's move."""
    match entry.move:
        case Write(word):
            s = add_word(s, entry, word)
            if len(s.said) == s.seats:
                return _reveal(s, entry.t)
            return replace(s, timer=Timer(entry.seat, entry.t + s.options.timer_ms))
        case Challenge(owner):
            return _decide(s, entry.seat, owner)
        case _:
            return replace(s, accepted=(*s.accepted, entry.seat))


def lapse(s: State, t: PlayMs) -> State:
    """NATURE ends the writing time, or the window for challenges."""
    return _reveal(s, t) if s.phase == "write" else _award(s, better(s))


def handicap(s: State, seat: Seat) -> int:
    return max(0, s.marks[seat] - s.marks[1 - seat])


def _reveal(s: State, t: PlayMs) -> State:
    stakes = tuple(
        Stake(
            word.seat,
            word.word,
            board.value(s.pool.board, word.word) - handicap(s, word.seat),
            False,
        )
        for word in s.said
    )
    used = (*s.used, *(word.word for word in s.said))
    s = replace(s, stakes=stakes, used=used, timer=Timer(), verdict=None)
    if s.options.challenges == "referee":
        return _award(s, better(s))
    return replace(s, phase="challenge", ends=t + s.options.challenge_window_ms)


def better(s: State) -> Seat:
    """The seat with the better word; the one that wrote first where they are equal."""
    return max(s.stakes, key=lambda stake: stake.value).seat


def _decide(s: State, by: Seat, owner: Seat) -> State:
    """The reference decides a challenge, and whoever is right gets the Mark."""
    (word,) = (stake.word for stake in s.stakes if stake.seat == owner)
    stands = is_accepted(word)
    s = replace(s, verdict=Verdict(by, owner, word, stands, "reference", knew=0, asked=0))
    if stands:
        return _award(s, owner)
    void = tuple(replace(stake, value=0) if stake.seat == owner else stake for stake in s.stakes)
    return _award(replace(strike(s, owner, word), stakes=void), by)


def _award(s: State, winner: Seat) -> State:
    lines = {stake.seat: Line(stake.word, stake.value) for stake in s.stakes}
    words = tuple(
        shown(s, stake.seat, stake.word, stake.value, stake.seat == winner) for stake in s.stakes
    )
    s = remember(s, words, "duel")
    for seat in range(s.seats):
        s = write_line(s, seat, lines.get(seat, Line("", 0)))
    marks = tuple(mark + (seat == winner) for seat, mark in enumerate(s.marks))
    s = replace(s, marks=marks)
    return finish(s) if s.options.marks in marks else next_board(s, COLUMNS)

"""One player: six rounds against the sand, each with a total to reach."""

from itertools import accumulate

from msgspec.structs import replace

from inglenook.core.game import Entry
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import board, ready, wording
from inglenook.games.prolix.moves import Scratch, Write
from inglenook.games.prolix.state import (
    State,
    finish,
    next_board,
    remember,
    shown,
    write_line,
)
from inglenook.games.prolix.view import Deed, Line, Timer

COLUMNS = 2
"""The columns discarded after each round."""


def begin(s: State, t: PlayMs) -> State:
    return replace(s, phase="write", timer=Timer(0, t + s.options.timer_ms))


def due(s: State) -> bool:  # noqa: ARG001 - there is always time left to think
    return False


def end(s: State) -> PlayMs | None:
    return s.timer.until


def may(s: State, seat: Seat) -> tuple[Deed, ...]:  # noqa: ARG001 - there is only one seat
    return ("write", "scratch")


def fault(s: State, entry: Entry) -> str | None:
    """Why the player may not do this now, or None. Whether it came in time is asked elsewhere."""
    match entry.move:
        case Write(word) | Scratch(word):
            return wording.fault(s, entry.seat, word)
        case _:
            return "wrong-phase"


def play(s: State, entry: Entry) -> State:
    """The state after the player's move."""
    if isinstance(entry.move, Scratch):
        return replace(s, scratched=(*s.scratched, entry.move.word))
    assert isinstance(entry.move, Write)
    return _write(s, entry.move.word)


def lapse(s: State, t: PlayMs) -> State:  # noqa: ARG001 - the next time starts with the next board
    """NATURE ends the round: the last scratched word is written, if there is one."""
    return _write(s, s.scratched[-1] if s.scratched else "")


def total(s: State) -> int:
    return sum(line.value for line in s.sheets[0].regular)


def reached(s: State) -> tuple[int, ...]:
    """The total after each round."""
    return tuple(accumulate(line.value for line in s.sheets[0].regular))


def is_missed(s: State) -> bool:
    """Whether the last round ended below its target."""
    played = len(s.sheets[0].regular)
    return played > 0 and total(s) < s.targets[played - 1]


def _write(s: State, word: str) -> State:
    value = board.value(s.pool.board, word)
    words = (shown(s, 0, word, value, True),) if word else ()
    s = write_line(remember(s, words, "solo"), 0, Line(word, value))
    s = replace(s, used=(*s.used, word) if word else s.used, timer=Timer())
    if is_missed(s) or len(s.sheets[0].regular) == s.rounds:
        return finish(s)
    return ready.ask(next_board(s, COLUMNS))

"""What a log of Prolix folds to, and the steps that every mode of play shares."""

from msgspec import Struct
from msgspec.structs import replace

from inglenook.core.deadlines import moment
from inglenook.core.game import Entry
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import board, scoring
from inglenook.games.prolix.board import BOX, Pool
from inglenook.games.prolix.moves import Options
from inglenook.games.prolix.view import (
    Challenged,
    Last,
    Line,
    Lot,
    Mode,
    Phase,
    Reason,
    Sheet,
    Shown,
    Stake,
    Timer,
    Verdict,
)


class Word(Struct, frozen=True, gc=False):
    """A word in a window, or written in a duel."""

    seat: Seat
    word: str
    at: PlayMs
    """When it was said, less the lag granted."""


class Ballot(Struct, frozen=True, gc=False):
    seat: Seat
    recognise: bool


class State(Struct, frozen=True, gc=False):
    options: Options
    sheets: tuple[Sheet, ...]
    barred: tuple[tuple[str, ...], ...]
    """For each seat, its words that a challenge struck."""
    phase: Phase
    pool: Pool = Pool()
    drawing: tuple[Seat, ...] = ()
    """The seats that draw lots."""
    lots: tuple[Lot, ...] = ()
    active: Seat | None = None
    interruptions: int = 0
    timer: Timer = Timer()
    ends: PlayMs | None = None
    """When the window ends, as players count it."""
    said: tuple[Word, ...] = ()
    """The words of the window that still stand, or those written in a duel; earliest first."""
    stakes: tuple[Stake, ...] = ()
    challenge: Challenged | None = None
    accepted: tuple[Seat, ...] = ()
    """Who is ready, or has accepted the words at stake."""
    ballots: tuple[Ballot, ...] = ()
    verdict: Verdict | None = None
    used: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()
    scratched: tuple[str, ...] = ()
    last: Last | None = None

    @property
    def seats(self) -> int:
        return len(self.sheets)

    @property
    def mode(self) -> Mode:
        return "table" if self.seats > 2 else "duel" if self.seats == 2 else "solo"

    @property
    def rounds(self) -> int:
        """As many as are played; in a duel the most there can be."""
        if self.mode == "duel":
            return 2 * self.options.marks - 1
        return self.options.rounds or BOX.rounds[self.seats]

    @property
    def targets(self) -> tuple[int, ...]:
        """The totals to reach in a solo game, round by round."""
        return BOX.targets[: self.rounds] if self.mode == "solo" else ()

    @property
    def interrupts(self) -> int:
        """The interrupts with which a player is out; 0 where there are none."""
        if self.mode != "table":
            return 0
        return scoring.most_interrupts(self.seats, self.rounds)


def add_word(s: State, entry: Entry, word: str) -> State:
    """A word joins those of the window, in the order in which they were said."""
    words = (*s.said, Word(entry.seat, word, moment(entry)))
    return replace(s, said=tuple(sorted(words, key=lambda each: each.at)))


def has_said(s: State, seat: Seat) -> bool:
    return any(word.seat == seat for word in s.said)


def write_line(s: State, seat: Seat, line: Line) -> State:
    """Add a regular line to a sheet."""
    return with_sheet(s, seat, replace(s.sheets[seat], regular=(*s.sheets[seat].regular, line)))


def with_sheet(s: State, seat: Seat, sheet: Sheet) -> State:
    return replace(s, sheets=(*s.sheets[:seat], sheet, *s.sheets[seat + 1 :]))


def strike(s: State, seat: Seat, word: str) -> State:
    """A challenge was right: the word is void, no longer used, and its owner may not repeat it."""
    used = list(s.used)
    used.remove(word)
    mine = (*s.barred[seat], word)
    return replace(
        s,
        said=tuple(each for each in s.said if each.seat != seat),
        used=tuple(used),
        barred=(*s.barred[:seat], mine, *s.barred[seat + 1 :]),
    )


def shown(s: State, seat: Seat, word: str, value: int, won: bool) -> Shown:
    return Shown(seat, word, value, won, board.flipped(s.pool.board, word))


def remember(s: State, words: tuple[Shown, ...], reason: Reason) -> State:
    """Keep what this came to, for the screen."""
    return replace(s, last=Last(words, reason, board.tiles(s.pool.board)))


def put_away(s: State) -> State:
    """Nothing of the window or the round is left."""
    return replace(
        s,
        ends=None,
        said=(),
        stakes=(),
        challenge=None,
        accepted=(),
        ballots=(),
        scratched=(),
    )


def next_board(s: State, columns: int) -> State:
    """The tiles advance, and NATURE draws."""
    return replace(put_away(s), phase="draw", pool=board.advance(s.pool, columns))


def finish(s: State) -> State:
    """The game is over; its last board stays."""
    return replace(put_away(s), phase="over", active=None, interruptions=0, timer=Timer())

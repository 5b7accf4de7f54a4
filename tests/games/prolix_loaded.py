"""Prolix with loaded draws: the test deals the tiles and lets time pass."""

from typing import Any

from inglenook import NATURE, Entry, Move, Rng, find_game
from inglenook.games.prolix.moves import Accept, Draw, Flip, Lots, Say, Write
from inglenook.games.prolix.state import State
from inglenook.games.prolix.view import Sheet, View

PROLIX = find_game("prolix")
BOARD = "BCDFGHLM"
"""Worth 4 4 4 4 3 3 2 2, so that `bcdf` is worth 16 and `lm` 4."""


class Loaded:
    """A game at its first open board. Every move is checked; the time only goes on when told."""

    def __init__(self, seats: int, board: str = BOARD, **options: Any) -> None:
        self.s: State = PROLIX.setup(seats, PROLIX.decode_options(options))
        self.t = 0
        self.states, self.entries = [self.s], list[Entry]()
        if seats > 2:
            self.nature(Lots({str(seat): "B" if seat == 0 else "T" for seat in range(seats)}))
        self.deal(board)

    def refusal(self, seat: int, move: Move, lag: int = 0) -> str | None:
        return PROLIX.check(self.s, Entry(0, self.t, seat, move, lag))

    def explain(self, seat: int, move: Move) -> str:
        return PROLIX.explain(self.s, seat, move)

    def play(self, seat: int, move: Move, lag: int = 0) -> None:
        assert self.refusal(seat, move, lag) is None
        self.entries.append(Entry(len(self.entries), self.t, seat, move, lag))
        self.s = PROLIX.apply(self.s, self.entries[-1])
        self.states.append(self.s)

    def nature(self, move: Move) -> None:
        self.play(NATURE, move)

    def deal(self, letters: str = "") -> None:
        """NATURE draws these, or whatever chance gives."""
        drawn = tuple(letters) or PROLIX.nature(self.s, Rng("loaded", self.t)).tiles  # type: ignore[attr-defined] # NATURE draws
        self.nature(Draw(drawn))

    def wait(self, ms: int) -> None:
        self.t += ms

    def lapse(self) -> None:
        """Nobody does anything until NATURE must, or there is nobody left to wait for."""
        if PROLIX.to_move(self.s) != {NATURE}:
            end = PROLIX.deadline(self.s)
            assert end is not None
            self.t = end
        self.nature(PROLIX.nature(self.s, Rng("", 0)))

    def say(self, *words: tuple[int, str]) -> None:
        """These seats say these words at once, and the window closes."""
        for seat, word in words:
            self.play(seat, Say(word))
        self.lapse()

    def word(self, seat: int, word: str, draw: str = "") -> None:
        """A word that nobody challenges; then the next board."""
        self.words((seat, word), draw=draw)

    def words(self, *words: tuple[int, str], draw: str = "") -> None:
        self.say(*words)
        self.accept()
        if self.s.phase == "draw":
            self.deal(draw)

    def accept(self) -> None:
        """Everyone who is asked accepts, if anyone is."""
        if self.s.phase == "challenge":
            for seat in range(self.s.seats):
                if "accept" in self.view(seat).may:
                    self.play(seat, Accept())
            self.lapse()

    def run_out(self, flipper: int, draw: str = "") -> None:
        """Someone flips the timer, and the sand runs out."""
        self.play(flipper, Flip())
        self.lapse()
        if self.s.phase == "draw":
            self.deal(draw)

    def write(self, *words: tuple[int, str], draw: str = "") -> None:
        """A round of a duel, or of a solo game, that nobody challenges."""
        for seat, word in words:
            self.play(seat, Write(word))
        if self.s.phase == "write":
            self.lapse()
        self.accept()
        if self.s.phase == "draw":
            self.deal(draw)

    def view(self, seat: int | None = None) -> View:
        view: View = PROLIX.view(self.s, seat)
        return view

    def sheet(self, seat: int) -> Sheet:
        return self.s.sheets[seat]

    @property
    def board(self) -> str:
        return self.s.pool.board

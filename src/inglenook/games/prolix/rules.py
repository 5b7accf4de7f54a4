"""The rules of Prolix. What is played depends on the number of players: `table`, `duel`, `solo`."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol

from msgspec.structs import replace

from inglenook.core import deadlines
from inglenook.core.daily import DailyBoard
from inglenook.core.game import NATURE, Entry, Game, Move, Outcome, Parts, Rng
from inglenook.core.insight import Insight
from inglenook.core.summary import Keepsakes, Summary
from inglenook.core.units import PlayMs, Seat
from inglenook.games.prolix import board, draws, duel, party, ready, scoring, solo, wording
from inglenook.games.prolix.analyse import analyse
from inglenook.games.prolix.dwell import dwell
from inglenook.games.prolix.moves import (
    MOVES,
    Accept,
    Challenge,
    Close,
    Draw,
    Flip,
    Lots,
    Options,
    PlayerMove,
    Ready,
    Say,
    Scratch,
    Settle,
    Time,
    Vote,
    Write,
)
from inglenook.games.prolix.review import Review, review
from inglenook.games.prolix.state import State
from inglenook.games.prolix.summary import keepsakes, summary
from inglenook.games.prolix.text import page
from inglenook.games.prolix.view import Deed, Lot, Sheet, View
from inglenook.games.prolix.viewing import guess, see
from inglenook.words import clash, is_accepted


class Stage(Protocol):
    """What is answered for the present phase, where players may move."""

    def due(self, s: State) -> bool:
        """Whether nobody is left to wait for, so that NATURE ends the phase at once."""

    def end(self, s: State) -> PlayMs | None:
        """When the phase ends by itself, as players count it."""

    def may(self, s: State, seat: Seat) -> tuple[Deed, ...]: ...

    def fault(self, s: State, entry: Entry) -> str | None:
        """Why a player's move is refused, other than for being too late."""

    def play(self, s: State, entry: Entry) -> State:
        """The state after a player's move."""

    def lapse(self, s: State, t: PlayMs) -> State:
        """The state after NATURE has ended the phase."""


class Play(Stage, Protocol):
    """What each mode of play answers, while the board is full and the game not over."""

    def begin(self, s: State, t: PlayMs) -> State:
        """The board is full: players may move."""


MODES: dict[str, Play] = {"table": party, "duel": duel, "solo": solo}
LAPSES: dict[str, type[Move]] = {
    "ready": Time,
    "open": Time,
    "write": Time,
    "window": Close,
    "challenge": Settle,
    "vote": Settle,
}
"""NATURE's move that ends each phase."""


class Prolix(Game[State, View, PlayerMove]):
    name = "prolix"
    rules_version = 1
    seats = (1, 2, 3, 4, 5)
    options_type = Options
    moves = MOVES
    view_type = View
    endings = ("rounds-complete", "marks", "target-met", "target-missed")
    extremes = (
        {},
        {"rounds": 2, "challenges": "referee"},
        {"rounds": 2, "tie_window_ms": 0, "timer_ms": 1_000},
        {"rounds": 1, "challenge_window_ms": 60_000, "vote_window_ms": 60_000},
        {"rounds": 2, "ready": True},
    )
    lists_all = False
    real_time = True
    dynamics = "simultaneous"
    information = "imperfect"
    chance = "listed"

    def setup(self, seats: int, options: Options) -> State:
        table = seats > 2
        start = State(
            options=options,
            sheets=(Sheet(),) * seats,
            barred=((),) * seats,
            phase="lots" if table else "draw",
            drawing=tuple(range(seats)) if table else (),
            marks=(0, 0) if seats == 2 else (),
        )
        return ready.ask(start)

    def to_move(self, s: State) -> frozenset[Seat]:
        if s.phase == "over":
            return frozenset()
        if _nature_must(s):
            return frozenset((NATURE,))
        return frozenset(seat for seat in range(s.seats) if _sure(s, seat))

    def check(self, s: State, entry: Entry) -> str | None:
        if s.phase == "over":
            return "game-over"
        if isinstance(entry.move, (Lots, Draw, Close, Settle, Time)):
            return _nature_fault(s, entry) if entry.seat == NATURE else "not-yours"
        if not 0 <= entry.seat < s.seats:
            return "not-yours"
        if _nature_must(s):
            return "wrong-phase"
        stage = stage_of(s)
        if code := stage.fault(s, entry):
            return code
        return "too-late" if deadlines.is_late(entry, stage.end(s)) else None

    def apply(self, s: State, entry: Entry) -> State:
        match entry.move:
            case Lots(tiles):
                return _lots(s, tiles)
            case Draw(letters):
                pool = board.draw(s.pool, letters)
                assert pool
                return MODES[s.mode].begin(replace(s, pool=pool), entry.t)
            case Close() | Settle() | Time():
                return stage_of(s).lapse(s, entry.t)
            case _:
                return stage_of(s).play(s, entry)

    def view(self, s: State, seat: Seat | None) -> View:
        watching = seat is None or s.phase == "over" or _nature_must(s)
        may = () if watching or seat is None else stage_of(s).may(s, seat)
        return see(s, seat, may, self.scores(s))

    def outcome(self, s: State) -> Outcome | None:
        if s.phase != "over":
            return None
        scores = self.scores(s)
        match s.mode:
            case "table":
                return Outcome(scores, scoring.winners(s.sheets), "rounds-complete")
            case "duel":
                return Outcome(scores, (scores.index(max(scores)),), "marks")
            case _ if solo.is_missed(s):
                return Outcome(scores, (), "target-missed")
            case _:
                return Outcome(scores, (0,), "target-met")

    def scores(self, s: State) -> tuple[int, ...]:
        match s.mode:
            case "table":
                return tuple(scoring.total(sheet, s.seats) for sheet in s.sheets)
            case "duel":
                return s.marks
            case _:
                return (solo.total(s),)

    def nature(self, s: State, rng: Rng) -> Move:
        match s.phase:
            case "lots":
                bag = rng.shuffled(s.pool.bag)
                return Lots({str(seat): bag.pop() for seat in s.drawing})
            case "draw":
                return Draw(board.chance(s.pool, rng))
            case _:
                return LAPSES[s.phase]()

    def chances(self, s: State, parts: Parts = ()) -> Sequence[tuple[Hashable, int]]:
        return draws.chances(s, parts)

    def drawn(self, s: State, parts: Parts) -> Move:
        return draws.drawn(s, parts)

    def parts(self, s: State, move: Move) -> Parts:
        return draws.parts(s, move)

    def deadline(self, s: State) -> PlayMs | None:
        return deadlines.lapse(stage_of(s).end(s))

    def dwell(self, entry: Entry) -> PlayMs:
        return dwell(entry)

    def hide(self, entry: Entry, seat: Seat | None) -> Move:
        # The entry by itself does not tell whether the window is over, so the log keeps the secret;
        # the words are in the views.
        if isinstance(entry.move, (Say, Write)) and entry.seat != seat:
            return replace(entry.move, word="")
        return entry.move

    def explain(self, s: State, seat: Seat, move: Move) -> str:
        """The used word with which a cheapie clashes."""
        if isinstance(move, (Say, Write, Scratch)) and wording.WORD.fullmatch(move.word):
            return wording.clash(s, move.word) or ""
        return ""

    def doubt(self, s: State, seat: Seat, move: Move) -> str:
        """Whether the word is not in the reference, where others would have to doubt it."""
        if not isinstance(move, (Say, Write)) or s.phase not in ("open", "window", "write"):
            return ""
        if wording.fault(s, seat, move.word) or is_accepted(move.word):
            return ""
        return "not-in-list"

    def daily(self, rng: Rng) -> DailyBoard:
        return DailyBoard({"ready": True})

    def review(self, states: Sequence[State]) -> Review:
        return review(states)

    def analyse(
        self, states: Sequence[State], entries: Sequence[Entry], steps: range
    ) -> Iterable[Insight]:
        return analyse(states, entries, steps)

    def summary(self, states: Sequence[State]) -> Summary:
        return summary(states)

    def keepsakes(self, states: Sequence[State]) -> Keepsakes:
        return keepsakes(states)

    def scale(self, seats: int, options: Options) -> str | None:
        """A duel and a game at a full table ask for different things."""
        if seats == 1:
            return None
        return f"{self.name}-duel" if seats == 2 else f"{self.name}-party"

    def warm(self) -> None:
        clash("warm", "warmed")

    def sample(self, s: State, seat: Seat, rng: Rng) -> PlayerMove:
        self._require_to_move(s, seat)
        match rng.choice(_sure(s, seat)):
            case "ready":
                return Ready()
            case "say":
                return Say(wording.sample(s, seat, rng))
            case "write":
                return Write(wording.sample(s, seat, rng))
            case "scratch":
                return Scratch(wording.sample(s, seat, rng))
            case "flip":
                return Flip()
            case "challenge":
                others = [n for n in s.stakes if n.seat != seat and not n.settled]
                return Challenge(rng.choice(others).seat)
            case "vote":
                return Vote(rng.below(2) == 1)
            case "accept":
                return Accept()

    def determinize(self, view: View, rng: Rng) -> State:
        return guess(view, rng)

    def show(self, view: View) -> str:
        """The board and the sheets as text, for a terminal."""
        return page(view)


def stage_of(s: State) -> Stage:
    """What answers for the phase that a state is in."""
    return ready if s.phase == "ready" else MODES[s.mode]


def _sure(s: State, seat: Seat) -> tuple[Deed, ...]:
    """What a seat may do now whatever the time is: the sand in the middle may still be running."""
    deeds = stage_of(s).may(s, seat)
    return tuple(deed for deed in deeds if deed != "flip" or s.timer.until is None)


def _nature_must(s: State) -> bool:
    """Whether NATURE moves and nobody else may."""
    return s.phase in ("lots", "draw") or stage_of(s).due(s)


def _nature_fault(s: State, entry: Entry) -> str | None:
    match entry.move, s.phase:
        case Lots(tiles), "lots":
            drawn = list(tiles.values())
            there = all(drawn.count(tile) <= list(s.pool.bag).count(tile) for tile in drawn)
            fair = there and set(tiles) == {str(seat) for seat in s.drawing}
            return None if fair else "bad-lots"
        case Draw(letters), "draw":
            return None if board.draw(s.pool, letters) else "bad-draw"
        case move, phase if isinstance(move, LAPSES.get(phase, ())):
            over = deadlines.has_lapsed(entry, stage_of(s).end(s))
            return None if over or stage_of(s).due(s) else "too-early"
        case _:
            return "wrong-phase"


def _lots(s: State, tiles: dict[str, str]) -> State:
    """The letter nearest to A begins; those who share it draw again."""
    s = replace(s, lots=(*s.lots, *(Lot(seat, tiles[str(seat)]) for seat in s.drawing)))
    first = min(tiles.values())
    nearest = tuple(seat for seat in s.drawing if tiles[str(seat)] == first)
    if len(nearest) > 1:
        return replace(s, drawing=nearest)
    return replace(s, phase="draw", drawing=(), active=nearest[0])

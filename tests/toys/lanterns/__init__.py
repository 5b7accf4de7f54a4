"""A small game that uses what Kewbz does not: chance, hidden things, deadlines, 1 to 4 seats.

Everybody is dealt a secret lantern (1-6). In turn a player rolls and adds the die to their points,
or stays silent; after ten seconds NATURE stays silent for them. Five rounds, then the lanterns
are added.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import Struct

from inglenook.core.daily import DailyBoard
from inglenook.core.game import NATURE, Entry, Game, Move, Outcome, Rng
from inglenook.core.insight import Insight

ROUNDS = 5
PATIENCE = 10_000
MEAN = 3.5
"""Of a die."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class Deal(Move, frozen=True):
    lanterns: tuple[int | None, ...]


class Throw(Move, frozen=True):
    pass


class Rolled(Move, frozen=True):
    face: int


class Silent(Move, frozen=True):
    pass


class State(Struct, frozen=True):
    lanterns: tuple[int | None, ...]
    points: tuple[int, ...]
    turn: int
    rolling: bool
    since: int


class View(Struct, frozen=True):
    mine: int | None
    dealt: bool
    points: tuple[int, ...]
    turn: int
    rolling: bool
    since: int
    over: tuple[int | None, ...] | None


class Lanterns(Game):
    name: ClassVar[str] = "lanterns"
    rules_version = 1
    seats = (1, 2, 3, 4)
    options_type = Options
    moves = (Deal, Throw, Rolled, Silent)
    view_type = View
    chance = "sampled"
    endings = ("rounds-complete",)

    def setup(self, seats: int, options: Options) -> State:
        return State((None,) * seats, (0,) * seats, 0, False, 0)

    def _over(self, s: State) -> bool:
        return s.turn == ROUNDS * len(s.points)

    def to_move(self, s: State) -> frozenset[int]:
        if self._over(s):
            return frozenset()
        if s.lanterns[0] is None or s.rolling:
            return frozenset((NATURE,))
        return frozenset((s.turn % len(s.points),))

    def check(self, s: State, entry: Entry) -> str | None:
        if self._over(s):
            return "game-over"
        match entry.move:
            case Deal(lanterns):
                fits = len(lanterns) == len(s.points) and all(n in range(1, 7) for n in lanterns)
                return None if entry.seat == NATURE and not s.lanterns[0] and fits else "bad-deal"
            case Rolled(face):
                due = entry.seat == NATURE and s.rolling
                return None if due and face in range(1, 7) else "bad-face"
            case Silent() if entry.seat == NATURE:
                due = self.to_move(s) != {NATURE} and entry.t >= s.since + PATIENCE
                return None if due else "too-early"
            case Throw() | Silent():
                return None if entry.seat in self.to_move(s) - {NATURE} else "not-your-turn"
            case _:
                return "bad-move"

    def apply(self, s: State, entry: Entry) -> State:
        match entry.move:
            case Deal(lanterns):
                return State(lanterns, s.points, 0, False, entry.t)
            case Throw():
                return State(s.lanterns, s.points, s.turn, True, entry.t)
            case Rolled(face):
                seat = s.turn % len(s.points)
                points = tuple(p + face * (i == seat) for i, p in enumerate(s.points))
                return State(s.lanterns, points, s.turn + 1, False, entry.t)
            case _:
                return State(s.lanterns, s.points, s.turn + 1, False, entry.t)

    def view(self, s: State, seat: int | None) -> View:
        return View(
            mine=None if seat is None else s.lanterns[seat],
            dealt=s.lanterns[0] is not None,
            points=s.points,
            turn=s.turn,
            rolling=s.rolling,
            since=s.since,
            over=s.lanterns if self._over(s) else None,
        )

    def outcome(self, s: State) -> Outcome | None:
        if not self._over(s):
            return None
        scores = self.scores(s)
        winners = tuple(i for i, n in enumerate(scores) if n == max(scores))
        return Outcome(scores, winners, "rounds-complete")

    def scores(self, s: State) -> tuple[int, ...]:
        return tuple(p + (n or 0) for p, n in zip(s.points, s.lanterns, strict=True))

    def nature(self, s: State, rng: Rng) -> Move:
        if s.lanterns[0] is None:
            return Deal(tuple(1 + rng.below(6) for _ in s.points))
        return Rolled(1 + rng.below(6)) if s.rolling else Silent()

    def analyse(
        self, states: Sequence[State], entries: Sequence[Entry], steps: range
    ) -> Iterator[Insight]:
        for step in steps:
            entry, scores = entries[step - 1], tuple(map(float, self.scores(states[step])))
            if entry.seat == NATURE:
                yield Insight(step, NATURE, "chance", margins=scores)
            elif isinstance(entry.move, Throw):
                yield Insight(step, entry.seat, "best", margins=scores)
            else:
                better = ({"type": "throw"},)
                yield Insight(step, entry.seat, "mistake", 0.0, MEAN, (), scores, better, "silent")

    def daily(self, rng: Rng) -> DailyBoard:
        return DailyBoard(line=((0, {"type": "throw"}),))

    def deadline(self, s: State) -> int | None:
        return s.since + PATIENCE

    def hide(self, entry: Entry, seat: int | None) -> Move:
        if isinstance(entry.move, Deal):
            return Deal(tuple(n if i == seat else None for i, n in enumerate(entry.move.lanterns)))
        return entry.move

    def legal(self, s: State, seat: int) -> Iterator[Move]:
        if seat in self.to_move(s):
            yield Throw()
            yield Silent()

    def determinize(self, view: View, rng: Rng) -> State:
        if view.over:
            lanterns = view.over
        elif view.dealt:
            # The seat is not in the view: a hand that looks the same from every seat will do.
            lanterns = tuple(view.mine or 1 + rng.below(6) for _ in view.points)
        else:
            lanterns = (None,) * len(view.points)
        return State(lanterns, view.points, view.turn, view.rolling, view.since)


GAME = Lanterns()

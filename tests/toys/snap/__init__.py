"""A race and nothing else: whoever claims first, by `t - lag`, wins the round.

A round begins when the one before it was closed. It is closed as soon as all have claimed, or a
while after the first claim. Claims that come too close together are a tie, and nobody wins.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from inglenook.core.game import NATURE, Entry, Game, Move, Outcome, Rng

TIE = 20
PATIENCE = 2_000


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, Meta(ge=1, le=50)] = 8


class Claim(Move, frozen=True):
    pass


class Close(Move, frozen=True):
    by_chance = False


class State(Struct, frozen=True):
    rounds: int
    round: int
    scores: tuple[int, ...]
    claims: tuple[tuple[int, int], ...]
    """Who claimed, and when by `t - lag`."""


class Snap(Game):
    name: ClassVar[str] = "snap"
    rules_version = 1
    seats = (2, 3)
    options_type = Options
    moves = (Claim, Close)
    view_type = State
    endings = ("rounds-complete",)
    shared_view = True

    def setup(self, seats: int, options: Options) -> State:
        return State(options.rounds, 0, (0,) * seats, ())

    def to_move(self, s: State) -> frozenset[int]:
        if s.round == s.rounds:
            return frozenset()
        missing = frozenset(range(len(s.scores))) - {seat for seat, _ in s.claims}
        return missing or frozenset((NATURE,))

    def check(self, s: State, entry: Entry) -> str | None:
        if s.round == s.rounds:
            return "game-over"
        if isinstance(entry.move, Claim):
            return None if entry.seat in self.to_move(s) - {NATURE} else "already-claimed"
        if entry.seat != NATURE:
            return "not-yours"
        due = self.deadline(s)
        complete = self.to_move(s) == {NATURE}
        return None if complete or (due is not None and entry.t >= due) else "too-early"

    def apply(self, s: State, entry: Entry) -> State:
        if isinstance(entry.move, Claim):
            claims = (*s.claims, (entry.seat, entry.t - entry.lag))
            return State(s.rounds, s.round, s.scores, claims)
        first = _first(s)
        best = [seat for seat, moment in s.claims if moment <= first + TIE]
        won = best if len(best) == 1 else []
        scores = tuple(score + (seat in won) for seat, score in enumerate(s.scores))
        return State(s.rounds, s.round + 1, scores, ())

    def view(self, s: State, seat: int | None) -> State:
        return s

    def outcome(self, s: State) -> Outcome | None:
        if s.round < s.rounds:
            return None
        winners = tuple(i for i, score in enumerate(s.scores) if score == max(s.scores))
        return Outcome(s.scores, winners, "rounds-complete")

    def scores(self, s: State) -> tuple[int, ...]:
        return s.scores

    def nature(self, s: State, rng: Rng) -> Move:
        return Close()

    def deadline(self, s: State) -> int | None:
        return _first(s) + PATIENCE if s.claims else None

    def legal(self, s: State, seat: int) -> Iterator[Move]:
        if seat in self.to_move(s):
            yield Claim()

    def determinize(self, view: State, rng: Rng) -> State:
        return view


def _first(s: State) -> int:
    return min(moment for _, moment in s.claims)


GAME = Snap()

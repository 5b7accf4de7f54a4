"""A game that breaks a law is refused by name, with the law it breaks."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from inglenook import Entry, Game, Move, Outcome, Refused, Rng
from inglenook.testing import check_game


class Take(Move, frozen=True):
    stones: int


class Leave(Move, frozen=True, tag="take"):
    pass


class Options(Struct, frozen=True):
    heap: int = 7


class State(Struct, frozen=True):
    heap: int
    turn: int


class Nim(Game[State, State, Take]):
    """A game that keeps all laws; those below each break one."""

    name = "nim"
    rules_version = 1
    seats = (2,)
    options_type = Options
    moves = (Take,)
    view_type = State
    shared_view = True
    endings = ("last-stone",)

    def setup(self, _seats: int, options: Options) -> State:
        return State(options.heap, 0)

    def to_move(self, s: State) -> frozenset[int]:
        return frozenset((s.turn,) if s.heap else ())

    def check(self, s: State, entry: Entry) -> str | None:
        if not s.heap:
            return "game-over"
        if entry.seat != s.turn:
            return "not-your-turn"
        fits = isinstance(entry.move, Take) and 1 <= entry.move.stones <= min(3, s.heap)
        return None if fits else "bad-move"

    def apply(self, s: State, entry: Entry) -> State:
        assert isinstance(entry.move, Take)
        return State(s.heap - entry.move.stones, 1 - s.turn)

    def view(self, s: State, _seat: int | None) -> State:
        return s

    def outcome(self, s: State) -> Outcome | None:
        return None if s.heap else Outcome(self.scores(s), (1 - s.turn,), "last-stone")

    def scores(self, s: State) -> tuple[int, ...]:
        return tuple(int(not s.heap and seat != s.turn) for seat in range(2))

    def legal(self, s: State, seat: int) -> list[Take]:
        return [Take(n) for n in (1, 2, 3) if n <= s.heap and seat == s.turn]

    def determinize(self, view: State, _rng: Rng) -> State:
        return view


def nim(**broken: Any) -> Game:
    """Nim with some of its answers replaced."""
    game: Game = type("Broken", (Nim,), broken)()
    return game


def test_a_game_that_keeps_the_laws_passes() -> None:
    check_game(Nim())


def never_over(_: Nim, s: State) -> frozenset[int]:
    return frozenset((s.turn,))


def too_many(_: Nim, s: State, seat: int) -> list[Take]:
    return [Take(n) for n in (1, 2, 3) if seat == s.turn]


def raises(_: Nim, s: State, entry: Entry) -> str | None:
    if entry.move.stones > 10**6:  # type: ignore[attr-defined] # its only move
        raise OverflowError("too many stones")
    return Nim().check(s, entry)


def stands_still(_: Nim, s: State, _entry: Entry) -> State:
    return State(s.heap, 1 - s.turn)


class Listed(Struct, frozen=True):
    heap: int
    turn: int
    taken: list[int]


def unhashable(_: Nim, _seats: int, options: Options) -> Any:
    return Listed(options.heap, 0, [])


def listed(_: Nim, s: Any, entry: Entry) -> Any:
    after = Nim().apply(s, entry)
    return Listed(after.heap, after.turn, [*s.taken, after.heap])


def another_view(_: Nim, s: State, seat: int | None) -> State:
    return State(s.heap, s.turn if seat is None else seat)


def elsewhere(_: Nim, s: State) -> Outcome | None:
    return None if s.heap else Outcome((0, 1), (5,), "last-stone")


def unnamed(_: Nim, s: State) -> Outcome | None:
    return None if s.heap else Outcome((0, 1), (1,), "bored")


@pytest.mark.parametrize(
    ("broken", "law"),
    [
        ({"moves": (Take, Leave)}, "moves with names of their own"),
        ({"rules_version": 0}, "a version"),
        ({"legal": too_many}, "every sample is legal"),
        ({"apply": stands_still}, "A loop of samples ends"),
        ({"outcome": elsewhere}, "winners who sit there"),
        ({"outcome": unnamed}, "ends for a reason it names"),
        ({"setup": unhashable, "apply": listed}, "a state can be hashed"),
        ({"view": another_view}, "no more than the seat may know"),
        ({"to_move": never_over}, "Whoever is to move has legal moves"),
        ({"check": raises}, "answers every move with a code"),
        ({"show": lambda _self, _view: " "}, "Every position can be printed"),
    ],
)
def test_one_that_breaks_a_law_is_told_which(
    broken: dict[str, Callable[..., Any]], law: str
) -> None:
    with pytest.raises(Refused, match=rf"breaks-law: nim, 2 seats: .*{re.escape(law)}"):
        check_game(nim(**broken))

"""Version 2 of the rules: whoever let go of a letter said what their hand did wrong.

All else is as in version 4: where that changes, this keeps a copy of what it was.
"""

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, UnsetType
from msgspec.structs import replace

from inglenook import lots
from inglenook.game import Entry, Move, Rng
from inglenook.games.konexi.box import box
from inglenook.games.konexi.past import v4
from inglenook.games.konexi.physics.parameters import Physics
from inglenook.games.konexi.rules import faults, hand, state
from inglenook.games.konexi.rules.moves import (
    MOVES,
    Bump,
    Error,
    Founding,
    Joining,
    LetGo,
    Rolled,
    Settled,
    Take,
)
from inglenook.games.konexi.rules.state import State
from inglenook.games.konexi.rules.view import View
from inglenook.games.konexi.rules.viewing import see
from inglenook.units import Seat


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    goal: Annotated[int, Meta(ge=2, le=200)] = 20
    steady: bool = False
    bumps: bool = False
    word_ms: Annotated[int, Meta(ge=0, le=600_000)] = 30_000
    first: Annotated[int, Meta(ge=0, le=5)] | None = None


class Found(Founding, frozen=True):
    error: Error = (0, 0, 0)


class Join(Joining, frozen=True):
    error: Error = (0, 0, 0)


class Konexi2(v4.Konexi4):
    rules_version = 2
    # Most towers only lost a letter or two.
    physics: ClassVar[Physics] = replace(v4.PHYSICS, tumble=1.2, hold=(1, 1))
    seats = (2, 3, 4, 5, 6)
    endings = ("goal",)
    options_type = Options
    moves = (*(kind for kind in MOVES if not issubclass(kind, Founding | Joining)), Found, Join)
    placings = (Found, Join)
    extremes = ({"goal": 2}, {"goal": 3, "steady": True, "first": 1})

    def setup(self, seats: int, options: Any) -> State:
        lots.refuse_absent(options.first, seats)
        return state.start(seats, options)

    def check(self, s: State, entry: Entry) -> str | None:
        if code := faults.fault(s, entry):
            return code
        return (
            faults.error_fault(entry.move.error) if isinstance(entry.move, Found | Join) else None
        )

    def apply(self, s: State, entry: Entry) -> State:
        match entry.move:
            case Rolled(face):
                return state.rolled(s, face)
            case Take(side):
                return state.take(s, side)
            case Found() | Join() | Bump():
                return state.settle(s, entry.seat, entry.move)
            case Settled():
                return state.settled(s, entry.move, entry.t)
            case _:
                return super().apply(s, entry)

    def view(self, s: State, seat: Seat | None) -> View:
        return see(s, exact=True)

    def nature(self, s: State, rng: Rng) -> Move:
        return Rolled(rng.choice(box().die.faces)) if s.phase == "roll" else super().nature(s, rng)

    def error(self, s: State, let_go: LetGo | UnsetType) -> Error:
        assert s.settling
        move: Any = s.settling.move
        calm = s.options.steady and not isinstance(move, Bump)
        error: Error = (0, 0, 0) if calm else move.error
        return error

    def is_timed(self, s: State) -> bool:
        return False

    def let_go(
        self, move: Founding | Joining, letters: int, unsteady: float, rng: Rng
    ) -> Founding | Joining:
        error = hand.shake(unsteady, letters, rng)
        match move:
            case Founding(pose):
                return Found(pose, error)
            case Joining(own, to, at, roll):
                return Join(own, to, at, roll, error)


GAME = Konexi2()

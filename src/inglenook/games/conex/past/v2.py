"""Version 2 of the rules: 30 s to give a card, which began before anyone had seen the strike.

All else is as today: where that changes, this keeps a copy of what it was.
"""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from inglenook.game import Entry
from inglenook.games.conex.rules import Conex
from inglenook.games.conex.rules.moves import Lightning
from inglenook.games.conex.rules.state import State
from inglenook.units import PlayMs, Seat


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    table: Literal["small", "medium", "large"] = "medium"
    goal: Annotated[int, Meta(ge=10, le=200)] | None = None
    first: Annotated[Seat, Meta(ge=0, le=3)] | None = None
    spots: Literal["shown", "hidden"] = "shown"
    # Nobody could choose it: it is not part of a record.
    give_ms: ClassVar[PlayMs] = 30_000


class Conex2(Conex):
    rules_version = 2
    seats = (2, 3, 4)
    endings = ("goal", "no-room")
    options_type = Options
    extremes = ({}, {"table": "small", "goal": 200}, {"spots": "hidden", "first": 1})

    def setup(self, seats: int, options: Any) -> State:
        return super().setup(seats, options)

    def apply(self, s: State, entry: Entry) -> State:
        s = super().apply(s, entry)
        if isinstance(entry.move, Lightning) and s.owing:
            return replace(s, ends=entry.t + Options.give_ms)
        return s


GAME = Conex2()

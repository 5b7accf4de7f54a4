"""A game whose NATURE is slow: two strike in turn, and each time NATURE says how the anvil rings.

With the option `gate`, a folder, ringing takes until there is a file `open` in it; that it has
begun shows in a file named for the entry it will be. An analysis waits there too, with a file for
each strike, and every strike takes it as long as a part of an analysis may; with a file `broken` it
fails.
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

from inglenook.core.game import NATURE, Entry, Game, Move, Outcome, Rng
from inglenook.core.insight import Insight

STRIKES = 3
LONG = 0.5
"""Seconds: longer than a part of an analysis."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    gate: str = ""


class Strike(Move, frozen=True):
    pass


class Rang(Move, frozen=True):
    tone: int


class State(Struct, frozen=True):
    gate: str
    strikes: int
    tones: tuple[int, ...]
    entries: int


class Anvil(Game):
    name: ClassVar[str] = "anvil"
    rules_version = 1
    seats = (2,)
    options_type = Options
    moves = (Strike, Rang)
    view_type = State
    chance = "sampled"
    endings = ("rung",)
    shared_view = True

    def setup(self, seats: int, options: Options) -> State:
        return State(options.gate, 0, (), 0)

    def to_move(self, s: State) -> frozenset[int]:
        if s.strikes > len(s.tones):
            return frozenset((NATURE,))
        return frozenset((s.strikes % 2,) if s.strikes < STRIKES else ())

    def check(self, s: State, entry: Entry) -> str | None:
        if len(s.tones) == STRIKES:
            return "game-over"
        ringing = s.strikes > len(s.tones)
        if isinstance(entry.move, Rang):
            return None if entry.seat == NATURE and ringing else "not-yours"
        if ringing:
            return "wrong-phase"
        return None if entry.seat in self.to_move(s) else "not-your-turn"

    def apply(self, s: State, entry: Entry) -> State:
        after = entry.seq + 1
        if isinstance(entry.move, Rang):
            return State(s.gate, s.strikes, (*s.tones, entry.move.tone), after)
        return State(s.gate, s.strikes + 1, s.tones, after)

    def view(self, s: State, seat: int | None) -> State:
        return s

    def outcome(self, s: State) -> Outcome | None:
        return Outcome(self.scores(s), (), "rung") if len(s.tones) == STRIKES else None

    def scores(self, s: State) -> tuple[int, ...]:
        return (sum(s.tones), 0)

    def is_slow(self, s: State) -> bool:
        return True

    def nature(self, s: State, rng: Rng) -> Move:
        _wait(s.gate, str(s.entries))
        return Rang(rng.below(1_000_000))

    def analyse(
        self, states: Sequence[State], entries: Sequence[Entry], steps: range
    ) -> Iterator[Insight]:
        for step in steps:
            if isinstance(entries[step - 1].move, Strike):
                _wait(states[step].gate, f"step {step}", LONG)
                if (Path(states[step].gate) / "broken").exists():
                    raise RuntimeError("the gate is broken")
                yield Insight(step, entries[step - 1].seat, "good")

    def legal(self, s: State, seat: int) -> Iterator[Move]:
        if seat in self.to_move(s):
            yield Strike()

    def determinize(self, view: State, rng: Rng) -> State:
        return view


def _wait(gate: str, name: str, seconds: float = 0.0) -> None:
    """Wait until the gate is open, and so long; how often that was is in a file of that name."""
    if gate:
        with (Path(gate) / name).open("a") as file:
            file.write("x")
        time.sleep(seconds)
        while not (Path(gate) / "open").exists():
            time.sleep(0.01)


GAME = Anvil()

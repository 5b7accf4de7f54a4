"""A record: a whole game as data."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from inglenook.core.fold import Fold, summary
from inglenook.core.game import Entry, Game
from inglenook.core.position import Position
from inglenook.core.registry import find_game
from inglenook.core.time_control import TimeControl
from inglenook.core.units import Seat


class Record(Struct, frozen=True):
    """A whole game, as `dumps` writes it and `replay` folds it.

    game          the name of the game
    rules         the version of its rules
    seats         how many play
    options       those of the game
    seed          what NATURE's moves follow from
    log           every entry, from the first
    digest        that of the last position; empty means unchecked
    names         of those who played, one for each seat, "" where nobody knows; or none at all
    time_control  how long each seat may think; None: as long as it likes
    """

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    seed: str
    log: tuple[Entry, ...] = ()
    digest: str = ""
    names: tuple[str, ...] = ()
    time_control: TimeControl | None = None

    def __repr__(self) -> str:
        return f"<Record {summary(self.game, self.seats, self.log)}>"

    def steps(self, seat: Seat | None = None) -> "Iterator[Step]":
        """Every entry in turn, with what it led to and how that seat sees it; None is a spectator.

        Refused at the first entry that breaks the rules.
        """
        game = find_game(self.game, self.rules)
        fold = Fold(game, self.seats, self.options, self.time_control)
        fold.view(seat)
        for entry in self.log:
            fold.follow(entry)
            yield Step(entry, fold.position, game, seat)


class Step:
    """An entry of a record, and what it led to.

    entry     the entry
    position  the position after it
    state     the game's state in that position
    view      how the seat that was asked for sees it
    """

    def __init__(self, entry: Entry, position: Position, game: Game, seat: Seat | None) -> None:
        self.entry = entry
        self.position = position
        self._game = game
        self._seat = seat

    def __repr__(self) -> str:
        return f"<Step {self.entry.seq}: {self.entry.move}>"

    @property
    def state(self) -> Any:
        return self.position.state

    @cached_property
    def view(self) -> Any:
        return self._game.view(self.state, self._seat)

"""Table games, headless: rules, matches, records and bots.

    >>> import inglenook
    >>> {"conex", "kewbz", "konexi", "prolix"} <= set(inglenook.game_names())
    True
    >>> match = inglenook.Match("kewbz", options={"size": 6}, seed="tonight")

A match is played by moves, until there is an outcome:

    >>> match.legal()[0]
    Place(cell='a1', stack=None)
    >>> match.play({"type": "place", "cell": "c3"})
    >>> match.play(match.sample())
    >>> match.play({"type": "place", "cell": "c3"})
    Traceback (most recent call last):
    inglenook.core.game.Refused: occupied
    >>> while not match.outcome():
    ...     match.play(match.sample())
    >>> match.outcome().scores == match.scores()
    True

`print(match)` shows the board; `match.view(seat)` is all that a seat may know. `match.copy()` is an
independent match, `match.undo()` takes a move back.

Bots play and advise by levels; they need `pip install "inglenook[games]"`, as do the other games:

    levels(game), choose(match, level), advise(match)

A record is a whole game as JSON, and folds to the same position for ever:

    >>> record = match.record()
    >>> inglenook.replay(inglenook.loads(inglenook.dumps(record))).outcome() == match.outcome()
    True
    >>> for step in record.steps():
    ...     entry, view = step.entry, step.view

Every name is in docs/library.md, with an example.
"""

from typing import TYPE_CHECKING

from inglenook.bots.find_player import advise, choose
from inglenook.bots.playouts import playouts
from inglenook.coach import analyse
from inglenook.core.bot import Advice, Later, Level
from inglenook.core.game import (
    NATURE,
    Abandon,
    Entry,
    Flag,
    Game,
    Move,
    Outcome,
    Refused,
    Resign,
    Rng,
    Undo,
)
from inglenook.core.insight import Insight
from inglenook.core.match import Match, replay
from inglenook.core.position import Position
from inglenook.core.record import Record, Step
from inglenook.core.record_io import BadRecord, audit, dumps, filmed, load, loads, rerun, save
from inglenook.core.registry import find_game, game_names, levels
from inglenook.core.time_control import TimeControl
from inglenook.shared.tally import Playouts

__all__ = [
    "NATURE",
    "Abandon",
    "Advice",
    "BadRecord",
    "Entry",
    "Flag",
    "Game",
    "Insight",
    "Later",
    "Level",
    "Match",
    "Move",
    "Outcome",
    "Playouts",
    "Position",
    "Record",
    "Refused",
    "Resign",
    "Rng",
    "Step",
    "TimeControl",
    "Undo",
    "__version__",
    "advise",
    "analyse",
    "audit",
    "choose",
    "dumps",
    "filmed",
    "find_game",
    "game_names",
    "levels",
    "load",
    "loads",
    "playouts",
    "replay",
    "rerun",
    "save",
]

if TYPE_CHECKING:
    __version__: str
else:

    def __getattr__(name: str) -> str:
        # Asked for rarely, and looking it up takes longer than all the rest.
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        return version("inglenook")

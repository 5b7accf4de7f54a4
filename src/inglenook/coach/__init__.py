"""The coach: what there is to say about every step of a finished game, and what it comes to."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from inglenook.core.game import Abandon, Entry, Flag, Game, Refused, Resign
from inglenook.core.insight import Insight
from inglenook.core.match import Match, replay
from inglenook.core.record import Record
from inglenook.core.registry import part_of
from inglenook.core.units import Seq


class Played(NamedTuple):
    """A finished game as its analysis wants it: without what was taken back, and resignations."""

    game: Game
    line: tuple[Seq, ...]
    """The entry that led to each step, from step 1 on."""
    states: tuple[Any, ...]
    """All in turn, the start first."""
    entries: tuple[Entry, ...]
    """Those of the line, by the game's own clock."""

    def steps(self, first: int = 1) -> range:
        """The steps from that one on."""
        return range(first, len(self.states))


def analyse(record: Record) -> Iterator[Insight]:
    """What a coach has to say about a finished game, step by step.

    Nothing where its game has nothing to say. Refused at the first entry that breaks the
    rules, `not-over`, and `missing-extra` if what the coach needs is not installed.
    """
    game = played(replay(record))
    # Loaded here, where it is known what brings a module that is missing.
    part_of(record.game, "analyse")
    return iter(game.game.analyse(game.states, game.entries, game.steps()))


def played(match: Match) -> Played:
    """A match for its analysis; Refused `not-over` while it goes on."""
    if not match.outcome():
        raise Refused("not-over", detail="only a finished game is analysed")
    log, positions = match.log, match.positions
    line = tuple(
        seq for seq in match.line() if not isinstance(log[seq].move, Resign | Abandon | Flag)
    )
    return Played(
        game=match.game,
        line=line,
        states=(positions[0].state, *(positions[seq + 1].state for seq in line)),
        entries=tuple(replace(log[seq], t=log[seq].t - positions[seq].undone) for seq in line),
    )

"""A survey, read."""

from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import ArrowInvalid
from pyarrow import parquet as pq

from inglenook.contests.survey.columns import settings_of
from inglenook.contests.survey.settings import Settings
from inglenook.core.game import NATURE, Refused


class Survey(NamedTuple):
    """The moves of many games.

    settings  what was played, and by whom
    moves     a row for every entry of every game, NATURE's too
    """

    settings: Settings
    moves: pa.Table

    @property
    def games(self) -> pa.Table:
        """A row for each game: `length` in entries, `turns` of players, `time` in ms of play, who
        was `first` to move, how it ended, and each seat's final score and share of the win."""
        ends = self.moves.filter(self.moves["last"])
        seats = range(self.settings.seats)
        players = self.moves.filter(pc.not_equal(self.moves["seat"], NATURE))
        # The rows of a game are in their order, and threads would mix them up.
        told = players.group_by("game", use_threads=False).aggregate(
            [("move", "count"), ("seat", "first")]
        )
        told = told.rename_columns({"move_count": "turns", "seat_first": "first"})
        games = pa.table(
            {
                "game": ends["game"],
                "length": pc.add(ends["move"], 1),
                "time": ends["t"],
                "ending": ends["ending"],
                **{f"score_{seat}": ends[f"score_{seat}"] for seat in seats},
                **{f"won_{seat}": ends[f"won_{seat}"] for seat in seats},
            }
        )
        return games.join(told, "game").sort_by("game")


def read(file: str | Path) -> Survey:
    """The survey in a Parquet file; Refused `not-a-study` if there is none, OSError if no file."""
    try:
        moves = pq.read_table(file)
    except ArrowInvalid as e:
        raise Refused("not-a-study", detail=f"{file}: {e}") from None
    settings = settings_of(moves.schema)
    if settings is None:
        raise Refused("not-a-study", detail=f"{file} was not made by `inglenook study`")
    return Survey(settings, moves)

"""What somebody looks for: a game, how many play, and at what pace."""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from inglenook.core.match import Match
from inglenook.core.registry import find_game
from inglenook.core.time_control import TimeControl
from inglenook.shared.presets import presets

PRESET = "standard"
HURRY = 3_600_000
"""ms: whoever has less to think must not lose some of it on the way to the table."""


class Kind(Struct, frozen=True, array_like=True):
    """Those who look for the same can play with each other."""

    game: str
    seats: int
    time_control: TimeControl | None

    @property
    def hurried(self) -> bool:
        """Whether time runs from the start: then it begins when everyone is there and ready."""
        control = self.time_control
        return find_game(self.game).real_time or bool(control and control.base < HURRY)

    @property
    def text(self) -> str:
        return msgspec.json.encode(self).decode()


read_kind = msgspec.json.Decoder(Kind).decode


@lru_cache(1000)
def options(kind: Kind) -> dict[str, Any]:
    """The options of such a game; Refused as a table of it would be."""
    game = find_game(kind.game)
    usual = next((each for each in presets(kind.game) if each.name == PRESET), None)
    chosen = dict(usual.options.get(kind.seats, {})) if usual else {}
    Match(game, kind.seats, chosen, time_control=kind.time_control, started=False)
    return chosen

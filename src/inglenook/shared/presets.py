"""The lengths of game that a screen offers, as `presets.json` beside a game's rules has them."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from inglenook.core.registry import find_game


class Preset(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    options: dict[int, dict[str, Any]]
    """What it sets, by the number of players; all else is as usual."""
    minutes: dict[int, int] = {}
    """About how long people play, by their number."""


@cache
def presets(game: str) -> tuple[Preset, ...]:
    """A game's presets, the shortest first. Refused `unknown-game`."""
    find_game(game)
    data = files(f"inglenook.games.{game}").joinpath("presets.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Preset, ...])

"""What is in the box besides the letters: the die, and our list of short words."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from inglenook.core.known_types import known


class Die(Struct, frozen=True):
    faces: tuple[str, ...]
    source: str


class Short(Struct, frozen=True):
    words: frozenset[str]
    source: str


class Box(Struct, frozen=True):
    """What box.json holds."""

    die: Die
    two_letter_words: Short


@cache
def box() -> Box:
    return msgspec.json.decode(
        files("inglenook.games.konexi").joinpath("box.json").read_bytes(), type=known(Box)
    )

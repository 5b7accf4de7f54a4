"""What the house says to people who are not looking at it, in their language."""

from functools import cache
from importlib.resources import files

import msgspec

from inglenook.core.units import DAY_MS, HOUR_MS, WallMs

LANGUAGES = ("en", "de", "fr", "es", "nl")
TITLES = {"conex": "CONEX"}
"""Games whose titles are not their names with a capital letter."""
MINUTE_MS = 60_000


@cache
def _catalogue(language: str) -> dict[str, str]:
    known = language if language in LANGUAGES else LANGUAGES[0]
    return msgspec.json.decode(
        (files(__name__) / f"{known}.json").read_bytes(), type=dict[str, str]
    )


def text(language: str, key: str, **values: str) -> str:
    return _catalogue(language)[key].format_map(values)


def game_title(game: str) -> str:
    return TITLES.get(game, game.capitalize())


def time_left(language: str, ms: WallMs) -> str:
    """A span of time, in its two largest units."""
    days, hours, minutes = ms // DAY_MS, ms % DAY_MS // HOUR_MS, ms % HOUR_MS // MINUTE_MS
    units = [(days, "day"), (hours, "hour")] if days else [(hours, "hour"), (minutes, "minute")]
    said = [f"{count} {text(language, unit)}" for count, unit in units if count]
    return " ".join(said) or f"0 {text(language, 'minute')}"

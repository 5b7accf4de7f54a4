"""The board of the day. Others still have to play it, so nobody may learn of it from a table.

Until its day is over (UTC) only its player sees a daily table, and nobody gets its record, which
holds the seed of all of them.
"""

from datetime import UTC, datetime

from inglenook.game import Refused
from inglenook.store import wall_ms
from inglenook.tables.seating import Seating


def today() -> str:
    """The day whose board is played now."""
    return datetime.fromtimestamp(wall_ms() / 1000, UTC).date().isoformat()


def is_secret(seating: Seating) -> bool:
    """Whether this is a board of the day whose day is not over."""
    return seating.daily is not None and seating.daily >= today()


def require_day_over(seating: Seating) -> None:
    """Refused `day-not-over` while the board is a secret."""
    if is_secret(seating):
        raise Refused("day-not-over", detail=f"not before {seating.daily} is over, by UTC")


def require_may_look(seating: Seating, guest: str) -> None:
    """Refused `day-not-over` while the board is a secret from this guest."""
    if guest not in seating.guests:
        require_day_over(seating)

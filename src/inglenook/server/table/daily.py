"""The board of the day. Others still have to play it, so nobody may learn of it from a table.

Until its day is over (UTC) only its player sees a daily table, and nobody gets its record, which
holds the seed of all of them.
"""

from datetime import UTC, datetime

from inglenook.core.game import Refused
from inglenook.server.store import DayRow, wall_ms
from inglenook.server.table.events import Sat
from inglenook.server.table.seating import Seating
from inglenook.server.table.state import TableState


def now() -> datetime:
    return datetime.fromtimestamp(wall_ms() / 1000, UTC)


def today() -> str:
    """The day whose board is played now."""
    return now().date().isoformat()


def result(state: TableState) -> DayRow | None:
    """What a finished table counts for: points, or by how many its player was ahead of the bots.

    None if it is no board of the day, or was opened later.
    """
    day, who = state.seating.daily, state.seating.seats[0]
    opened = datetime.fromtimestamp(state.row.created / 1000, UTC).date().isoformat()
    if opened != day or not isinstance(who, Sat):
        return None
    mine, *others = state.match.scores()
    ahead = mine - max(others, default=0)
    return DayRow(who.guest, day, state.row.game, state.row.id, ahead)


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

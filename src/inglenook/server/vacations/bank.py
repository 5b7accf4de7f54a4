"""The vacation bank: so many days a year, in which nobody's correspondence runs out of time."""

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import Struct

from inglenook.core.units import DAY_MS, WallMs
from inglenook.server.vacations.rows import VacationRow

BANK = 20 * DAY_MS
"""ms of vacation that a person has in a year, by UTC."""


class Vacation(Struct, frozen=True):
    """Answer to `GET /api/me/vacation`."""

    on: bool
    until: WallMs | None
    """When it ends at the latest, in ms since 1970."""
    left: int
    """ms that are left this year."""


class SetVacation(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of `POST /api/me/vacation`."""

    on: bool


def vacation(rows: Iterable[VacationRow], now: WallMs) -> Vacation:
    """How somebody stands who had these vacations."""
    rows = list(rows)
    current = max((row.ended for row in rows if row.began <= now < row.ended), default=None)
    return Vacation(current is not None, current, max(0, BANK - taken(rows, now)))


def taken(rows: Iterable[VacationRow], now: WallMs) -> int:
    """ms of the bank that are used up this year so far."""
    year = datetime.fromtimestamp(now / 1000, UTC).year
    first = int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)
    return sum(max(0, min(row.ended, now) - max(row.began, first)) for row in rows)

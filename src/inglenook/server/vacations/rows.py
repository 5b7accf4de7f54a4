"""Rows of vacations: when somebody's clocks stand still in games by correspondence."""

from typing import NamedTuple

from inglenook.core.units import WallMs
from inglenook.server.store.base import Statement, Store


class VacationRow(NamedTuple):
    began: WallMs
    ended: WallMs
    """As planned, while it lasts."""


async def vacations_of(store: Store, guest: str) -> list[VacationRow]:
    text = "SELECT began, ended FROM vacations WHERE guest = $1 ORDER BY began"
    (rows,) = await store.run(Statement(text, (guest,)))
    return [VacationRow(*row) for row in rows]


def begin_vacation(guest: str, row: VacationRow) -> Statement:
    text = "INSERT INTO vacations (guest, began, ended) VALUES ($1, $2, $3)"
    return Statement(text, (guest, *row))


def end_vacation(guest: str, at: WallMs) -> Statement:
    """End it now, if it has not ended."""
    return Statement("UPDATE vacations SET ended = $2 WHERE guest = $1 AND ended > $2", (guest, at))

"""Vacations: a person's clocks stop in all their games by correspondence, and go on in all."""

from collections.abc import Awaitable, Callable

from inglenook.core.game import Refused
from inglenook.server.live.forgetting import open_seats
from inglenook.server.live.table import Table
from inglenook.server.store import Store, wall_ms
from inglenook.server.table.events import SeatingEvent, VacationBegan, VacationEnded
from inglenook.server.vacations.bank import Vacation, vacation
from inglenook.server.vacations.rows import VacationRow, begin_vacation, end_vacation, vacations_of


class Vacations:
    def __init__(self, store: Store, find: Callable[[str], Awaitable[Table]]) -> None:
        """`find` brings a table into memory."""
        self._store = store
        self._find = find

    async def look(self, guest: str) -> Vacation:
        return vacation(await vacations_of(self._store, guest), wall_ms())

    async def set(self, guest: str, on: bool) -> Vacation:
        """Go on vacation, or come back; Refused `no-vacation-left`.

        Said again, it reaches tables that were not reached before.
        """
        now, rows = wall_ms(), await vacations_of(self._store, guest)
        current = next((row for row in rows if row.began <= now < row.ended), None)
        event: SeatingEvent = VacationEnded(guest)
        if on:
            if current is None:
                current = VacationRow(now, now + vacation(rows, now).left)
                if current.ended == now:
                    raise Refused("no-vacation-left", detail="it is used up for this year")
                await self._store.run(begin_vacation(guest, current))
            event = VacationBegan(guest, *current)
        else:
            await self._store.run(end_vacation(guest, now))
        for table in await open_seats(self._store, guest):
            await (await self._find(table)).note_vacation(guest, event)
        return await self.look(guest)

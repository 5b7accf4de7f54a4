"""All tables of this server: making them, finding them, and the lobby."""

import asyncio
import logging
import time

import msgspec

from inglenook import bots
from inglenook.game import Refused
from inglenook.games import game, games
from inglenook.store import Listed, SqliteStore, StoreFailed
from inglenook.tables import happenings as h
from inglenook.tables import messages as m
from inglenook.tables.asks import clean_name
from inglenook.tables.audience import seats
from inglenook.tables.state import open_table, wall_ms
from inglenook.tables.table import Table
from inglenook.tables.thinking import Thinker

DAY = 86_400_000
ABANDONED = {"waiting": DAY, "playing": 14 * DAY}
"""ms without a sign of life after which a table leaves the lobby. Its link still works."""
LISTED = 50
SWEEP = 60.0
IDLE = 300.0
"""Seconds after which a table that nobody uses is dropped from memory."""

log = logging.getLogger(__name__)


class House:
    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self._thinker = Thinker()
        self._tables: dict[str, Table] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep())
        # Loading the bots' code takes a moment that no table should have to wait for.
        await asyncio.to_thread(lambda: [bots.levels(name) for name in games()])

    async def close(self) -> None:
        if self._sweeper:
            self._sweeper.cancel()
        for table in self._tables.values():
            await table.close()
        self._thinker.close()
        await self._store.close()

    def games(self) -> list[m.GameLine]:
        """What can be played here, by whom, and against whom."""
        self._thinker.warm()
        return [
            m.GameLine(
                name=name,
                rules=game(name).rules,
                seats=game(name).seats,
                options=msgspec.json.schema(game(name).options_type),
                levels=tuple(m.LevelLine(at.name, at.number) for at in bots.levels(name)),
            )
            for name in games()
        ]

    async def open(self, guest: str, new: m.NewTable) -> str:
        """A new table's id; Refused if game, options, seats or levels are not to be had."""
        company = [
            happening
            for seat, choice in enumerate(new.seats)
            if (happening := _seated(new.game, guest, seat, choice))
        ]
        state, change = open_table(new.game, new.options, len(new.seats), company, guest)
        await self._store.commit(change)
        table_id = state.row.id
        self._tables[table_id] = Table(table_id, self._store, self._thinker, state)
        return table_id

    async def find(self, table_id: str) -> Table:
        """The table of that id; Refused `unknown-table` if there is none."""
        table = self._tables.get(table_id)
        if table is None:
            table = self._tables[table_id] = Table(table_id, self._store, self._thinker)
        try:
            await table.ready()
        except Refused:
            self._tables.pop(table_id, None)
            raise
        return table

    async def lobby(self, guest: str | None) -> m.Lobby:
        """The tables a guest may want to see."""
        now = wall_ms()
        waiting = await self._store.by_status("waiting", now - ABANDONED["waiting"], LISTED)
        playing = await self._store.by_status("playing", now - ABANDONED["playing"], LISTED)
        mine = [self._line(listed, guest) for listed in await self._mine(guest)]
        return m.Lobby(
            # One who left a table's seat is still in the index.
            mine=tuple(line for line in mine if any(seat.yours for seat in line.seats)),
            waiting=tuple(self._line(listed, guest) for listed in waiting),
            playing=tuple(self._line(listed, guest) for listed in playing),
        )

    async def _mine(self, guest: str | None) -> list[Listed]:
        return await self._store.by_guest(guest, LISTED) if guest else []

    def _line(self, listed: Listed, guest: str | None) -> m.TableLine:
        row = listed.row
        live = self._tables.get(row.id)
        seating = h.Seating((None,) * row.seats)
        for what in listed.happenings:
            seating = seating.after(h.decode(what))
        here = live.audience.guests() if live else set()
        return m.TableLine(
            id=row.id,
            game=row.game,
            options=row.options,
            seats=seats(seating, guest, here),
            status=listed.status,
            moves=listed.moves,
        )

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            for table in list(self._tables.values()):
                if len(table.audience):
                    try:
                        await table.touch()
                    except (Refused, StoreFailed) as e:
                        log.error("table %s: %s", table.id, e)
                elif not table.busy and time.monotonic() - table.used > IDLE:
                    del self._tables[table.id]


def _seated(game_name: str, guest: str, seat: int, choice: m.SeatChoice) -> h.Happening | None:
    match choice:
        case m.SeatChoice("me", name):
            return h.Sat(seat, guest, clean_name(name or ""))
        case m.SeatChoice("bot", _, level):
            return h.Bot(seat, bots.level(game_name, level or "").name)
        case _:
            return None

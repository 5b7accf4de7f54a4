"""All tables of this server: making them, finding them, and the lobby."""

import asyncio
import contextlib
import hmac
import logging
import time
from base64 import urlsafe_b64encode
from datetime import UTC, datetime

import msgspec

from inglenook import bots
from inglenook.game import Game, Refused
from inglenook.games import game, games
from inglenook.store import Conflict, Listed, SqliteStore, StoreFailed
from inglenook.tables import happenings as h
from inglenook.tables import messages as m
from inglenook.tables.asks import clean_name
from inglenook.tables.audience import seats
from inglenook.tables.state import State, open_table, wall_ms
from inglenook.tables.table import Table
from inglenook.tables.thinking import Thinker

DAY = 86_400_000
ABANDONED = {"waiting": DAY, "playing": 14 * DAY}
"""ms without a sign of life after which a table leaves the lobby. Its link still works."""
LISTED = 50
NO_LIMIT = -1
SWEEP = 60.0
IDLE = 300.0
"""Seconds after which a table that nobody uses is dropped from memory."""
PROBE = 1.0
"""Seconds between two measurements of the players' networks."""
RESUME = 10.0
"""Seconds after the start when tables go on to which nobody has come back."""

log = logging.getLogger(__name__)


class House:
    def __init__(self, store: SqliteStore, secret: str) -> None:
        """`secret` is the server's own: the boards of the day follow from it."""
        self._store = store
        self._secret = secret.encode()
        self._thinker = Thinker()
        self._tables: dict[str, Table] = {}
        self._chores: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        chores = (self._sweep(), self._probe(), self._resume())
        self._chores = [asyncio.create_task(chore) for chore in chores]
        # Loading what games and bots need takes a moment that no table should have to wait for.
        await asyncio.to_thread(_load)

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
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
        """A new table's id; Refused if game, options, seats or levels are not to be had.

        For the board of the day it is the guest's table of that day, made once.
        """
        company = [
            happening
            for seat, choice in enumerate(new.seats)
            if (happening := _seated(new.game, guest, seat, choice))
        ]
        if new.daily:
            return await self._open_daily(guest, new, company)
        state, change = open_table(new.game, new.options, len(new.seats), company, guest)
        await self._store.commit(change)
        return self._keep(state)

    async def _open_daily(self, guest: str, new: m.NewTable, company: list[h.Happening]) -> str:
        if [choice.kind for choice in new.seats] != ["me"] or new.options:
            raise Refused("bad-daily", detail="for one who plays, with the options as they are")
        date = datetime.fromtimestamp(wall_ms() / 1000, UTC).date().isoformat()
        table_id = urlsafe_b64encode(self._derived("table", new.game, date, guest)[:9]).decode()
        seed = self._derived("board", new.game, date).hex()
        state, change = open_table(
            new.game, {}, 1, [h.Daily(date), *company], guest, table_id, seed
        )
        try:
            await self._store.commit(change)
        except Conflict:
            return table_id  # it was made before: the id is in the store
        return self._keep(state)

    def _derived(self, *what: str) -> bytes:
        """Bytes that are the same for the same things, and that nobody else can tell."""
        return hmac.digest(self._secret, "\0".join(("daily", *what)).encode(), "sha256")

    def _keep(self, state: State) -> str:
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
            # Whoever looked on at the board of the day would know it before they play it.
            playing=tuple(
                line for listed in playing if not (line := self._line(listed, guest)).daily
            ),
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
            daily=seating.daily,
        )

    async def _probe(self) -> None:
        while True:
            timed = [table for table in self._tables.values() if table.timed]
            # One after the other: probes that all come at once would measure each other.
            for table in timed:
                table.probe()
                await asyncio.sleep(PROBE / len(timed))
            if not timed:
                await asyncio.sleep(PROBE)

    async def _resume(self) -> None:
        """Once people had time to come back, go on with tables where a deadline may be due."""
        await asyncio.sleep(RESUME)
        timed = {name for name in games() if type(game(name)).deadline is not Game.deadline}
        since = wall_ms() - ABANDONED["playing"]
        try:
            for listed in await self._store.by_status("playing", since, NO_LIMIT):
                if listed.row.game in timed:
                    with contextlib.suppress(Refused):  # of old rules, or gone
                        await self.find(listed.row.id)
        except StoreFailed as e:
            log.error("tables cannot go on by themselves: %s", e)

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


def _load() -> None:
    for name in games():
        game(name).warm()
        bots.levels(name)


def _seated(game_name: str, guest: str, seat: int, choice: m.SeatChoice) -> h.Happening | None:
    match choice:
        case m.SeatChoice("me", name):
            return h.Sat(seat, guest, clean_name(name or ""))
        case m.SeatChoice("bot", _, level):
            return h.Bot(seat, bots.level(game_name, level or "").name)
        case _:
            return None

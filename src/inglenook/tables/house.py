"""All tables of this server: making them, finding them, and the lobby."""

import asyncio
import hmac
import logging
import re
import time
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec

from inglenook import metrics
from inglenook.game import Refused
from inglenook.registry import find_game, find_level, game_names, levels
from inglenook.store import GRACE, NEVER, Change, Conflict, Listed, Store, StoreFailed, StoreLost
from inglenook.tables import messages as m
from inglenook.tables import seating as h
from inglenook.tables.audience import seats
from inglenook.tables.clock import Hours, wall_ms
from inglenook.tables.daily import today
from inglenook.tables.decide import clean_name
from inglenook.tables.pool import Thinker
from inglenook.tables.state import State, open_table
from inglenook.tables.table import Table

DAY = 86_400_000
ABANDONED = {"waiting": DAY, "playing": 14 * DAY}
"""ms without a sign of life after which a table leaves the lobby. Its link still works."""
LISTED = 50
SWEEP = 60.0
IDLE = 300.0
"""Seconds after which a table that nobody uses is dropped from memory."""
OVER_IDLE = 30.0
"""The same for one whose game is over: few come back to it, and most games are over."""
PROBE = 1.0
"""Seconds between two measurements of the players' networks."""
BEAT = 1.0
"""Seconds between two signs of life."""
COMING_BACK = 3_000
"""ms after an outage in which clocks stand still, for people to come back to their tables."""
LOOK = 5.0
"""Seconds after which a table is looked at again, should a notification have been lost."""
UNSERVED = 3_000
"""ms after which what was due is taken from whoever should have done it."""
CLAIMED = 30_000
"""ms for which a table is left to the worker that took it."""
CLAIMS = 20
ATTEMPTS = 20
AGAIN = 0.25
_ID = re.compile(r"[\w-]{1,64}", re.ASCII)

log = logging.getLogger(__name__)


class House:
    def __init__(self, store: Store, secret: str, workers: int = 1) -> None:
        """`secret` is the server's own: the boards of the day follow from it.

        `workers` is how many share the cores of this machine.
        """
        self._store = store
        self._secret = secret.encode()
        self._thinker = Thinker(workers)
        self._hours = Hours(self._beat)
        self._beaten = 0
        self._tables: dict[str, Table] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._changed: set[str] = set()
        """Tables of which other workers have said that they changed them."""
        self._news = asyncio.Event()
        store.heard = self._hear

    async def start(self) -> None:
        await self._store.start()
        try:
            # Where nobody else can have served, all the time since the last beat was an outage.
            await self._beat(GRACE if self._store.shared else 0, COMING_BACK)
        except StoreFailed as e:
            log.error("the store does not answer: %s", e)
        chores = (
            self._every(BEAT, self._live),
            self._every(LOOK, self._look),
            self._every(SWEEP, self._sweep),
            self._every(UNSERVED / 1000, self._claim),
            self._follow(),
            self._probe(),
        )
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
                rules=find_game(name).rules,
                seats=find_game(name).seats,
                options=msgspec.json.schema(find_game(name).options_type),
                levels=tuple(m.LevelLine(at.name, at.number) for at in levels(name)),
            )
            for name in game_names()
        ]

    async def open(self, guest: str, new: m.NewTable) -> str:
        """A new table's id; Refused if game, options, seats or levels are not to be had.

        Also `bots-busy`, if there are to be bots and they have too much to think about already. For
        the board of the day it is the guest's table of that day, made once.
        """
        company = [
            happening
            for seat, choice in enumerate(new.seats)
            if (happening := _seated(new.game, guest, seat, choice))
        ]
        if new.daily:
            return await self._open_daily(guest, new, company)
        if any(isinstance(who, h.Bot) for who in company):
            self._thinker.require_room()
        await self._wake()
        state, change = open_table(
            new.game, new.options, len(new.seats), company, guest, hours=self._hours
        )
        await self._commit_new(change)
        return self._keep(state)

    async def take_in(self, guest: str, text: bytes) -> str:
        """The id of a new table that shows a finished game, given as a record.

        Refused `bad-record`, `too-large`, `not-over`, or `bots-busy`: it is replayed in their pool.
        """
        change = await self._thinker.record(guest, text)
        await self._commit_new(change)
        return change.table

    async def _commit_new(self, change: Change) -> None:
        """Commit a table whose id nobody else can have: if it is there, it is this one."""
        for attempt in range(ATTEMPTS):
            try:
                await self._store.commit(change)
                return
            except StoreLost:
                if attempt == ATTEMPTS - 1:
                    raise
                await asyncio.sleep(AGAIN)
            except Conflict:
                if attempt:
                    return
                raise

    async def _open_daily(self, guest: str, new: m.NewTable, company: list[h.Happening]) -> str:
        if [choice.kind for choice in new.seats] != ["me"] or new.options:
            raise Refused("bad-daily", detail="for one who plays, with the options as they are")
        date = today()
        table_id = urlsafe_b64encode(self._derived("table", new.game, date, guest)[:9]).decode()
        seed = self._derived("board", new.game, date).hex()
        await self._wake()
        state, change = open_table(
            new.game, {}, 1, [h.Daily(date), *company], guest, table_id, seed, self._hours
        )
        try:
            await self._commit_new(change)
        except Conflict:
            return table_id  # it was made before: the id is in the store
        return self._keep(state)

    def _derived(self, *what: str) -> bytes:
        """Bytes that are the same for the same things, and that nobody else can tell."""
        return hmac.digest(self._secret, "\0".join(("daily", *what)).encode(), "sha256")

    def _keep(self, state: State) -> str:
        table_id = state.row.id
        self._tables[table_id] = Table(table_id, self._store, self._thinker, self._hours, state)
        return table_id

    async def find(self, table_id: str) -> Table:
        """The table of that id; Refused `unknown-table` if there is none."""
        table = self._tables.get(table_id)
        if table is None:
            if not _ID.fullmatch(table_id):
                raise Refused("unknown-table", detail="there is no table of that id")
            await self._wake()
            table = self._tables.setdefault(
                table_id, Table(table_id, self._store, self._thinker, self._hours)
            )
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
        here = set(listed.here)
        if live:
            here |= live.audience.guests()
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

    # --- what workers know of each other --------------------------------------------------------

    def _hear(self, tables: list[str] | None) -> None:
        self._changed.update(self._tables if tables is None else tables)
        self._news.set()

    async def _follow(self) -> None:
        """Bring tables up to date that others have changed: all that wait, with one question."""
        while True:
            await self._news.wait()
            self._news.clear()
            changed, self._changed = self._changed, set()
            heard = time.monotonic()
            # Who uses another one later learns what happened then.
            tables = [t for name in changed if (t := self._tables.get(name)) and t.busy]
            known = {table.id: known for table in tables if (known := table.known)}
            if not known:
                continue
            try:
                tails = await self._store.tails(known)
            except StoreFailed:
                continue  # once it is back, all tables are looked at
            for table in tables:
                if tail := tails.get(table.id):
                    table.hear(tail)
            metrics.TOLD_SECONDS.observe(time.monotonic() - heard)

    async def _look(self) -> None:
        if self._store.shared:
            self._hear(None)
            for table in self._tables.values():
                table.check()

    async def _wake(self) -> None:
        """Before the first table after a quiet time, say that the house is open again."""
        if self._chores and not self._tables and wall_ms() - self._beaten > BEAT * 1000:
            with suppress(StoreFailed):  # then no clock is believed until it is known
                await self._beat()

    async def _live(self) -> None:
        metrics.TABLES.set(len(self._tables))
        waiting = sum(table.audience.waiting for table in self._tables.values())
        metrics.MESSAGES_WAITING.set(waiting)
        # While nobody plays there is no clock that could be wrong: let the disk rest.
        if self._tables:
            await self._beat()

    async def _beat(self, grace: int = GRACE, more: int = 0) -> None:
        outages = await self._store.beat(grace, more)
        away = wall_ms() - self._beaten > GRACE
        self._beaten = wall_ms()
        # Deadlines have moved; and who was silent for long is no longer believed to have guests.
        if self._hours.learn(outages) or away:
            for table in self._tables.values():
                table.tell_again()

    async def _claim(self) -> None:
        """Go on with tables where something is due and nobody saw to it: its worker may be gone."""
        now = wall_ms()
        for table_id in await self._store.claim(now - UNSERVED, now + CLAIMED, CLAIMS):
            try:
                await self.find(table_id)
            except Refused:  # of old rules
                await self._store.commit(Change(table_id, now, due=NEVER))

    async def _sweep(self) -> None:
        for table in list(self._tables.values()):
            if len(table.audience):
                try:
                    await table.touch()
                except (Refused, Conflict, StoreFailed) as e:
                    log.error("not touched: %s", e, extra={"table": table.id})
            elif not table.busy and time.monotonic() - table.used > _patience(table):
                del self._tables[table.id]

    async def _every(self, seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await chore()
            except StoreFailed as e:
                metrics.STORE_FAILURES.inc()
                log.warning("the store does not answer: %s", e)
            except Exception:
                # What is done again and again must not end with one failure.
                log.exception("a chore failed")


def _patience(table: Table) -> float:
    return OVER_IDLE if table.state and table.state.status == "over" else IDLE


def _load() -> None:
    for name in game_names():
        find_game(name).warm()
        levels(name)


def _seated(game_name: str, guest: str, seat: int, choice: m.SeatChoice) -> h.Happening | None:
    match choice:
        case m.SeatChoice("me", name):
            return h.Sat(seat, guest, clean_name(name or ""))
        case m.SeatChoice("bot", _, level):
            return h.Bot(seat, find_level(game_name, level or "").name)
        case _:
            return None

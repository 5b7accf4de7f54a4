"""The house: all tables that this worker has in memory, and the chores that keep it going."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from inglenook.core.game import Refused
from inglenook.core.registry import playable_games
from inglenook.server import metrics
from inglenook.server.accounts.profile_rows import ProfileRow, profiles_of
from inglenook.server.bot_accounts.bot_rows import by_author
from inglenook.server.compute.job_queue import UNKNOWN, Asker
from inglenook.server.compute.pool import Pool, processes_for
from inglenook.server.compute.warm import warmed
from inglenook.server.guest_ids import require_person
from inglenook.server.house import cluster, guest_feed, lobby
from inglenook.server.house.guest_feed import Concerns
from inglenook.server.learning.days import DailyBoards
from inglenook.server.learning.exercises import Teacher
from inglenook.server.live.commit import commit_new
from inglenook.server.live.forgetting import all_about, forget, open_seats
from inglenook.server.live.identities import identities
from inglenook.server.live.replays import Replays
from inglenook.server.live.table import Table
from inglenook.server.matchmaking import seeking
from inglenook.server.matchmaking.seeks import options
from inglenook.server.ratings.rated_tables import rated_company
from inglenook.server.ratings.rating_fold import catch_up
from inglenook.server.store import Change, Conflict, Store, StoreFailed, keys
from inglenook.server.table.events import BotSat, ReadyAsked, SeatingEvent
from inglenook.server.table.opening import TABLE_ID, chosen_company, open_table, terms
from inglenook.server.table.seat_identity import sitting
from inglenook.server.table.state import TableState
from inglenook.server.table.study import open_blank_study, open_study, resume_study
from inglenook.server.transfer import uploaded
from inglenook.server.vacations.vacations import Vacations
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m

SWEEP = 60.0
"""Seconds between two looks for tables that nobody uses."""
IDLE = 300.0
"""Seconds after which a table that nobody uses is dropped from memory."""
OVER_IDLE = 30.0
"""The same for one whose game is over: few come back to it, and most games are over."""
MAKERS = 10_000
"""Tables in everybody's lobby of which it is known where they were made."""
TICK = 0.05
"""Seconds between two looks at whether the event loop is held."""
PROBE = 1.0
"""Seconds between two measurements of the players' networks."""

log = logging.getLogger(__name__)


class House:
    def __init__(self, store: Store, secret: str, workers: int = 1) -> None:
        """`secret` is the server's own: the boards of the day follow from it.

        `workers` is how many share the cores of this machine.
        """
        self._store = store
        self._key = keys(secret)[0].encode()
        self._pool = Pool(processes_for(workers))
        self.teacher = Teacher(store, self._pool)
        self.vacations = Vacations(store, self.find)
        self.days = DailyBoards(store, self._key)
        self._replays = Replays()
        self._tables: dict[str, Table] = {}
        self._cluster = cluster.Cluster(store, self._tables, self.find, self._hear_of)
        self._makers: OrderedDict[str, str] = OrderedDict()
        """Where listed tables were made."""
        self._lobby = lobby.LobbyIndex(store, self._here, self._everyone, self._makers.get)
        self.concerns = Concerns(store, self.find)
        self.seeking = seeking.Seeking(store, self._lobby.strengths, self._seat_parties)
        self._chores: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self._store.start()
        # Loading the games takes a while, and is still part of an outage.
        await asyncio.to_thread(_load)
        await self._cluster.start()
        chores = (
            every(cluster.BEAT, self._cluster.beat_while_used),
            every(cluster.POLL, self._cluster.poll),
            every(cluster.UNSERVED / 1000, self._cluster.claim),
            self._cluster.follow(),
            every(seeking.POLL, self.seeking.poll),
            every(guest_feed.POLL, self.concerns.poll),
            every(SWEEP, self._sweep),
            every(1.0, self._count),
            self._probe(),
            _watch_loop(),
        )
        self._chores = [asyncio.create_task(chore) for chore in chores]

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        metrics.count_noted()
        for table in self._tables.values():
            await table.close()
        self._pool.close()
        await self._store.close()

    # --- what people come for --------------------------------------------------------------------

    async def games(self, guest: str | None) -> list[m.GameListing]:
        """What can be played here, by whom, and against whom."""
        return await self._lobby.games(guest)

    async def lobby(self, guest: str | None) -> m.Lobby:
        """The tables a guest may want to see."""
        return await self._lobby.look(guest)

    def _hear_of(self, guest: str, table: str) -> None:
        """Another worker says that a guest has to do with a table."""
        self.concerns.hear(table, [guest])

    def _everyone(self) -> set[str]:
        return {guest for table in self._tables.values() for guest in table.audience.guests()}

    def _here(self, table_id: str) -> set[str]:
        table = self._tables.get(table_id)
        return table.audience.guests() if table else set()

    async def open(self, guest: str, new: m.NewTable, address: str = UNKNOWN) -> str:
        """A new table's id; Refused if game, options, seats or levels are not available.

        Also `bots-busy`, if there are to be bots and they have too much to think about already. For
        the board of the day it is the guest's table of that day, made once. A study is refused as
        `study.branch` and `open_study` say, a rated game as `rated_company` does. `address` is
        where the guest is.
        """
        if new.daily or new.study:
            require_person(guest)
        myself = (await identities(self._store, [guest])).get(guest)
        company = chosen_company(guest, new, myself)
        if any(isinstance(who, BotSat) for who in company):
            self._pool.require_room(Asker(address, guest))
            self._pool.warm()
        if new.rated:
            company = await rated_company(self._store, guest, new, company)
        await self._cluster.wake()
        await warmed(new.game)
        hours = self._cluster.hours
        if new.daily:
            state, change = await self.days.open(guest, new, company, hours)
        elif new.study:
            state, change = await self._open_study(guest, new, new.study, company)
        else:
            state, change = open_table(
                new.game,
                new.options,
                len(new.seats),
                [*terms(new), *company],
                guest,
                hours=hours,
                time_control=new.time_control,
                listed=new.listed,
            )
        try:
            await commit_new(self._store, change)
        except Conflict:
            if not new.daily:
                raise
            return change.table  # it was made before: the id is in the store
        if new.listed and address != UNKNOWN:
            self._makers[change.table] = address
            if len(self._makers) > MAKERS:
                self._makers.popitem(last=False)
        self._keep(change.table, state, address)
        self.concerns.call(change.table, change.guests)
        return change.table

    async def _open_study(
        self, guest: str, new: m.NewTable, study: m.Study, company: Sequence[SeatingEvent]
    ) -> tuple[TableState, Change]:
        hours = self._cluster.hours
        if study.table is None:
            return open_blank_study(guest, new, company, hours)
        start = await (await self.find(study.table)).branch(study.seq)
        # All of its log is folded once more.
        return await asyncio.to_thread(open_study, guest, new, company, start, hours)

    async def _seat_parties(self, parties: Sequence[seeking.Party]) -> None:
        """Make the tables of those who were found for each other."""
        await self._cluster.wake()
        for game in {party.kind.game for party in parties}:
            await warmed(game)
        guests = [each.guest for party in parties for each in party.people]
        profiles = await profiles_of(self._store, guests)
        await asyncio.gather(*(self._seat_party(party, profiles) for party in parties))

    async def _seat_party(self, party: seeking.Party, profiles: Mapping[str, ProfileRow]) -> None:
        """Make one of them; another worker may have."""
        kind, people = party.kind, party.people
        company: list[SeatingEvent] = [
            sitting(seat, each.guest, each.name, profiles.get(each.guest))
            for seat, each in enumerate(people)
        ]
        state, change = open_table(
            kind.game,
            options(kind),
            kind.seats,
            [ReadyAsked(), *company] if kind.hurried else company,
            people[0].guest,
            table_id=party.table,
            hours=self._cluster.hours,
            time_control=kind.time_control,
        )
        try:
            await commit_new(self._store, change)
        except Conflict:
            return
        self._keep(party.table, state)
        self.concerns.call(party.table, change.guests)

    async def take_in(self, guest: str, text: bytes, address: str = UNKNOWN) -> m.Opened:
        """A new table that shows a finished game, given as a record; any other becomes a study.

        Refused `bad-record`, `too-large`, `bad-study` where a flag fell in a game that goes on, or
        `bots-busy`: it is replayed in their pool.
        """
        record, over = await self._pool.brought(Asker(address, guest), text)
        if over:
            change = await asyncio.to_thread(uploaded, guest, record)
        else:
            await self._cluster.wake()
            hours = self._cluster.hours
            change = (await asyncio.to_thread(resume_study, guest, record, hours))[1]
        await commit_new(self._store, change)
        return m.Opened(change.table, over)

    async def all_about(self, guest: str) -> dict[str, Any]:
        """Everything that is kept of a guest."""
        return await all_about(self._store, guest)

    async def forget(self, guest: str) -> None:
        """Forget who a guest was. Their games stay, for the others; open seats become free, and
        rated games that have begun are resigned.

        Their bots go with them.
        """
        for bot in await by_author(self._store, guest):
            self.concerns.end(bot.guest)
            await self.forget(bot.guest)
        for table_id in await open_seats(self._store, guest):
            table = await self.find(table_id)
            for seat in table.seats_of(guest):
                # Of the board of a day nobody gets up: it stays as it is.
                await table.ask(guest, asks.Leave(f"forget-{seat}", seat))
        # What these games do to ratings is written before the id in them is replaced.
        await catch_up(self._store)
        for table_id in await forget(self._store, guest):
            if known := self._tables.get(table_id):
                await known.start_over()

    async def find(self, table_id: str) -> Table:
        """The table with that id; Refused `unknown-table` if there is none."""
        if table_id not in self._tables and not TABLE_ID.fullmatch(table_id):
            raise Refused("unknown-table", detail="there is no table of that id")
        while True:
            if table_id not in self._tables:
                await self._cluster.wake()
            table = self._keep(table_id)
            try:
                await table.ready()
            except Refused:
                # It may have been opened since, and others be there by now.
                if self._tables.get(table_id) is table and table.state is None:
                    del self._tables[table_id]
                raise
            if self._tables.get(table_id) is table:
                return table

    async def reload(self, table_id: str) -> None:
        """The host has changed a table, or taken it away: what is in memory is no longer so."""
        table = self._tables.get(table_id)
        if table is None:
            return
        try:
            await table.start_over()
        except Refused:
            del self._tables[table_id]
            await table.close()
            for connection in table.audience:
                connection.end()

    def hold(self, held: bool) -> None:
        """Let nothing happen at any table, or go on."""
        self._cluster.hours.held = held

    async def call(self, guest: str) -> None:
        """Let the channels of a guest know of the turns that are theirs already."""
        for each in await self._store.by_guest(guest, lobby.LISTED):
            if each.status == "playing":
                with suppress(Refused):  # of old rules
                    await (await self.find(each.row.id)).call(guest)

    def _keep(
        self, table_id: str, state: TableState | None = None, address: str = UNKNOWN
    ) -> Table:
        """That table, in memory from now on. If it is there already, it stays as it is: people may
        have come as soon as it was written, before that was known here."""
        if table := self._tables.get(table_id):
            return table
        hours = self._cluster.hours
        call = self.concerns.call
        table = Table(
            table_id,
            self._store,
            self._pool,
            hours,
            state,
            call,
            address,
            self._replays,
            self._key,
        )
        self._tables[table_id] = table
        return table

    # --- chores ----------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        """Keep tables in the lobby that are in use, and drop from memory those that are not."""
        for table in list(self._tables.values()):
            if len(table.audience):
                try:
                    await table.touch()
                except (Refused, Conflict, StoreFailed) as e:
                    log.error("not touched: %s", e, extra={"table": table.id})
            elif not table.busy and time.monotonic() - table.used > _patience(table):
                del self._tables[table.id]

    async def _count(self) -> None:
        metrics.count_noted()
        metrics.TABLES.set(len(self._tables))
        waiting = sum(table.audience.waiting for table in self._tables.values())
        metrics.MESSAGES_WAITING.set(waiting)

    async def _probe(self) -> None:
        while True:
            timed = [table for table in self._tables.values() if table.timed]
            # One after the other: probes that all come at once would measure each other.
            for table in timed:
                table.probe()
                await asyncio.sleep(PROBE / len(timed))
            if not timed:
                await asyncio.sleep(PROBE)


async def every(
    seconds: float, chore: Callable[[], Awaitable[object]], *, at_once: bool = False
) -> None:
    """Do something for ever, with so many seconds in between and, unless `at_once`, before."""
    while True:
        if not at_once:
            await asyncio.sleep(seconds)
        at_once = False
        try:
            await chore()
        except StoreFailed as e:
            metrics.STORE_FAILURES.inc()
            log.warning("the store does not answer: %s", e)
        except Exception:
            # One failure must not end a recurring chore.
            log.exception("a chore failed")


async def _watch_loop() -> None:
    """Note by how much the event loop is late: while it is held, everyone waits."""
    while True:
        due = time.monotonic() + TICK
        await asyncio.sleep(TICK)
        metrics.LOOP_LATE.observe(max(0.0, time.monotonic() - due))


def _patience(table: Table) -> float:
    return OVER_IDLE if table.state and table.state.status == "over" else IDLE


def _load() -> None:
    for why in playable_games()[1]:
        log.warning("a game is left out: %s", why)

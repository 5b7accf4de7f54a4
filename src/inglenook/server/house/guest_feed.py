"""What concerns a guest, at all their tables, over one connection: invited, seated, my turn, over.

A worker holds the tables of those who follow them in memory, and says what changes for each. A
table that somebody was just invited to is told of by whoever wrote it; should that get lost, every
follower's tables are looked up again in a moment.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterator

import msgspec
from msgspec import Struct

from inglenook.core.game import Refused
from inglenook.core.units import Seat, Seq
from inglenook.server.bot_accounts.bot_rows import see
from inglenook.server.guest_ids import is_bot
from inglenook.server.live.connection import Connection
from inglenook.server.live.identities import identities
from inglenook.server.live.publish import seats_as_seen, times_of
from inglenook.server.live.table import Table
from inglenook.server.store import Statement, Store, StoreFailed, wall_ms
from inglenook.server.table.seat_identity import BotIdentity
from inglenook.server.table.state import TableState
from inglenook.server.wire import feed_messages as c
from inglenook.server.wire.table_messages import encode

POLL = 5.0
"""Seconds after which the tables of followers are looked up again."""
AGAIN = 12
"""Looks after which also those tables are looked at again that a guest has left, or declined."""
MAX_TABLES_FOLLOWED = 200
"""Tables that are followed for one guest, the newest."""
QUEUE = 4 * MAX_TABLES_FOLLOWED
"""Messages that may wait for a slow reader: all tables speak at once when it begins."""
FOLLOWED = "@"
"""What stands before a guest's id where workers tell each other of a table of theirs: ids of
tables have no such sign."""

log = logging.getLogger(__name__)


class _KnownTable(Struct):
    """What a follower was told of a table."""

    invited: Seat | None = None
    seats: tuple[Seat, ...] = ()
    turns: dict[Seat, Seq] = {}
    """The last entry of the position in which each seat was told to move."""
    over: bool = False


class FeedFollower(Connection):
    """One who follows all their tables."""

    def __init__(self, guest: str) -> None:
        super().__init__(guest, most=QUEUE)
        self.tables: dict[str, Table] = {}
        self.past: set[str] = set()
        """Tables that are not over, and have nothing to do with the guest any more."""
        self._known: dict[str, _KnownTable] = {}

    def tell(self, said: c.AnyConcern) -> None:
        self.say(encode(said))

    def let_go(self, table: Table) -> None:
        """Follow a table no longer."""
        table.unfollow(self)
        self.tables.pop(table.id, None)
        self._known.pop(table.id, None)

    def see(self, state: TableState, everyone: set[str]) -> None:
        """Say what is new at a table; `everyone` is who is there."""
        known = self._known.setdefault(state.row.id, _KnownTable())
        for said in _news(known, state, self.guest, everyone):
            self.tell(said)


def _news(
    known: _KnownTable, state: TableState, guest: str, everyone: set[str]
) -> Iterator[c.AnyConcern]:
    row, seating = state.row, state.seating
    asked = seating.invitation_of(guest)
    invited, mine = asked.seat if asked else None, seating.seats_of(guest)
    about = row.game, row.options, row.time_control, seats_as_seen(seating, guest, everyone)
    if invited is not None and invited != known.invited:
        yield c.Invited(row.id, invited, *about)
    if known.invited is not None and invited is None and not mine:
        yield c.Withdrawn(row.id)
    for seat in mine:
        if seat not in known.seats:
            yield c.Seated(row.id, seat, *about)
    for seat in known.seats:
        if seat not in mine:
            yield c.Unseated(row.id, seat)
    known.invited, known.seats = invited, mine
    moves = state.match.to_move() if state.going else frozenset()
    # Whoever may move again after a pause is told again.
    known.turns = {seat: seq for seat, seq in known.turns.items() if seat in mine and seat in moves}
    for seat in mine:
        if seat in moves and known.turns.get(seat) != state.seq:
            known.turns[seat] = state.seq
            yield _turn(state, seat)
    outcome = state.match.outcome()
    if mine and outcome and not known.over:
        known.over = True
        yield c.Over(row.id, outcome)


def _turn(state: TableState, seat: Seat) -> c.Turn:
    match = state.match
    return c.Turn(
        table=state.row.id,
        seat=seat,
        game=state.row.game,
        options=state.row.options,
        seq=state.seq,
        clock=match.game_time(state.clock.now()),
        times=times_of(match),
        view=msgspec.Raw(encode(state.view(seat))),
    )


class Concerns:
    """The followers at this worker."""

    def __init__(self, store: Store, find: Callable[[str], Awaitable[Table]]) -> None:
        """`find` brings a table into memory."""
        self._store = store
        self._find = find
        self._followers: dict[str, set[FeedFollower]] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._polls = 0

    async def follow(self, guest: str) -> FeedFollower:
        """Begin to follow all tables of a guest."""
        follower = FeedFollower(guest)
        tables = (await self._tables_of([guest])).get(guest, [])
        who = (await identities(self._store, [guest])).get(guest)
        if isinstance(who, BotIdentity):
            follower.tell(c.Hello(who.row.name, who.row.handle, who.author, tuple(tables)))
            await self._store.run(see([guest], wall_ms()))
        else:
            name, handle = (who.name, who.handle) if who else ("", "")
            follower.tell(c.Hello(name, handle, "", tuple(tables)))
        self._followers.setdefault(guest, set()).add(follower)
        try:
            # What came about since then was told to nobody.
            since = (await self._tables_of([guest])).get(guest, [])
            for table in dict.fromkeys((*tables, *since)):
                await self._join(follower, table)
        except BaseException:  # cancelled or failed: nobody is left half joined
            self.leave(follower)
            raise
        return follower

    def leave(self, follower: FeedFollower) -> None:
        """It listens no more."""
        follower.end()
        mine = self._followers.get(follower.guest, set())
        mine.discard(follower)
        if not mine:
            self._followers.pop(follower.guest, None)
        for table in tuple(follower.tables.values()):
            follower.let_go(table)

    def end(self, guest: str) -> None:
        """A token was revoked: its streams end."""
        for follower in tuple(self._followers.get(guest, ())):
            follower.end()

    def call(self, table: str, guests: Collection[str]) -> None:
        """These guests have to do with a table from now on."""
        self.hear(table, guests)
        if self._store.shared:
            for guest in guests:
                # People who follow their tables at another worker are told in a moment.
                if is_bot(guest):
                    self._start(self._store.spread(FOLLOWED + guest, table))

    def hear(self, table: str, guests: Collection[str]) -> None:
        """The same, from another worker."""
        for guest in guests:
            for follower in tuple(self._followers.get(guest, ())):
                follower.past.discard(table)
                if table not in follower.tables:
                    self._start(self._join(follower, table))

    async def poll(self) -> None:
        """Find tables that nobody told of, let go of those that are over, and end what is revoked.

        Bots are written down as being here.
        """
        if not self._followers:
            return
        guests = list(self._followers)
        if bots := [guest for guest in guests if is_bot(guest)]:
            (rows,) = await self._store.run(see(bots, wall_ms()))
            for guest in set(bots) - {guest for (guest,) in rows}:
                self.end(guest)
        self._polls += 1
        for guest, tables in (await self._tables_of(guests)).items():
            for follower in tuple(self._followers.get(guest, ())):
                if self._polls % AGAIN == 0:
                    follower.past.clear()
                for table in set(tables) - follower.past - follower.tables.keys():
                    self._start(self._join(follower, table))
                _let_go(follower)

    async def _tables_of(self, guests: Collection[str]) -> dict[str, list[str]]:
        """The tables of each guest that are not over, the newest first."""
        text = f"""SELECT table_id FROM people JOIN tables ON tables.id = table_id
            WHERE guest = $1 AND people.ended IS NULL AND status <> 'over'
            ORDER BY updated DESC LIMIT {MAX_TABLES_FOLLOWED}"""
        found = await self._store.run(*(Statement(text, (guest,)) for guest in guests))
        return {
            guest: [table for (table,) in rows] for guest, rows in zip(guests, found, strict=True)
        }

    async def _join(self, follower: FeedFollower, table_id: str) -> None:
        try:
            table = await self._find(table_id)
        except Refused:
            return  # of old rules
        if self._has_left(follower) or table_id in follower.tables:
            return
        follower.tables[table_id] = table
        try:
            await table.follow(follower)
        except BaseException:  # cancelled or failed: it is not followed
            follower.tables.pop(table_id, None)
            raise
        if self._has_left(follower):
            table.unfollow(follower)

    def _has_left(self, follower: FeedFollower) -> bool:
        return follower not in self._followers.get(follower.guest, ())

    def _start(self, job: Awaitable[None]) -> None:
        task = asyncio.ensure_future(_quietly(job))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)


def _let_go(follower: FeedFollower) -> None:
    """Follow no table that is over, or has nothing to do with the guest any more."""
    for table in tuple(follower.tables.values()):
        state = table.state
        if state is None or (state.status != "over" and _concerns(state, follower.guest)):
            continue
        follower.let_go(table)
        if state.status != "over":
            follower.past.add(table.id)


def _concerns(state: TableState, guest: str) -> bool:
    return guest in state.seating.guests or state.seating.invitation_of(guest) is not None


async def _quietly(job: Awaitable[None]) -> None:
    try:
        await job
    except StoreFailed as e:
        log.warning("a follower hears of a table a little later: %s", e)

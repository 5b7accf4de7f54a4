"""One table in play: the one writer of its logs at this worker.

Every change goes the same way: decide, play, fold, commit, publish. Each step is a module.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from inglenook.core.game import NATURE, Refused
from inglenook.core.record import Record
from inglenook.core.units import PlayMs, Seat, Seq, WallMs
from inglenook.server import metrics
from inglenook.server.accounts.profile_rows import profiles_of
from inglenook.server.compute.background import Background
from inglenook.server.compute.job_queue import UNKNOWN, Asker
from inglenook.server.compute.pool import Pool
from inglenook.server.learning.analysis import Coach
from inglenook.server.live import origins, results
from inglenook.server.live.audience import Audience
from inglenook.server.live.auto_pause import Absence
from inglenook.server.live.autopilot import Autopilot
from inglenook.server.live.commit import commit, newcomers, persist, touch
from inglenook.server.live.connection import Connection
from inglenook.server.live.followers import Follower, Following
from inglenook.server.live.identities import bot_called, identities
from inglenook.server.live.offload import beside_the_loop, is_slow
from inglenook.server.live.origins import Origins
from inglenook.server.live.presence import Presence
from inglenook.server.live.publish import Told, looking_on, publish, table_message
from inglenook.server.live.replays import Replays, StoredReplay
from inglenook.server.live.replica import Replica
from inglenook.server.ratings.counting import LEAST_MOVES, is_fresh
from inglenook.server.ratings.history import rating_of, told_to
from inglenook.server.ratings.rated_tables import require_profile
from inglenook.server.ratings.rating_fold import catch_up
from inglenook.server.store import (
    Change,
    Status,
    Store,
    StoreFailed,
    Tail,
    Turns,
    wall_ms,
)
from inglenook.server.store.outbox import visited
from inglenook.server.table import votes
from inglenook.server.table.clock import OpeningHours
from inglenook.server.table.daily import require_may_look
from inglenook.server.table.decide import (
    BotChose,
    ChangeSeats,
    Decision,
    MakeMove,
    OwnAsk,
    PersonAway,
    PersonBack,
    Reply,
    Speak,
    decide,
    decide_own,
    takes_a_seat,
)
from inglenook.server.table.events import OneAddress, SeatingEvent
from inglenook.server.table.execute import Played, play
from inglenook.server.table.fold import fold
from inglenook.server.table.lag import Purse
from inglenook.server.table.log_rows import NOBODY, By
from inglenook.server.table.rights import require_over
from inglenook.server.table.state import TableState
from inglenook.server.table.study import Branch, branch
from inglenook.server.table.turn_outbox import begins, turns
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m

Call = Callable[[str, Collection[str]], None]
"""Given a table, and guests."""
STORE_RETRY_S = 8.0
"""Seconds for which an ask waits for a store that is being restarted."""

log = logging.getLogger(__name__)


class Table:
    """A table by its id, at this worker. Others may serve the same one."""

    __slots__ = (
        "_absence",
        "_address",
        "_autopilot",
        "_background",
        "_call",
        "_coach",
        "_following",
        "_hints",
        "_hours",
        "_lock",
        "_origins",
        "_purses",
        "_replays",
        "_replica",
        "_store",
        "_told",
        "_whereabouts",
        "audience",
        "id",
        "presence",
        "used",
    )

    def __init__(
        self,
        table_id: str,
        store: Store,
        pool: Pool,
        hours: OpeningHours,
        state: TableState | None = None,
        call: Call = lambda _table, _guests: None,
        address: str = UNKNOWN,
        replays: Replays | None = None,
        key: bytes = b"",
    ) -> None:
        """`call` lets guests know that they have to do with a table from now on.

        `address` is where its maker is, as far as that is known; `replays` are those of all tables.
        `key` is the secret by which workers tell each other of origins (see `origins`).
        """
        self.id = table_id
        self._address = address
        self._call = call
        self.audience = Audience()
        self.used = time.monotonic()
        self._store = store
        self._hours = hours
        # Held by whoever changes the table and by whoever looks: nobody sees what is not committed.
        self._lock = asyncio.Lock()
        self._whereabouts = votes.Whereabouts(self.audience.is_here, self._is_away)
        self._replica = Replica(table_id, store, hours, self._publish, state)
        self._background = Background(table_id, self.start_over, self._is_watched)
        self._absence = Absence(self.audience)
        self._autopilot = Autopilot(
            store,
            pool,
            self._background,
            ask=self._ask_itself,
            current=lambda: self._replica.state,
            pace=lambda state: self.audience.pace(state.seating.guests),
            absence=self._absence,
            asker=self._asker,
        )
        self.presence = Presence(
            self.audience, store, self._background, self._locked, self._autopilot.resume
        )
        self._replays = replays or Replays()
        self._hints = results.HintDesk(pool, self._background)
        self._coach = Coach(store, pool, self._background)
        self._purses: dict[Seat, Purse] = {}
        self._told: Told | None = None
        self._following = Following(self.audience, self.presence.changed)
        self._origins = Origins(key, table_id)
        if state:
            self._publish(state)
            if state.seating.rated:
                self._origins.note(state.row.creator, self._origins.origin(address))

    @property
    def state(self) -> TableState | None:
        """What is in memory of it."""
        return self._replica.state

    @property
    def busy(self) -> bool:
        """Whether someone is here or something is due, so that it must stay in memory."""
        going_on = self._background.busy or self._autopilot.busy or self._lock.locked()
        return self._is_watched() or bool(len(self._following)) or going_on

    def _is_watched(self) -> bool:
        return bool(len(self.audience))

    def _asker(self, state: TableState) -> Asker:
        """On whose account bots think here."""
        return Asker(self._address, state.row.creator, self.id)

    @asynccontextmanager
    async def _locked(self) -> AsyncIterator[TableState]:
        """The state, locked against everyone else."""
        async with self._lock:
            self.used = time.monotonic()
            yield await self._replica.load()

    @asynccontextmanager
    async def _fresh(self) -> AsyncIterator[TableState]:
        """The same with all that any worker has committed by now."""
        async with self._locked():
            await self._catch_up()
            yield await self._replica.load()

    def seats_of(self, guest: str) -> tuple[Seat, ...]:
        """The seats of a guest, as far as is known here."""
        return self.state.seating.seats_of(guest) if self.state else ()

    async def ready(self) -> None:
        """Load the table if it is not in memory; Refused `unknown-table` if there is none."""
        async with self._locked():
            pass

    async def start_over(self) -> None:
        """Load it anew: what is in memory is no longer so."""
        async with self._lock:
            self._replica.forget()
            await self._replica.load()

    async def close(self) -> None:
        """Stop what goes on by itself."""
        self.presence.close()
        self._autopilot.stop_timer()
        await self._background.close()

    # --- what is asked, by guests and by the table itself ----------------------------------------

    async def ask(
        self,
        guest: str,
        ask: asks.AnyAsk,
        received_s: float | None = None,
        lag: PlayMs = 0,
        address: str = UNKNOWN,
    ) -> m.AnySaid:
        """Do what a guest asks, and answer. What is acked is committed, and told to all.

        `received_s` is when it came (by `time.monotonic`; now, if not given), and `lag` what the
        guest's network takes, in ms: how much of that is granted is decided here. `address` is
        where it came from.
        """
        waited = 0.0 if received_s is None else time.monotonic() - received_s
        came = wall_ms() - int(waited * 1000)
        attempt = partial(self._attempt, guest, ask, came, lag, address)
        async with self._lock:
            try:
                return await persist(attempt, self._catch_up, STORE_RETRY_S)
            except Refused as e:
                return m.Refusal(ask.id, e.code, e.detail)
            except StoreFailed as e:
                log.error("an ask could not be stored: %s", e, extra={"table": self.id})
                return m.Refusal(ask.id, "store-failed", str(e))

    async def _attempt(
        self, guest: str, ask: asks.AnyAsk, came: WallMs, lag: PlayMs, address: str
    ) -> m.AnySaid:
        self.used = time.monotonic()
        state = self._replica.state or await self._replica.load()
        self._notice(state, guest)
        await self._note_origin(state, guest, address)
        if isinstance(ask, asks.Play):
            decision = decide(state, guest, ask, self._whereabouts)
        else:
            newcomers = takes_a_seat(state, guest, ask)
            profiles = await identities(self._store, newcomers) if newcomers else {}
            bot = await bot_called(self._store, ask.bot) if isinstance(ask, asks.Invite) else None
            if isinstance(ask, asks.Sit) and state.seating.rated:
                await require_profile(self._store, guest)
            decision = decide(state, guest, ask, self._whereabouts, profiles, bot)
        if not isinstance(decision, MakeMove):
            if isinstance(decision, Reply):
                return decision.said
            if isinstance(decision, Speak):
                await self._speak(decision.said)
                return m.Ack(ask.id)
        await self._change(state, decision, By(guest, ask.id), came, lag)
        if isinstance(ask, asks.Sit):
            await self._note_origin(state, guest, address)
        return state.done[guest, ask.id]

    # --- from where people play a rated game -----------------------------------------------------

    async def _note_origin(self, state: TableState, guest: str, address: str) -> None:
        """Note the address from which a guest plays a rated game, and tell other workers."""
        if not state.seating.rated or guest not in state.seating.people:
            return
        origin = self._origins.origin(address)
        if self._origins.note(guest, origin):
            with suppress(StoreFailed):  # then only this worker knows
                await self._store.spread(origins.SPREAD + self.id, f"{guest} {origin}")
        await self._compare_origins(state)

    async def _compare_origins(self, state: TableState) -> None:
        """Write down who begins at one address, if a profile among them is fresh."""
        seating = state.seating
        if not seating.rated or state.status == "over" or self._hours.held:
            return
        # Later, a player who is about to lose could escape by joining the other's network.
        if sum(entry.seat != NATURE for entry in state.match.log) >= LEAST_MOVES * state.row.seats:
            return
        pairs = [p for p in self._origins.shared(seating.people) if p not in seating.one_address]
        if not pairs:
            return
        profiles = await profiles_of(self._store, {guest for pair in pairs for guest in pair})
        fresh = {guest for guest, row in profiles.items() if is_fresh(row.made, wall_ms())}
        if found := tuple(OneAddress(pair) for pair in pairs if fresh.intersection(pair)):
            await self._change(state, ChangeSeats(found), NOBODY)
        for pair in pairs:
            self._origins.settle(pair)

    def hear_origin(self, said: str) -> None:
        """Take an origin of a guest that another worker has noted."""
        guest, _, origin = said.partition(" ")
        self._origins.note(guest, origin)
        self._background.start(self._watch_origins)

    async def _watch_origins(self, connection: Connection | None = None) -> None:
        """Compare the origins of those who play; that of a connection is noted before."""

        async def attempt() -> None:
            state = await self._replica.load()
            if connection:
                await self._note_origin(state, connection.guest, connection.address)
            await self._compare_origins(state)

        async with self._lock:
            # Who has just sat down elsewhere may not be known here yet.
            await self._catch_up()
            await persist(attempt, self._catch_up, STORE_RETRY_S)

    async def _speak(self, said: m.Spoken) -> None:
        """Tell everyone here, and at other workers."""
        message = m.encode(said)
        self.audience.tell(message)
        with suppress(StoreFailed):  # it was only a word
            await self._store.spread(self.id, message.decode())

    async def _ask_itself(self, ask: OwnAsk) -> None:
        if self._hours.held:
            return  # once that is over, the clocks are set anew, and all goes on
        # Only the store knows who is at other workers, and who has come this moment.
        about_people = isinstance(ask, PersonAway | PersonBack)
        async with self._fresh() if about_people else self._locked() as state:
            # The time that will be written down: a pause is dated back from it.
            now = self._hours.sure() or await self._hours.make_sure()
            decision = decide_own(state, ask, self._absence, now)
            if decision is not None:
                by = NOBODY if about_people else By("", f"after-{state.seq}")
                try:
                    await self._change(state, decision, by)
                except Refused:
                    if not isinstance(ask, BotChose):
                        raise
                    # A bot's time may have passed; then NATURE goes on from here, or has.
                    if state.seq == ask.after and state.match.next_nature() is None:
                        raise
            # The loop's timer counts in its own whole ms, and may be a little early.
            self._autopilot.set_timer(state)

    async def note_vacation(self, guest: str, event: SeatingEvent) -> None:
        """Stop the clock of someone who goes on vacation, or let it run again: where it matters."""
        async with self._lock:
            await persist(lambda: self._note(guest, event), self._catch_up, STORE_RETRY_S)

    async def _note(self, guest: str, event: SeatingEvent) -> None:
        state = await self._replica.load()
        concerned = state.by_correspondence and guest in state.seating.guests
        if concerned and state.status != "over" and state.seating.after(event) != state.seating:
            await self._change(state, ChangeSeats((event,)), NOBODY)

    def _is_away(self, guest: str) -> bool:
        begun = not (self.state and self.state.seating.getting_ready)
        return self.audience.is_away(guest, begun=begun)

    def _notice(self, state: TableState, guest: str) -> None:
        if guest in state.seating.guests:
            self.audience.notice(guest)

    async def _change(
        self,
        state: TableState,
        decision: Decision,
        by: By,
        came: WallMs | None = None,
        lag: PlayMs = 0,
    ) -> None:
        """Play, fold, commit and publish; Refused if the match does not allow it."""
        was = state.status
        at = self._hours.sure() or await self._hours.make_sure()
        what = state, decision, by, at, at if came is None else came, lag
        with self._replica.in_doubt:
            slow = is_slow(state)
            played = await beside_the_loop(state, self._play, *what) if slow else self._play(*what)
            if played.entries or played.events:
                await self._write(state, played, at, was)
                self._tell(state, played, was)
        if played.refused:
            raise played.refused

    def _play(
        self,
        state: TableState,
        decision: Decision,
        by: By,
        at: WallMs,
        came: WallMs,
        lag: PlayMs,
    ) -> Played:
        """Play what was decided, at the time on the table's clock at which the ask for it came."""
        t = state.clock.at(came, at)
        return play(state, decision, by, at, t, lag, self._purses)

    def _write(
        self, state: TableState, played: Played, at: WallMs, was: Status
    ) -> asyncio.Future[None]:
        """Fold what was played, and commit it; `was` is the status before."""
        fold(state, played.entries, played.events)
        return commit(self._store, state, played, at, was, self.audience.looking())

    def _tell(self, state: TableState, played: Played, was: Status) -> None:
        """Publish what is committed, and let all who are concerned know."""
        metrics.note_moves(state.row.game, len(played.entries))
        self._publish(state)
        if played.events:
            self._tell_newcomers(played)
        if state.seating.rated and state.status == "over" != was:
            self._background.start(catch_up, self._store)

    def _tell_newcomers(self, played: Played) -> None:
        """Let those know who sit or are invited here from now on, or at a table that was opened."""
        if came := newcomers(played):
            self._call(self.id, came)
        if played.opened:
            self._call(played.opened.table, played.opened.guests)

    def _publish(self, state: TableState) -> None:
        """Tell everyone here what is new to them, and let play go on from there."""
        self._told = publish(self.audience, self._told, state)
        if len(self._following):
            self._following.publish(state)
        self._autopilot.resume(state)

    async def _catch_up(self) -> bool:
        """Whether other workers have done something that was not known here."""
        tail = await self._replica.tail()
        return tail is not None and await self._follow(tail)

    def hear(self, tail: Tail) -> None:
        """Take what other workers have done, and tell everyone here as soon as possible."""
        self._background.start(self._hear, tail)

    async def _hear(self, tail: Tail) -> None:
        async with self._lock:
            await self._follow(tail)

    async def _follow(self, tail: Tail) -> bool:
        if self.audience.learn(tail.elsewhere):
            self.presence.changed()
        news = await self._replica.follow(tail)
        if news and self.state:
            # The worker that wrote this does not know who looks at the table here.
            for guest in self.audience.looking() & turns(self.state).keys():
                self._background.start(self._visited, guest)
        return news

    def overhear(self, said: str) -> None:
        """Tell everyone here what was said at another worker."""
        self.audience.tell(said.encode())

    async def touch(self) -> None:
        """Keep a table at which someone sits and waits in the lobby."""
        async with self._locked() as state:
            with self._replica.in_doubt:
                await touch(self._store, state, wall_ms())

    # --- what people see -------------------------------------------------------------------------

    async def join(self, connection: Connection, since: Seq = -1) -> None:
        """Tell a connection all about the table, and from now on all that happens.

        Refused `day-not-over` where the board of the day is somebody else's.
        """
        async with self._fresh() as state:
            require_may_look(state.seating, connection.guest)
            known = connection.guest in self.audience.guests()
            here = looking_on(self.audience, state, connection.guest)
            message = await beside_the_loop(
                state, table_message, state, connection.guest, here, since
            )
            self._note_address(state, connection)
            self.audience.add(connection)
            connection.say(message)
            if state.timed and connection.guest in state.seating.guests:
                connection.probe()
            if state.seating.rated and connection.guest in state.seating.people:
                self._background.start(self._watch_origins, connection)
        if not known:
            self.presence.changed()

    def _note_address(self, state: TableState, connection: Connection) -> None:
        """Bots think on its maker's account; until that one comes, on that of those who play."""
        guest, people = connection.guest, state.seating.people
        plays = guest in people or not people
        if guest == state.row.creator or (self._address == UNKNOWN and plays):
            self._address = connection.address

    def leave(self, connection: Connection) -> None:
        self.audience.remove(connection)
        if connection.guest not in self.audience.guests():
            self.presence.changed()

    async def follow(self, follower: Follower) -> None:
        """Let someone know how the table stands, and from now on what changes."""
        async with self._fresh() as state:
            self._following.add(follower, state)

    def unfollow(self, follower: Follower) -> None:
        self._following.remove(follower)

    def show(self, connection: Connection, visible: bool) -> None:
        """A guest begins to look at the table, or looks away."""
        comes, connection.shown = visible and not connection.shown, visible
        if comes and self.state and connection.guest in self.state.seating.guests:
            self._background.start(self._visited, connection.guest)

    async def call(self, guest: str) -> None:
        """Let the channels of a guest know if it is their turn; they know it themselves."""
        async with self._fresh() as state:
            if guest in (now := turns(state)):
                at = wall_ms()
                turn = begins(state, guest, at, now[guest], knows=True)
                await self._store.commit(Change(self.id, at, turns=Turns(begun=(turn,))))

    async def _visited(self, guest: str) -> None:
        # If the store does not answer, they are told of what they see: there is worse.
        with suppress(StoreFailed):
            await visited(self._store, guest, self.id)

    @property
    def timed(self) -> bool:
        """Whether someone is here and it matters when they move."""
        return bool(self._is_watched() and self.state and self.state.timed)

    def probe(self) -> None:
        """Measure the players' networks, where that matters."""
        if self.state and self.timed:
            self.audience.probe(self.state.seating.guests)

    async def look(self, guest: str) -> bytes:
        """The whole table as a guest may see it now; Refused `day-not-over` as in `join`."""
        async with self._fresh() as state:
            require_may_look(state.seating, guest)
            self._notice(state, guest)
            self.audience.glance()
            self._autopilot.resume(state)
            here = looking_on(self.audience, state)
            return await beside_the_loop(state, table_message, state, guest, here, -1)

    async def welcome(self) -> results.Welcome:
        """What anyone who has its link may know before they come."""
        async with self._fresh() as state:
            return results.welcome(state)

    async def record(self, guest: str = "") -> Record:
        """The finished game; Refused `not-over` before, unless it is a study of the guest's own."""
        async with self._fresh() as state:
            return results.record(state, guest)

    async def branch(self, seq: Seq) -> Branch:
        """A position of a finished game to play on from: see `study.branch`."""
        async with self._fresh() as state:
            return branch(state, seq)

    async def replay(self, guest: str) -> StoredReplay:
        """The game so far with every position as a spectator sees it."""
        async with self._fresh() as state:
            return await self._replays.replay(state, guest, self.audience.everyone())

    async def review(self, guest: str) -> Any:
        """What the game has to tell of a finished match; Refused `not-over` before."""
        async with self._fresh() as state:
            told = results.review(state, guest)
        return await told

    async def summary(self, guest: str) -> m.Summary:
        """What a finished match came to; Refused `not-over` before."""
        async with self._fresh() as state:
            told, rated = results.summary(state, guest), state.seating.rated
            played = any(who == guest for who, _ in state.held)
        summary = await told
        if not rated:
            return summary
        rating = await rating_of(self._store, self.id)
        uncounted = told_to(rating.uncounted, played=played)
        return replace(summary, ratings=rating.changes, uncounted=uncounted)

    async def analysis(self, guest: str) -> AsyncGenerator[bytes]:
        """Messages on the way to the analysis of a finished match; Refused `not-over` before.

        And `day-not-over` where the board of the day is somebody else's.
        """
        async with self._fresh() as state:
            require_may_look(state.seating, guest)
            require_over(state)
        return self._coach.follow(state, self._asker(state))

    async def hints(self, guest: str, seat: Seat) -> m.Hints:
        """What a bot would do in a guest's place; Refused where that is unfair or impossible."""
        async with self._fresh() as state:
            seq, thinking = state.seq, self._hints.ask(state, guest, seat, self._asker(state))
        # Someone who stops waiting must not stop it for the others.
        advice = await asyncio.shield(thinking)
        return m.Hints(seq, tuple(m.Hint(Raw(m.encode(a.move)), a.worth) for a in advice))

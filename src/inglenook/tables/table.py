"""One table in play: the one writer of its logs, and the source of all that its audience hears."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from inglenook import metrics
from inglenook.bot import Advice
from inglenook.game import NATURE, Record, Refused
from inglenook.store import Change, Conflict, Status, Store, StoreFailed, StoreLost, Tail
from inglenook.tables import messages as m
from inglenook.tables import seating as h
from inglenook.tables.audience import Audience, Connection, as_seen, encode, seats
from inglenook.tables.autopilot import Going
from inglenook.tables.clock import Hours, wall_ms
from inglenook.tables.daily import is_secret, require_day_over, require_may_look
from inglenook.tables.decide import Plan, decide, explained, require_own, require_practice
from inglenook.tables.lag import Purse
from inglenook.tables.pool import Thinker
from inglenook.tables.state import (
    State,
    bot_seed,
    entry_rows,
    happening_rows,
    restore,
)

PATIENCE = 8.0
"""Seconds for which an ask waits for a store that is being started again."""
AGAIN = 0.25
"""Seconds between two attempts to reach it."""
TOUCH_EVERY = 3_600_000
"""ms after which a table in use is written into the lobby's index again."""
PRESENCE_PAUSE = 0.05
"""Seconds in which comings and goings are gathered before everyone is told of them."""

log = logging.getLogger(__name__)


class Shown(NamedTuple):
    """What everyone here was last told of."""

    entries: int
    status: Status
    seating: h.Seating


class Table:
    """A table by its id. What it knows is loaded when first needed, and again after a failure.

    Other workers may have the same table. Each appends with the next seq, and whoever was too late
    learns from the store what the others have done.
    """

    def __init__(
        self,
        table_id: str,
        store: Store,
        thinker: Thinker,
        hours: Hours,
        state: State | None = None,
    ) -> None:
        self.id = table_id
        self.audience = Audience()
        self.used = time.monotonic()
        self._store = store
        self._thinker = thinker
        self._hours = hours
        # Held by whoever changes the table and by whoever looks: nobody sees what is not committed.
        self._lock = asyncio.Lock()
        self._state = state
        self._shown: Shown | None = None
        self._here: frozenset[str] = frozenset()
        """Who is here, as the store was told."""
        self._going = Going(self, store, thinker)
        self._advising: tuple[tuple[int, int], asyncio.Task[tuple[Advice, ...]]] | None = None
        """The hints last asked for, by seat and entry: asking again costs no more thinking."""
        self._replayed: tuple[int, tuple[Raw, ...], tuple[Raw, ...]] | None = None
        """Entries and views as a spectator sees them, up to an entry."""
        self._purses: dict[int, Purse] = {}
        """For each seat, the lag it can still be granted."""
        self._presence: asyncio.TimerHandle | None = None
        if state:
            self._show(state)
            self._going.on(state)

    @property
    def busy(self) -> bool:
        """Whether someone is here or something is due, so that it must stay in memory."""
        return bool(len(self.audience) or self._going.busy or self._lock.locked())

    # --- what people see -------------------------------------------------------------------------

    async def join(self, connection: Connection, since: int = -1) -> None:
        """Tell a connection all about the table, and from now on all that happens.

        Refused `day-not-over` where the board of the day is somebody else's.
        """
        async with self._lock:
            state = await self._fresh()
            require_may_look(state.seating, connection.guest)
            known = connection.guest in self.audience.guests()
            self.audience.add(connection)
            connection.say(self.audience.table(state, connection.guest, since))
            if state.timed and connection.guest in state.seating.guests:
                connection.probe()
        if not known:
            self._presence_changed()

    @property
    def timed(self) -> bool:
        """Whether someone is here and it matters when they move."""
        return bool(len(self.audience) and self._state and self._state.timed)

    def probe(self) -> None:
        """Measure the players' networks, where that matters."""
        if self._state and self.timed:
            self.audience.probe(self._state.seating.guests)

    def leave(self, connection: Connection) -> None:
        self.audience.remove(connection)
        if connection.guest not in self.audience.guests():
            self._presence_changed()

    def _presence_changed(self) -> None:
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(
                PRESENCE_PAUSE, lambda: self._going.spawn(self._tell_presence)
            )

    async def _tell_presence(self) -> None:
        self._presence = None
        async with self._lock:
            self.audience.tell_table(await self._load())
            here = frozenset(self.audience.guests())
            if self._store.shared and here != self._here:
                # Whoever could not be told learns it a little later: see `check`.
                with suppress(StoreFailed):
                    await self._store.commit(Change(self.id, wall_ms(), here=tuple(here)))
                    self._here = here

    def check(self) -> None:
        """See to it that other workers know who is here."""
        if self._store.shared and self._here != self.audience.guests():
            self._presence_changed()

    def tell_again(self) -> None:
        """Have everyone told who is here, and what the clock shows: other workers too."""
        self._here = frozenset()
        self._presence_changed()

    async def look(self, guest: str) -> bytes:
        """The whole table as a guest may see it now; Refused `day-not-over` as in `join`."""
        async with self._lock:
            state = await self._fresh()
            require_may_look(state.seating, guest)
            return self.audience.table(state, guest, -1)

    async def record(self) -> Record:
        """The finished game; Refused `not-over` before, for it holds the seed.

        And `day-not-over` for the board of the day, whoever asks: others have the same seed.
        """
        async with self._lock:
            state = await self._fresh()
            if state.status != "over":
                raise Refused("not-over")
            require_day_over(state.seating)
            return state.match.record()

    async def replay(self, guest: str) -> m.Replay:
        """The game so far with every position as a spectator sees it.

        Refused `day-not-over` as in `join`.
        """
        async with self._lock:
            state = await self._fresh()
            require_may_look(state.seating, guest)
            match = state.match
            # A long game takes a while to look back on, and many may want to.
            if self._replayed is None or self._replayed[0] != state.seq:
                view, history = match.game.view, match.history()
                views = await asyncio.to_thread(
                    lambda: tuple(Raw(encode(view(past, None))) for past in history)
                )
                self._replayed = state.seq, as_seen(state, match.log, None), views
            _, entries, views = self._replayed
            return m.Replay(
                id=self.id,
                game=state.row.game,
                options=state.row.options,
                seats=seats(state.seating, guest, self.audience.everyone()),
                entries=entries,
                views=views,
                outcome=match.outcome(),
                record=state.status == "over" and not is_secret(state.seating),
            )

    async def review(self, guest: str) -> Any:
        """What the game has to tell of a finished match; Refused `not-over` before.

        And `day-not-over` as in `join`.
        """
        async with self._lock:
            state = await self._fresh()
            require_may_look(state.seating, guest)
            match = state.match
            if not match.outcome():
                raise Refused("not-over")
            states = match.history()
            # Without what was taken back.
            played = [states[0], *(states[seq + 1] for seq in match.line())]
        return await asyncio.to_thread(match.game.review, played)

    async def hints(self, guest: str, seat: int) -> m.Hints:
        """What a bot would do in a guest's place; Refused where that would not be fair, or done."""
        async with self._lock:
            state = await self._fresh()
            require_practice(state, guest, seat)
            seq = state.seq
            if self._advising is None or self._advising[0] != (seat, seq):
                view, seed = state.match.view(seat), bot_seed(state, seat)
                job = self._thinker.advise(self.id, state.row.game, view, seat, seed, seq)
                self._advising = (seat, seq), self._going.keep(asyncio.create_task(job))
            thinking = self._advising[1]
        # Whoever stops waiting must not stop it for the others.
        advice = await asyncio.shield(thinking)
        return m.Hints(seq, tuple(m.Hint(Raw(encode(a.move)), a.worth) for a in advice))

    # --- what people ask -------------------------------------------------------------------------

    async def ask(
        self, guest: str, ask: m.AnyAsk, came: float | None = None, lag: int = 0
    ) -> m.AnySaid:
        """Do what a guest asks, and answer. What is acked is committed, and told to all.

        `came` is when it was received (by `time.monotonic`; now, if not given), and `lag` what the
        guest's network takes, in ms: how much of that is granted is decided here.
        """
        waited = 0.0 if came is None else time.monotonic() - came
        moment = wall_ms() - int(waited * 1000)
        async with self._lock:
            try:
                return await self._answer(guest, ask, moment, lag)
            except Refused as e:
                return m.Refusal(ask.id, e.code, e.detail)
            except StoreFailed as e:
                log.error("an ask could not be stored: %s", e, extra={"table": self.id})
                return m.Refusal(ask.id, "store-failed", str(e))

    async def _answer(self, guest: str, ask: m.AnyAsk, moment: int, lag: int) -> m.AnySaid:
        patience = time.monotonic() + PATIENCE
        while True:
            try:
                return await self._try(guest, ask, moment, lag)
            except Refused:
                # What others have done since may allow it, or be the very same ask.
                if not await self._catch_up():
                    raise
            except Conflict:
                metrics.CONFLICTS.inc()
                if time.monotonic() > patience:
                    raise StoreFailed("another writer was first, again and again") from None
            except StoreLost:
                # It may have been written: the next attempt finds out.
                if time.monotonic() > patience:
                    raise
                await asyncio.sleep(AGAIN)

    async def _try(self, guest: str, ask: m.AnyAsk, moment: int, lag: int) -> m.AnySaid:
        state = await self._load()
        match ask:
            case m.Ping():
                return m.Ack(ask.id)
            case m.Preview(_, seat):
                require_own(state, guest, seat)
                preview: Any = state.match.game.preview(state.match.state, seat)
                return m.Previewed(ask.id, state.seq, preview)
        if done := state.done.get((guest, ask.id)):
            return done
        plan = decide(state, guest, ask, self.audience.is_away)
        return await self._carry_out(state, plan, guest, ask.id, moment, lag)

    async def ready(self) -> None:
        """Load the table if it is not in memory; Refused `unknown-table` if there is none."""
        async with self._lock:
            await self._load()

    async def _load(self) -> State:
        self.used = time.monotonic()
        if self._state is None:
            stored = await self._store.load(self.id)
            if stored is None:
                raise Refused("unknown-table", detail=f"there is no table {self.id!r}")
            self._state = restore(stored, self._hours)
            self._show(self._state)
            self._going.on(self._state)
        return self._state

    async def _fresh(self) -> State:
        """The table with all that any worker has committed by now."""
        await self._load()
        await self._catch_up()
        return await self._load()

    async def _catch_up(self) -> bool:
        """Whether other workers have done something that was not known here."""
        known = self.known
        if not self._store.shared or known is None:
            return False
        return self._follow((await self._store.tails({self.id: known}))[self.id])

    @property
    def known(self) -> tuple[int, int] | None:
        """How many entries and happenings are known here; None if nothing is in memory."""
        if self._state is None:
            return None
        return len(self._state.match.log), self._state.happened

    def hear(self, tail: Tail) -> None:
        """Take what other workers have done, and tell everyone here, now or in a moment."""
        if self._lock.locked():
            self._going.spawn(self._hear_later, tail)
        else:
            self._follow(tail)

    async def _hear_later(self, tail: Tail) -> None:
        async with self._lock:
            self._follow(tail)

    def _follow(self, tail: Tail) -> bool:
        state = self._state
        if self.audience.learn(tail.elsewhere):
            self._presence_changed()
        if state is None:
            return False
        entries = [row for row in tail.entries if row.seq >= len(state.match.log)]
        happenings = [row for row in tail.happenings if row.seq >= state.happened]
        if not entries and not happenings:
            return False
        metrics.CATCH_UPS.inc()
        try:
            state.follow(entries, happenings)
        except BaseException:
            self._state = None
            raise
        state.due = None
        self._going.moved_at = time.monotonic()
        self._show(state)
        self._going.on(state)
        return True

    def _show(self, state: State) -> None:
        """Tell everyone here what they have not been told."""
        before = self._shown
        self._shown = now = Shown(len(state.match.log), state.status, state.seating)
        if before is None:
            return
        if before.entries < now.entries:
            self.audience.tell_moved(state, before.entries)
        if (before.status, before.seating) != (now.status, now.seating):
            self.audience.tell_table(state)

    async def _carry_out(
        self,
        state: State,
        plan: Plan,
        guest: str,
        ask: str,
        moment: int | None = None,
        lag: int = 0,
    ) -> m.Ack:
        """Apply a plan, commit it and only then show it; Refused if the match does not allow it."""
        await self._hours.vouch()
        status, match = state.status, state.match
        first, code, detail = len(match.log), None, ""
        t = state.clock.now() if moment is None else state.clock.at(moment)
        if plan.settled:
            code = match.settle(plan.settled, t)
        elif plan.move is None:
            if status == "playing":
                match.advance(t)
        else:
            granted, purse = self._purses.get(plan.seat, Purse()).grant(t, lag)
            code = match.submit(plan.seat, plan.move, t, granted)
            if code is None:
                self._purses[plan.seat] = purse
        if code:
            detail = explained(state, plan, code)
            # The move does not stand, but NATURE's moves do whose time came before it.
            plan = Plan()
        entries = match.log[first:]
        mine = next((entry.seq for entry in entries if entry.seat != NATURE), None)
        ack = m.Ack(ask, seq=mine if plan.is_play else None, table=plan.table)
        if entries or plan.happenings:
            change = self._change(state, plan, first, mine, guest, ask)
            at = change.at
            if state.status != status or at - state.touched > TOUCH_EVERY:
                change, state.touched = replace(change, status=state.status), at
            await self._commit(change, *([plan.opens] if plan.opens else []))
            metrics.MOVES.labels(state.row.game).inc(len(entries))
            self._going.moved_at = time.monotonic()
            self._show(state)
            self._going.on(state)
        if code:
            raise Refused(code, detail=detail)
        if guest:
            state.done[guest, ask] = ack
        return ack

    def _change(
        self, state: State, plan: Plan, first: int, mine: int | None, guest: str, ask: str
    ) -> Change:
        """Fold the plan into the state; what of it is to be stored."""
        # An ask is kept once: a `play` with its entry, any other with its happening.
        keep = mine if plan.is_play else None
        by = (None, None) if plan.is_play else (guest, ask)
        at = self._hours.now()
        happenings = happening_rows(state, plan.happenings, at, *by)
        entries = entry_rows(state, state.match.log[first:], keep, guest, ask)
        for happening in plan.happenings:
            state.happen(happening, at)
        for entry in entries:
            state.clock.set(entry.t, entry.at)
        state.settle(at)
        return Change(
            table=self.id,
            at=at,
            entries=entries,
            happenings=happenings,
            guests=tuple(what.guest for what in plan.happenings if isinstance(what, h.Sat)),
            due=state.new_due(at),
        )

    async def _commit(self, *changes: Change) -> None:
        try:
            await self._store.commit(*changes)
        except BaseException:
            # What is in memory was never stored: the next one to come loads what was.
            self._state = None
            raise

    async def touch(self) -> None:
        """Write a table at which someone sits and waits into the lobby's index again."""
        async with self._lock:
            state = await self._load()
            if wall_ms() - state.touched > TOUCH_EVERY:
                state.touched = wall_ms()
                await self._commit(Change(self.id, state.touched, status=state.status))

    # --- what goes on by itself ------------------------------------------------------------------

    @property
    def state(self) -> State | None:
        return self._state

    async def advance(self) -> None:
        async with self._lock:
            state = await self._load()
            await self._carry_out(state, Plan(), "", f"nature-{state.seq + 1}")
            # The loop's timer counts in whole ms of its own, and may be a moment early.
            self._going.set_timer(state)

    async def play_by_itself(self, seq: int, plan: Plan, who: h.Bot | None = None) -> None:
        async with self._lock:
            state = await self._load()
            # Someone may have moved meanwhile, taken back, left, or sent the bot away.
            here = who is None or state.seating.seats[who.seat] == who
            if state.status != "playing" or state.seq != seq or not here:
                return
            try:
                await self._carry_out(state, plan, "", f"after-{seq}")
            except Refused:
                # A bot's moment may have passed; then NATURE goes on from here, or has.
                if not who or (state.seq == seq and state.match.next_nature() is None):
                    raise

    async def start_over(self) -> None:
        async with self._lock:
            self._state = None
            await self._load()

    async def close(self) -> None:
        """Stop what goes on by itself."""
        if self._presence:
            self._presence.cancel()
        await self._going.close()

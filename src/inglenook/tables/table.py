"""One table in play: the one writer of its logs, and the source of all that its audience hears."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, TypeVar

from msgspec import Raw
from msgspec.structs import replace

from inglenook.bots import Advice, Later
from inglenook.game import NATURE, Record, Refused
from inglenook.store import Change, Conflict, SqliteStore, StoreFailed
from inglenook.tables import happenings as h
from inglenook.tables import messages as m
from inglenook.tables.asks import Plan, decide, explained, require_own, require_practice
from inglenook.tables.audience import Audience, Connection, as_seen, encode, seats
from inglenook.tables.lag import Purse
from inglenook.tables.state import (
    State,
    bot_seed,
    entry_rows,
    happening_rows,
    restore,
    wall_ms,
)
from inglenook.tables.thinking import Thinker

ATTEMPTS = 3
TOUCH_EVERY = 3_600_000
"""ms after which a table in use is written into the lobby's index again."""
BOT_PAUSE = 0.4
"""Seconds a bot leaves between the move before and its own, for people to follow."""
PRESENCE_PAUSE = 0.05
"""Seconds in which comings and goings are gathered before everyone is told of them."""
RETRY = 5.0
"""Seconds after which a table goes on whose bot or clock has failed."""

log = logging.getLogger(__name__)
T = TypeVar("T")


class Table:
    """A table by its id. What it knows is loaded when first needed, and again after a failure."""

    def __init__(
        self, table_id: str, store: SqliteStore, thinker: Thinker, state: State | None = None
    ) -> None:
        self.id = table_id
        self.audience = Audience()
        self.used = time.monotonic()
        self._store = store
        self._thinker = thinker
        # Held by whoever changes the table and by whoever looks: nobody sees what is not committed.
        self._lock = asyncio.Lock()
        self._state = state
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking: dict[int, tuple[int, h.Bot]] = {}
        """For each bot's seat, the entry after which it is thinking, and which bot."""
        self._settling: int | None = None
        """The entry after which NATURE's slow move is being computed."""
        self._advising: tuple[tuple[int, int], asyncio.Task[tuple[Advice, ...]]] | None = None
        """The hints last asked for, by seat and entry: asking again costs no more thinking."""
        self._purses: dict[int, Purse] = {}
        """For each seat, the lag it can still be granted."""
        self._moved_at = 0.0
        self._deadline: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        if state:
            self._go_on(state)

    @property
    def busy(self) -> bool:
        """Whether someone is here or something is due, so that it must stay in memory."""
        return bool(len(self.audience) or self._tasks or self._deadline or self._lock.locked())

    # --- what people see -------------------------------------------------------------------------

    async def join(self, connection: Connection, since: int = -1) -> None:
        """Tell a connection all about the table, and from now on all that happens."""
        async with self._lock:
            state = await self._load()
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
                PRESENCE_PAUSE, lambda: self._spawn(self._tell_presence())
            )

    async def _tell_presence(self) -> None:
        self._presence = None
        async with self._lock:
            self.audience.tell_table(await self._load())

    async def look(self, guest: str) -> bytes:
        """The whole table as a guest may see it now."""
        async with self._lock:
            return self.audience.table(await self._load(), guest, -1)

    async def record(self) -> Record:
        """The finished game; Refused `not-over` before, for it holds the seed."""
        async with self._lock:
            state = await self._load()
            if state.status != "over":
                raise Refused("not-over")
            return state.match.record()

    async def replay(self, guest: str) -> m.Replay:
        """The game so far with every position as a spectator sees it."""
        async with self._lock:
            state = await self._load()
            match = state.match
            return m.Replay(
                id=self.id,
                game=state.row.game,
                options=state.row.options,
                seats=seats(state.seating, guest, self.audience.guests()),
                entries=as_seen(state, match.log, None),
                views=tuple(match.game.view(s, None) for s in match.history()),
                outcome=match.outcome(),
            )

    async def review(self) -> Any:
        """What the game has to tell of a finished match; Refused `not-over` before."""
        async with self._lock:
            match = (await self._load()).match
            if not match.outcome():
                raise Refused("not-over")
            states = match.history()
            # Without what was taken back.
            played = [states[0], *(states[seq + 1] for seq in match.line())]
        return await asyncio.to_thread(match.game.review, played)

    async def hints(self, guest: str, seat: int) -> m.Hints:
        """What a bot would do in a guest's place; Refused where that would not be fair, or done."""
        async with self._lock:
            state = await self._load()
            require_practice(state, guest, seat)
            seq = state.seq
            if self._advising is None or self._advising[0] != (seat, seq):
                view, seed = state.match.view(seat), bot_seed(state, seat)
                job = self._thinker.advise(state.row.game, view, seat, seed, seq)
                self._advising = (seat, seq), self._keep(asyncio.create_task(job))
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
        came = time.monotonic() if came is None else came
        async with self._lock:
            try:
                return await self._answer(guest, ask, came, lag)
            except Refused as e:
                return m.Refusal(ask.id, e.code, e.detail)
            except StoreFailed as e:
                log.error("table %s: %s", self.id, e)
                return m.Refusal(ask.id, "store-failed", str(e))

    async def _answer(self, guest: str, ask: m.AnyAsk, came: float, lag: int) -> m.AnySaid:
        for _ in range(ATTEMPTS):
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
            try:
                plan = decide(state, guest, ask, self.audience.is_away)
                return await self._carry_out(state, plan, guest, ask.id, came, lag)
            except Conflict:
                continue
        raise StoreFailed("another writer was first, again and again")

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
            self._state = restore(stored)
            self._go_on(self._state)
        return self._state

    async def _carry_out(
        self,
        state: State,
        plan: Plan,
        guest: str,
        ask: str,
        came: float | None = None,
        lag: int = 0,
    ) -> m.Ack:
        """Apply a plan, commit it and only then show it; Refused if the match does not allow it."""
        status, seating, match = state.status, state.seating, state.match
        first, code, detail = len(match.log), None, ""
        t = state.clock.now() if came is None else state.clock.at(came)
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
            self._moved_at = time.monotonic()
            if entries:
                self.audience.tell_moved(state, first)
            if (status, seating) != (state.status, state.seating):
                self.audience.tell_table(state)
            self._go_on(state)
        if code:
            raise Refused(code, detail=detail)
        state.done[guest, ask] = ack
        return ack

    def _change(
        self, state: State, plan: Plan, first: int, mine: int | None, guest: str, ask: str
    ) -> Change:
        """Fold the plan into the state; what of it is to be stored."""
        # An ask is kept once: a `play` with its entry, any other with its happening.
        keep = mine if plan.is_play else None
        by = (None, None) if plan.is_play else (guest, ask)
        happenings = happening_rows(state, plan.happenings, *by)
        entries = entry_rows(state, state.match.log[first:], keep, guest, ask)
        for happening in plan.happenings:
            state.happen(happening)
        state.settle()
        return Change(
            table=self.id,
            at=wall_ms(),
            entries=entries,
            happenings=happenings,
            guests=tuple(what.guest for what in plan.happenings if isinstance(what, h.Sat)),
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

    def _go_on(self, state: State) -> None:
        """Start what the present position calls for: NATURE's timer, bots that are to move."""
        self._set_timer(state)
        if state.status != "playing":
            return
        if state.match.owes() and self._settling != state.seq:
            self._settling = state.seq
            self._spawn(self._settle(state))
        for who in state.seating.seats:
            if not isinstance(who, h.Bot) or who.seat not in state.match.to_move():
                continue
            if self._thinking.get(who.seat) != (state.seq, who):
                self._thinking[who.seat] = (state.seq, who)
                self._spawn(self._think(state, who))

    def _set_timer(self, state: State) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
        waits = state.status == "playing" and not state.match.owes()
        due = state.match.next_nature() if waits else None
        if due is not None:
            self._deadline = asyncio.get_running_loop().call_later(
                max(0, due - state.clock.now()) / 1000, lambda: self._spawn(self._nature())
            )

    async def _nature(self) -> None:
        self._deadline = None
        async with self._lock:
            state = await self._load()
            await self._carry_out(state, Plan(), "", f"nature-{state.seq + 1}")
            # The loop's timer counts in whole ms of its own, and may be a moment early.
            self._set_timer(state)

    async def _settle(self, state: State) -> None:
        """Have NATURE's slow move computed, while everyone else may go on."""
        match, seq = state.match, state.seq
        try:
            move = await self._thinker.nature(state.row.game, match.state, match.seed, seq + 1)
            async with self._lock:
                state = await self._load()
                # Someone may have taken the last move back meanwhile, resigned or left.
                if state.status == "playing" and state.seq == seq:
                    await self._carry_out(state, Plan(settled=move), "", f"nature-{seq + 1}")
        finally:
            if self._settling == seq:
                self._settling = None

    async def _think(self, state: State, who: h.Bot) -> None:
        seat, seq, row, since = who.seat, state.seq, state.row, state.match.last_t
        try:
            answer = await self._thinker.choose(
                row.game, who.level, state.match.view(seat), seat, bot_seed(state, seat), seq
            )
            if answer is None:
                return
            if isinstance(answer, Later):
                await asyncio.sleep((since + answer.ms - state.clock.now()) / 1000)
            elif len(self.audience):
                await asyncio.sleep(self._moved_at + BOT_PAUSE - time.monotonic())
            move = answer.move if isinstance(answer, Later) else answer
            async with self._lock:
                state = await self._load()
                # Someone may have moved meanwhile, sent the bot away or left the table waiting.
                here = state.status == "playing" and state.seating.seats[seat] == who
                if here and state.seq == seq:
                    await self._play_bot(state, Plan(seat=seat, move=move))
        finally:
            if self._thinking.get(seat) == (seq, who):
                del self._thinking[seat]

    async def _play_bot(self, state: State, plan: Plan) -> None:
        seq = state.seq
        try:
            await self._carry_out(state, plan, "", f"bot-{seq + 1}")
        except Refused:
            # In real time its moment may have passed; then NATURE goes on from here, or has.
            if state.seq == seq and state.match.next_nature() is None:
                raise

    def _spawn(self, job: Coroutine[Any, Any, None]) -> None:
        self._keep(asyncio.create_task(self._guard(job)))

    def _keep(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        """Hold on to a task until it is done, or the table is closed."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guard(self, job: Coroutine[Any, Any, None]) -> None:
        """Do what nobody waits for; if it fails, go on from the store while someone watches."""
        try:
            await job
        except Exception:
            log.exception("table %s", self.id)
            await asyncio.sleep(RETRY)
            if len(self.audience):
                self._spawn(self._start_over())

    async def _start_over(self) -> None:
        async with self._lock:
            self._state = None
            await self._load()

    async def close(self) -> None:
        """Stop what goes on by itself."""
        for timer in (self._deadline, self._presence):
            if timer:
                timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

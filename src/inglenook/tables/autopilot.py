"""What goes on at a table by itself: NATURE's timer, bots that think, towers that settle.

Every worker that has the table in memory wants it to go on. Deadlines each of them keeps, and the
log lets one be first; thinking and settling, which cost something, are done by who holds the lock.
"""

import asyncio
import logging
import time
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar

from inglenook import metrics
from inglenook.bot import Later
from inglenook.store import Conflict, Store, StoreFailed, StoreLost
from inglenook.tables import seating as h
from inglenook.tables.audience import Audience
from inglenook.tables.decide import Plan
from inglenook.tables.pool import Thinker
from inglenook.tables.state import State, bot_seed

HOLD = 1.0
"""Seconds after which to look whether the worker that does something is still there."""
BOT_PAUSE = 0.4
"""Seconds a bot leaves between the move before and its own, for people to follow."""
RETRY = 5.0
"""Seconds after which a table goes on whose bot or clock has failed."""

log = logging.getLogger(__name__)
T = TypeVar("T")


class Playable(Protocol):
    """What a table lets be done."""

    id: str
    audience: Audience

    @property
    def state(self) -> State | None:
        """What is known of it; None after a failure, until it is loaded again."""

    async def advance(self) -> None:
        """Let NATURE move if it is due."""

    async def play_by_itself(self, seq: int, plan: Plan, who: h.Bot | None = None) -> None:
        """Carry out a plan, unless something else has happened since entry `seq`."""

    async def start_over(self) -> None:
        """Load it from the store, and go on from there."""


class Going:
    def __init__(self, table: Playable, store: Store, thinker: Thinker) -> None:
        # It belongs to the table: who let go of that is rid of both, at once.
        self._table: Playable = weakref.proxy(table)
        self._store = store
        self._thinker = thinker
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinking: dict[int, tuple[int, h.Bot]] = {}
        """For each bot's seat, the entry after which it is thinking, and which bot."""
        self._settling: int | None = None
        """The entry after which NATURE's slow move is being computed."""
        self._deadline: asyncio.TimerHandle | None = None
        self._rests_until = 0.0
        """After a failure, until then, so that not everyone who comes by makes it fail again."""
        self.moved_at = 0.0
        """When the last move was shown, by `time.monotonic`."""

    @property
    def busy(self) -> bool:
        return bool(self._tasks or self._deadline)

    def on(self, state: State) -> None:
        """Start what the present position calls for."""
        self.set_timer(state)
        if state.status != "playing" or time.monotonic() < self._rests_until:
            return
        if state.match.owes() and self._settling != state.seq:
            self._settling = state.seq
            self.spawn(self._settle, state.seq)
        for who in state.seating.seats:
            if not isinstance(who, h.Bot) or who.seat not in state.match.to_move():
                continue
            if self._thinking.get(who.seat) != (state.seq, who):
                self._thinking[who.seat] = (state.seq, who)
                self.spawn(self._think, state.seq, who)

    def set_timer(self, state: State) -> None:
        """Be there when NATURE moves."""
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
        waits = state.status == "playing" and not state.match.owes()
        due = state.match.next_nature() if waits else None
        if due is not None:
            wait = max((due - state.clock.now()) / 1000, self._rests_until - time.monotonic(), 0)
            self._deadline = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._deadline = None
        self.spawn(self._table.advance)

    @asynccontextmanager
    async def _held(self, what: str, seq: int) -> AsyncIterator[State | None]:
        """The state, once this worker is the one to do something after entry `seq`; or None."""
        work = f"{self._table.id} {what}"
        while not await self._store.hold(work):
            await asyncio.sleep(HOLD)
            if self._after(seq) is None:
                yield None
                return
        try:
            yield self._after(seq)
        finally:
            await self._store.let_go(work)

    def _after(self, seq: int) -> State | None:
        """The state if entry `seq` is still the last; Conflict if that is not known."""
        if self._table.state is None:
            raise Conflict
        return self._table.state if self._table.state.seq == seq else None

    async def _settle(self, seq: int) -> None:
        """Have NATURE's slow move computed, while everyone else may go on."""
        try:
            async with self._held("nature", seq) as state:
                if state:
                    match = state.match
                    move = await self._thinker.nature(
                        self._table.id, state.row.game, match.state, match.seed, match.draws
                    )
                    await self._table.play_by_itself(seq, Plan(settled=move))
        finally:
            if self._settling == seq:
                self._settling = None

    async def _think(self, seq: int, who: h.Bot) -> None:
        try:
            async with self._held(f"seat {who.seat}", seq) as state:
                if state:
                    await self._choose(state, who)
        finally:
            if self._thinking.get(who.seat) == (seq, who):
                del self._thinking[who.seat]

    async def _choose(self, state: State, who: h.Bot) -> None:
        seat, seq, row, since = who.seat, state.seq, state.row, state.match.last_t
        view, seed = state.match.view(seat), bot_seed(state, seat)
        table = self._table
        answer = await self._thinker.choose(
            table.id,
            row.game,
            who.level,
            view,
            seat,
            seed,
            seq,
            lambda: table.state is not None and table.state.seq == seq,
        )
        if answer is None:
            return
        if isinstance(answer, Later):
            await asyncio.sleep((since + answer.ms - state.clock.now()) / 1000)
        elif len(table.audience):
            await asyncio.sleep(self.moved_at + BOT_PAUSE - time.monotonic())
        move = answer.move if isinstance(answer, Later) else answer
        await table.play_by_itself(seq, Plan(seat=seat, move=move), who)

    def spawn(self, job: Callable[..., Awaitable[None]], *about: Any) -> None:
        """Do what nobody waits for."""
        self.keep(asyncio.create_task(self._guard(job, *about)))

    def keep(self, task: asyncio.Task[T]) -> asyncio.Task[T]:
        """Hold on to a task until it is done, or the table is closed."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guard(self, job: Callable[..., Awaitable[None]], *about: Any) -> None:
        """If it fails, go on from the store."""
        try:
            await job(*about)
            return
        except Conflict:
            metrics.CONFLICTS.inc()
        except StoreLost:
            await asyncio.sleep(HOLD)
        except StoreFailed as e:
            log.error("play does not go on by itself: %s", e, extra={"table": self._table.id})
            await self._rest()
        except Exception:
            log.exception("play does not go on by itself", extra={"table": self._table.id})
            await self._rest()
            if not len(self._table.audience):
                return
        self.spawn(self._table.start_over)

    async def _rest(self) -> None:
        self._rests_until = time.monotonic() + RETRY
        await asyncio.sleep(RETRY)

    async def close(self) -> None:
        """Stop it all."""
        if self._deadline:
            self._deadline.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

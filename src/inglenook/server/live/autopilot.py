"""What goes on at a table by itself: deadlines, bots that think, NATURE's slow moves.

The autopilot only watches and computes. What comes of it are the table's own asks, which go the
way of every other ask.

Every worker that has the table in memory wants it to go on. Each of them keeps the deadlines, and
the log lets only one be first; computing, which costs something, is done by whoever holds the lock.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from inglenook.core.bot import Later
from inglenook.core.units import Seat, Seq
from inglenook.server.compute.background import Background
from inglenook.server.compute.job_queue import Asker
from inglenook.server.compute.pool import Pool
from inglenook.server.live.auto_pause import Absence
from inglenook.server.store import Conflict, Store, wall_ms
from inglenook.server.table.decide import (
    BotChose,
    CountdownOver,
    DeadlinePassed,
    NatureComputed,
    OwnAsk,
    PersonAway,
    PersonBack,
)
from inglenook.server.table.events import BotSat
from inglenook.server.table.pace import BREATH, earliest, wished
from inglenook.server.table.state import TableState, bot_seed
from inglenook.server.wire.asks import Pace

HOLD = 1.0
"""Seconds after which to look whether the worker that does something is still there."""


class Autopilot:
    __slots__ = (
        "_absence",
        "_ask",
        "_asker",
        "_background",
        "_computing",
        "_current",
        "_pace",
        "_pool",
        "_store",
        "_thinking",
        "_timer",
    )

    def __init__(
        self,
        store: Store,
        pool: Pool,
        background: Background,
        ask: Callable[[OwnAsk], Awaitable[None]],
        current: Callable[[], TableState | None],
        pace: Callable[[TableState], Pace | None],
        absence: Absence,
        asker: Callable[[TableState], Asker],
    ) -> None:
        """`ask` puts an ask to the table; `current` is its state, None if it is to be loaded.

        `pace` is how fast bots should go on; None if nobody looks. `asker` is on whose account it
        is that something is computed.
        """
        self._asker = asker
        self._absence = absence
        self._store = store
        self._pool = pool
        self._background = background
        self._ask = ask
        self._current = current
        self._pace = pace
        self._thinking: dict[Seat, tuple[Seq, BotSat]] = {}
        """For each bot's seat, the entry after which it is thinking, and which bot."""
        self._computing: Seq | None = None
        """The entry after which NATURE's slow move is being computed."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        return self._timer is not None

    def resume(self, state: TableState) -> None:
        """Start what the present position calls for."""
        if self._timer is None and state.waits_for_people():
            return
        self.set_timer(state)
        if self._background.rest_s or self._absence.holds(state):
            return
        if state.paused:
            self._background.start(self._ask, PersonBack())
        if not state.going:
            return
        if state.match.owes() and self._computing != state.seq:
            self._computing = state.seq
            self._background.start(self._compute_nature, state.seq)
        for bot in state.bots_to_move():
            if self._thinking.get(bot.seat) != (state.seq, bot):
                self._thinking[bot.seat] = (state.seq, bot)
                self._background.start(self._think, state.seq, bot)

    def set_timer(self, state: TableState) -> None:
        """Be ready when NATURE moves, or when the only person has been away for long."""
        self.stop_timer()
        rest, begins, deadline = self._absence.rest_s(state), state.begins, state.deadline()
        if rest is None and begins is None and deadline is None:
            return
        waits: list[tuple[float, OwnAsk]] = []
        if rest is not None and state.going:
            waits.append((rest, PersonAway()))
        if begins is not None and not self._absence.holds(state):
            waits.append(((begins - wall_ms()) / 1000, CountdownOver()))
        if deadline is not None and not self._absence.holds(state):
            waits.append((state.clock.rest(deadline) / 1000, DeadlinePassed()))
        if waits:
            wait, ask = min(waits, key=lambda each: each[0])
            wait = max(wait, self._background.rest_s)
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring, ask)

    def stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _ring(self, ask: OwnAsk) -> None:
        self._timer = None
        self._background.start(self._ask, ask)

    async def _compute_nature(self, seq: Seq) -> None:
        """Have NATURE's slow move computed, while everyone else may go on."""
        try:
            async with self._held("nature", seq) as state:
                if state:
                    row, match = state.row, state.match
                    asker, draw = self._asker(state), (match.seed, match.draws)
                    move = await self._pool.nature(asker, row.game, row.rules, match.state, *draw)
                    await self._ask(NatureComputed(seq, move))
        finally:
            if self._computing == seq:
                self._computing = None

    async def _think(self, seq: Seq, bot: BotSat) -> None:
        try:
            async with self._held(f"seat {bot.seat}", seq) as state:
                if state:
                    await self._choose(state, bot)
        finally:
            if self._thinking.get(bot.seat) == (seq, bot):
                del self._thinking[bot.seat]

    async def _choose(self, state: TableState, bot: BotSat) -> None:
        seq, since = state.seq, state.match.last_t
        answer = await self._pool.choose(
            self._asker(state),
            state.row.game,
            bot.level,
            state.view(bot.seat),
            bot.seat,
            bot_seed(state, bot.seat),
            seq,
            lambda: (now := self._current()) is not None and now.seq == seq,
        )
        if answer is None:
            return
        pace = self._pace(state)
        if isinstance(answer, Later):
            # A bot that says when it moves has counted its pause already.
            move, pause = answer.move, 0
            at = wished(state.match, answer, pace) if pace else since + answer.ms
        else:
            move, at, pause = answer, since, BREATH
        if pace:
            at = max(at, earliest(state.match, pace, pause, state.back_t))
        await asyncio.sleep((at - state.clock.now()) / 1000)
        await self._ask(BotChose(seq, bot, move))

    @asynccontextmanager
    async def _held(self, what: str, seq: Seq) -> AsyncIterator[TableState | None]:
        """The state, once this worker is the one to do something after entry `seq`; or None."""
        state = self._after(seq)
        if state is None:
            yield None
            return
        work = f"{state.row.id} {what}"
        while not await self._store.hold(work):
            await asyncio.sleep(HOLD)
            if self._after(seq) is None:
                yield None
                return
        try:
            yield self._after(seq)
        finally:
            await self._store.let_go(work)

    def _after(self, seq: Seq) -> TableState | None:
        """The state if entry `seq` is still the last; Conflict if that is not known."""
        state = self._current()
        if state is None:
            raise Conflict
        return state if state.seq == seq else None

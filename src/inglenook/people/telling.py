"""Telling people that it is their turn: what is due in the outbox is sent.

Any worker takes what is due. A claim has an end, so that what a worker was killed over is sent by
another; and nobody else sends it before.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from inglenook import metrics
from inglenook.people import webhook
from inglenook.people.notices import notice
from inglenook.people.outward import Outward
from inglenook.people.push import Push, Sent, house_keys
from inglenook.people.reach import Reach
from inglenook.store import NEVER, Store, StoreFailed, patiently, wall_ms
from inglenook.store.outbox import (
    ChannelRow,
    Kind,
    TurnRow,
    channels_by_id,
    claim_turns,
    end_channel,
    games_of,
    kinds_due,
    note_error,
    turn_again,
    turn_told,
)

LOOK = 1.0
"""Seconds between two looks at the outbox."""
CLAIMED = 60_000
"""ms for which a message is left to the worker that took it: longer than any may take."""
PATIENCE = 30.0
"""Seconds for which what became of a message waits for a store that is being restarted."""
AT_ONCE = 100
"""Messages of each kind on their way at once: receivers that hang hold up only their own kind."""
GAPS: dict[Kind, tuple[int, ...]] = {
    "push": (30, 300, 1800, 7200, 21_600),
    "webhook": (5, 10),
    "mail": (300, 900, 3600),
}
"""Seconds after which a message that did not arrive is tried again; then no more."""

log = logging.getLogger(__name__)


class Teller:
    def __init__(self, store: Store, reach: Reach) -> None:
        self.outward = Outward(reach.networks)
        self._store = store
        self._mailer = reach.mailer
        self._push: Push | None = None
        self._looking: asyncio.Task[None] | None = None
        self._sending: dict[Kind, set[asyncio.Task[None]]] = {kind: set() for kind in GAPS}

    async def start(self) -> None:
        """Begin to send; the house's keys are made the first time."""
        try:
            await self.push()
        except StoreFailed as e:
            log.error("the store does not answer: %s", e)
        self._looking = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Stop. What was not sent is sent by another worker, or later."""
        sending = (task for kind in self._sending.values() for task in kind)
        tasks = [*([self._looking] if self._looking else []), *sending]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.outward.close()

    async def push(self) -> Push:
        """What sends to browsers, with the house's own keys; StoreFailed."""
        if self._push is None:
            contact = f"mailto:{self._mailer.address}" if self._mailer else None
            self._push = Push(self.outward, await house_keys(self._store), contact)
        return self._push

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            await self._carefully(self._send_due)

    async def _carefully(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except StoreFailed as e:
            metrics.STORE_FAILURES.inc()
            log.warning("the store does not answer: %s", e)
        except Exception:
            # One failure must not end the telling.
            log.exception("telling failed")

    async def _send_due(self) -> None:
        for kind in await kinds_due(self._store, wall_ms()):
            sending = self._sending[kind]
            if room := AT_ONCE - len(sending):
                now = wall_ms()
                turns = await claim_turns(self._store, kind, now, now + CLAIMED, room)
                channels = await channels_by_id(self._store, {turn.channel for turn in turns})
                games = await games_of(self._store, {turn.table for turn in turns})
                for turn in turns:
                    work = self._tell(turn, channels.get(turn.channel), games.get(turn.table))
                    task = asyncio.create_task(work)
                    sending.add(task)
                    task.add_done_callback(sending.discard)

    async def _tell(self, turn: TurnRow, channel: ChannelRow | None, game: str | None) -> None:
        async def tell() -> None:
            if channel is None or game is None:
                await turn_again(self._store, turn, NEVER)
            else:
                sent = await self._send(turn, channel, game)
                metrics.NOTICES.labels(channel.kind, sent.how).inc()
                # Whatever becomes of the store meanwhile: what was sent is not to be sent again.
                await patiently(lambda: self._settle(turn, channel, sent), PATIENCE)

        await self._carefully(tell)

    async def _send(self, turn: TurnRow, channel: ChannelRow, game: str) -> Sent:
        now = wall_ms()
        what = notice(turn, channel, game, now)
        try:
            if channel.kind == "push":
                return await (await self.push()).send(channel, what, now)
            return await webhook.send(self.outward, channel, what)
        except Exception as e:  # whatever it is, it is not tried for ever
            log.exception("a message could not be sent")
            return Sent("failed", type(e).__name__)

    async def _settle(self, turn: TurnRow, channel: ChannelRow, sent: Sent) -> None:
        """Write down what became of a message."""
        if sent.how == "gone":
            await self._store.run(*end_channel(channel.kind, channel.target))
            return
        if sent.how == "done":
            await turn_told(self._store, turn)
        else:
            gaps = GAPS[channel.kind]
            again = sent.how == "failed" and turn.tries <= len(gaps)
            gap = max(gaps[turn.tries - 1], sent.wait) if again else 0
            await turn_again(self._store, turn, wall_ms() + gap * 1000 if again else NEVER)
        if sent.error != channel.error:
            await note_error(self._store, channel.id, sent.error)

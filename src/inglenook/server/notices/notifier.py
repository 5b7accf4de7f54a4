"""Telling people that it is their turn: what is due in the outbox is sent.

Any worker takes what is due. A claim has an end, so that what a worker was killed over is sent by
another; and nobody else sends it before.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from inglenook.core.units import DAY_MS, HOUR_MS
from inglenook.server import metrics
from inglenook.server.accounts.address_rows import address_of
from inglenook.server.notices import webhook
from inglenook.server.notices.mail_texts import Mail, digest, next_morning, reminder
from inglenook.server.notices.notice_text import notice
from inglenook.server.notices.push import Push, PushSent, house_keys
from inglenook.server.outbound.mail import MailFailed
from inglenook.server.outbound.outbound_settings import Reach
from inglenook.server.outbound.safe_http import Outward
from inglenook.server.store import NEVER, Store, StoreFailed, patiently, wall_ms
from inglenook.server.store.outbox import (
    ChannelRow,
    Kind,
    TurnRow,
    channels_by_id,
    claim_digests,
    claim_turns,
    end_channel,
    games_of,
    kinds_due,
    next_digest,
    note_error,
    turn_again,
    turn_told,
    turns_of,
)

POLL = 1.0
"""Seconds between two looks at the outbox."""
CLAIMED = 60_000
"""ms for which a message is left to the worker that took it: longer than any may take."""
STORE_RETRY_S = 30.0
"""Seconds for which what became of a message waits for a store that is being restarted."""
MAIL_SECONDS = 45.0
"""For the mail server to take a mail."""
DIGEST_POLL = 20.0
"""Seconds between two looks for digests that are due."""
DIGESTS = 20
DIGEST_AGAIN = 900_000
"""ms after which a digest that was not taken is tried again."""
FORENOON_MS = 4 * HOUR_MS
"""ms; after the forenoon nobody tries again: the next morning will do."""
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
        self._chores: list[asyncio.Task[None]] = []
        self._sending: dict[Kind, set[asyncio.Task[None]]] = {kind: set() for kind in GAPS}

    async def start(self) -> None:
        """Begin to send."""
        chores = [self._poll(), *([self._poll_digests()] if self._mailer else [])]
        self._chores = [asyncio.create_task(chore) for chore in chores]

    async def close(self) -> None:
        """Stop. What was not sent is sent by another worker, or later."""
        sending = (task for kind in self._sending.values() for task in kind)
        tasks = [*self._chores, *sending]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.outward.close()

    @property
    def posts(self) -> bool:
        """Whether the house sends mail."""
        return self._mailer is not None

    async def push(self) -> Push:
        """What sends to browsers, with the house's own keys; StoreFailed."""
        if self._push is None:
            contact = f"mailto:{self._mailer.address}" if self._mailer else None
            self._push = Push(self.outward, await house_keys(self._store), contact)
        return self._push

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            await self._carefully(self._send_due)

    async def _poll_digests(self) -> None:
        while True:
            await self._carefully(self._send_digests)
            await asyncio.sleep(DIGEST_POLL)

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
                await patiently(lambda: self._settle(turn, channel, sent), STORE_RETRY_S)

        await self._carefully(tell)

    async def _send(self, turn: TurnRow, channel: ChannelRow, game: str) -> PushSent:
        now = wall_ms()
        what = notice(turn, channel, game, now)
        try:
            if channel.kind == "push":
                return await (await self.push()).send(channel, what, now)
            if channel.kind == "mail":
                return await self._mail(channel, reminder(channel, turn, game, now))
            return await webhook.send(self.outward, channel, what)
        except Exception as e:  # whatever it is, it is not tried for ever
            log.exception("a message could not be sent")
            return PushSent("failed", type(e).__name__)

    async def _mail(self, channel: ChannelRow, mail: Mail) -> PushSent:
        address = await address_of(self._store, channel.guest)
        if address is None:
            return PushSent("gone")
        if self._mailer is None:
            return PushSent("refused", "the house sends no mail")
        try:
            async with asyncio.timeout(MAIL_SECONDS):
                await self._mailer.send(address, mail.subject, mail.text, mail.headers)
        except MailFailed as e:
            return PushSent("failed", str(e))
        except TimeoutError:
            return PushSent("failed", "the mail server does not answer")
        return PushSent("done")

    async def _send_digests(self) -> None:
        now = wall_ms()
        for channel in await claim_digests(self._store, now, now + DIGEST_AGAIN, DIGESTS):
            turns = await turns_of(self._store, channel.id)
            morning = next_morning(channel.zone, now)
            if turns:
                games = await games_of(self._store, {turn.table for turn in turns})
                sent = await self._mail(channel, digest(channel, turns, games, now))
                metrics.NOTICES.labels("mail", sent.how).inc()
                if sent.how == "gone":
                    await self._store.run(*end_channel(channel.kind, channel.target))
                if sent.error != channel.error:
                    await note_error(self._store, channel.id, sent.error)
                if sent.how == "failed" and morning - now > DAY_MS - FORENOON_MS:
                    continue  # the claim ends, and somebody tries again
            await next_digest(self._store, channel, morning)

    async def _settle(self, turn: TurnRow, channel: ChannelRow, sent: PushSent) -> None:
        """Write down what became of a message."""
        if sent.how == "gone":
            await self._store.run(*end_channel(channel.kind, channel.target))
            return
        if sent.how == "done":
            # A reminder says nothing of whether they were told of the next turn.
            await turn_told(self._store, turn, stays=channel.kind != "mail")
        else:
            gaps = GAPS[channel.kind]
            again = sent.how == "failed" and turn.tries <= len(gaps)
            gap = max(gaps[turn.tries - 1], sent.wait) if again else 0
            await turn_again(self._store, turn, wall_ms() + gap * 1000 if again else NEVER)
        if sent.error != channel.error:
            await note_error(self._store, channel.id, sent.error)

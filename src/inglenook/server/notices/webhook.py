"""Webhooks: an address of somebody's own that is called when it is their turn."""

import asyncio
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from inglenook.core.game import Refused
from inglenook.core.units import WallMs
from inglenook.server.notices.notice_text import Notice
from inglenook.server.notices.push import PushSent, judged, lost
from inglenook.server.outbound.safe_http import NoSuchHost, NotAllowed, NotSent, Outward
from inglenook.server.outbound.texts import text
from inglenook.server.store.outbox import ChannelRow

SECONDS = 6.0
"""For the other side to answer."""
TRIES = 3
"""Of a test message."""
PAUSE = 1.0
"""Seconds between two of them."""
_encode = msgspec.json.Encoder().encode

Format = Literal["json", "discord", "slack"]


class Webhook(Struct, frozen=True):
    url: Annotated[str, Meta(max_length=2000, pattern=r"^https?://[^\s/]+(/[^\s]*)?$")]
    format: Format = "json"
    """`discord` and `slack` are what those take, and many others with them."""


class WebhookTurn(Struct, frozen=True):
    """What is sent in the format `json`."""

    type: Literal["turn", "test"]
    text: str
    table: str | None = None
    game: str | None = None
    url: str | None = None
    deadline: WallMs | None = None
    """ms since 1970; null: there is no clock."""


async def send(outward: Outward, channel: ChannelRow, notice: Notice) -> PushSent:
    hook = msgspec.json.decode(channel.detail, type=Webhook)
    said = WebhookTurn("turn", notice.line, notice.table, notice.game, notice.url, notice.deadline)
    try:
        return await _post(outward, hook, said)
    except NotSent as e:
        return lost(e)


async def require_works(outward: Outward, hook: Webhook, language: str) -> None:
    """Send a test message; Refused `webhook-failed`, with the last error, if it does not arrive."""
    sent = PushSent("failed")
    for attempt in range(TRIES):
        if attempt:
            await asyncio.sleep(PAUSE)
        try:
            sent = await _post(outward, hook, WebhookTurn("test", text(language, "test")))
        except (NoSuchHost, NotAllowed) as e:
            sent = PushSent("refused", str(e))
        except NotSent as e:
            sent = lost(e)
        if sent.how == "done":
            return
        if sent.how == "refused":
            break
    raise Refused("webhook-failed", detail=sent.error)


async def _post(outward: Outward, hook: Webhook, said: WebhookTurn) -> PushSent:
    headers = {"content-type": "application/json", "user-agent": "Inglenook"}
    answer = await outward.post(hook.url, _body(hook.format, said), headers, SECONDS)
    return judged(answer.status, answer.retry_after)


def _body(form: Format, said: WebhookTurn) -> bytes:
    if form == "json":
        return _encode(said)
    line = f"{said.text} {said.url}" if said.url else said.text
    if form == "discord":
        # Whatever somebody calls themselves, nobody else is called.
        return _encode({"content": line, "allowed_mentions": {"parse": []}})
    escaped = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _encode({"text": escaped})

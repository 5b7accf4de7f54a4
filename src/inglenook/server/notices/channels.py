"""How somebody wants to be told that it is their turn: their channels."""

import secrets
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from inglenook.core.game import Refused
from inglenook.server.accounts.address_rows import address_of
from inglenook.server.notices.mail_texts import next_morning, require_zone
from inglenook.server.notices.push import Subscription, check_keys
from inglenook.server.notices.webhook import Webhook
from inglenook.server.secret_hash import hashed
from inglenook.server.store import Store, wall_ms
from inglenook.server.store.outbox import (
    ChannelRow,
    Kind,
    channel_at,
    channels_of,
    end_channel,
    keep_channel,
)

MOST_PUSHES = 5
"""Browsers of one person that are told; the oldest makes room for another."""

Language = Literal["en", "de", "fr", "es", "nl"]
Zone = Annotated[str, Meta(max_length=64, pattern=r"^[\w+/-]+$")]


class NewPush(Subscription, frozen=True):
    """A browser that wants to be told."""

    language: Language = "en"


class EndPush(Struct, frozen=True):
    """A browser that is to be told nothing more."""

    endpoint: str


class NewWebhook(Webhook, frozen=True):
    """An address to call; a test message is sent there first."""

    language: Language = "en"


class NewCalendar(Struct, frozen=True):
    """A feed with a new secret address; an earlier one ends."""

    language: Language = "en"


class NewMail(Struct, frozen=True):
    """A digest a day, in the morning of that time zone, and a reminder where time runs short."""

    language: Language = "en"
    zone: Zone = "UTC"


class MailSeen(Struct, frozen=True):
    on: bool
    address: str | None
    """Where I get mail; null: nobody knows."""
    error: str
    """Why the last mail was not taken; "" if it was."""


class WebhookSeen(Webhook, frozen=True):
    error: str = ""
    """Why the last message did not arrive; "" if it did."""


class PushKey(Struct, frozen=True):
    key: str
    """What a browser subscribes with (`applicationServerKey`)."""


class Notices(Struct, frozen=True):
    """How I am told that it is my turn."""

    push_key: str
    """What a browser subscribes with."""
    pushes: tuple[str, ...]
    """The endpoints of my browsers that are told."""
    webhook: WebhookSeen | None
    calendar: str | None
    """The path of my calendar feed."""
    mail: MailSeen | None
    """null: the house sends no mail."""


async def add_push(store: Store, guest: str, new: NewPush, origin: str) -> None:
    """Have a browser told; Refused `bad-subscription`."""
    check_keys(new)
    others = [old for old in await _mine(store, guest, "push") if old.target != new.endpoint]
    detail = msgspec.json.encode(Subscription(new.endpoint, new.keys)).decode()
    row = _channel(guest, "push", new.endpoint, detail, new.language, origin)
    await keep_channel(store, row, instead=others[: max(0, len(others) - MOST_PUSHES + 1)])


async def end_push(store: Store, guest: str, endpoint: str) -> None:
    if (row := await channel_at(store, "push", endpoint)) and row.guest == guest:
        await store.run(*end_channel("push", endpoint))


async def set_webhook(store: Store, guest: str, new: NewWebhook, origin: str) -> None:
    """Have an address called in place of an earlier one."""
    detail = msgspec.json.encode(Webhook(new.url, new.format)).decode()
    # Two people may name the same address.
    target = hashed(f"{guest} {new.url}")
    row = _channel(guest, "webhook", target, detail, new.language, origin)
    others = [old for old in await _mine(store, guest, "webhook") if old.target != row.target]
    await keep_channel(store, row, instead=others)


async def make_calendar(store: Store, guest: str, new: NewCalendar, origin: str) -> None:
    """Make a feed with a new secret; an earlier one ends."""
    secret = secrets.token_urlsafe(24)
    row = _channel(guest, "calendar", hashed(secret), secret, new.language, origin)
    await keep_channel(store, row, instead=await _mine(store, guest, "calendar"))


async def add_mail(store: Store, guest: str, new: NewMail, origin: str, *, posts: bool) -> None:
    """Have mails sent; Refused `no-mail-here`, `no-address` or `bad-zone`."""
    if not posts:
        raise Refused("no-mail-here", detail="this house sends no mail")
    if await address_of(store, guest) is None:
        raise Refused("no-address", detail="nobody knows where you get mail")
    require_zone(new.zone)
    secret = secrets.token_urlsafe(24)
    row = _channel(guest, "mail", hashed(secret), secret, new.language, origin)
    row = replace(row, zone=new.zone, due=next_morning(new.zone, row.made))
    await keep_channel(store, row, instead=await _mine(store, guest, "mail"))


async def end_kind(store: Store, guest: str, kind: Kind) -> None:
    """End all of somebody's channels of a kind."""
    for row in await _mine(store, guest, kind):
        await store.run(*end_channel(row.kind, row.target))


async def by_secret(store: Store, kind: Kind, secret: str) -> ChannelRow | None:
    """The channel that a secret stands for. Only its hash is looked for, so that the time this
    takes says nothing of how near a wrong one is."""
    return await channel_at(store, kind, hashed(secret))


async def notices(store: Store, guest: str | None, push_key: str, *, posts: bool) -> Notices:
    """All of somebody's channels as they may see them; `posts` where the house sends mail."""
    rows = await channels_of(store, guest) if guest else []
    of = {row.kind: row for row in rows}
    hook, calendar, mail = of.get("webhook"), of.get("calendar"), of.get("mail")
    address = await address_of(store, guest) if guest and posts else None
    return Notices(
        push_key=push_key,
        pushes=tuple(row.target for row in rows if row.kind == "push"),
        webhook=_seen(hook) if hook else None,
        calendar=f"/calendar/{calendar.detail}.ics" if calendar else None,
        mail=MailSeen(mail is not None, address, mail.error if mail else "") if posts else None,
    )


def _seen(row: ChannelRow) -> WebhookSeen:
    hook = msgspec.json.decode(row.detail, type=Webhook)
    return WebhookSeen(hook.url, hook.format, row.error)


def _channel(
    guest: str, kind: Kind, target: str, detail: str, language: str, origin: str
) -> ChannelRow:
    return ChannelRow(
        id=secrets.token_hex(8),
        guest=guest,
        kind=kind,
        target=target,
        detail=detail,
        language=language,
        zone="UTC",
        origin=origin,
        made=wall_ms(),
    )


async def _mine(store: Store, guest: str, kind: Kind) -> list[ChannelRow]:
    return [row for row in await channels_of(store, guest) if row.kind == kind]

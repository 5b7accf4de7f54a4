"""Web push: a browser is told although no tab of ours is open."""

import time
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from inglenook.core.game import Refused
from inglenook.core.units import DAY_S, WallMs
from inglenook.server.accounts import base64url
from inglenook.server.notices.notice_text import Notice
from inglenook.server.outbound.lazy_import import load
from inglenook.server.outbound.safe_http import NotAllowed, NotSent, Outward
from inglenook.server.store import Store
from inglenook.server.store.outbox import ChannelRow, setting

if TYPE_CHECKING:  # what signs and encrypts takes long to load, and is loaded when it is needed
    from py_vapid import Vapid02

SECONDS = 10.0
"""For a push service to answer."""
FORGOTTEN = 90 * 86_400_000
"""ms after which a browser that has not come is gone: some push services never say so."""
GONE = frozenset({403, 404, 410})
"""What push services answer when a subscription is no more."""
LATER = frozenset({408, 425, 429})
LONGEST_TTL = 28 * DAY_S
VALID = 12 * 3600
"""Seconds for which a signature is valid. Apple refuses more than a day."""
_encode = msgspec.json.Encoder().encode

Key = Annotated[str, Meta(max_length=200, pattern=r"^[\w=-]+$")]


class Keys(Struct, frozen=True):
    p256dh: Key
    auth: Key


class Subscription(Struct, frozen=True):
    """As a browser gives it (`PushSubscription.toJSON`)."""

    endpoint: Annotated[str, Meta(max_length=2000, pattern=r"^https?://[^\s]+$")]
    keys: Keys


class PushSent(Struct, frozen=True):
    """What became of a message."""

    how: Literal["done", "gone", "failed", "refused"]
    """`failed` may be tried again, `refused` not; with `gone` the channel is to be forgotten."""
    error: str = ""
    wait: int = 0
    """Seconds to wait at least before it is tried again."""


class Push:
    def __init__(self, outward: Outward, vapid: "Vapid02", contact: str | None) -> None:
        """`contact` is the host's address for the push services."""
        self._outward = outward
        self._vapid = vapid
        self._contact = contact

    @property
    def key(self) -> str:
        """What browsers subscribe with."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64url.encode(point)

    async def send(self, channel: ChannelRow, notice: Notice, now: WallMs) -> PushSent:
        await load("pywebpush")
        from cryptography.exceptions import UnsupportedAlgorithm
        from pywebpush import WebPusher

        if now - channel.made > FORGOTTEN:
            return PushSent("gone", "this browser has not been here for long")
        subscription = msgspec.json.decode(channel.detail, type=Subscription)
        address = urlsplit(subscription.endpoint)
        data = _encode(
            {
                "table": notice.table,
                "title": notice.title,
                "body": notice.body,
                "lang": channel.language,
            }
        )
        try:
            body = WebPusher(msgspec.to_builtins(subscription)).encode(data)["body"]
        except (ValueError, UnsupportedAlgorithm):
            return PushSent("gone", "these are no keys")
        claims = {
            "sub": self._contact or _contact(channel.origin),
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int(time.time()) + VALID,
        }
        left = DAY_S if notice.deadline is None else (notice.deadline - now) // 1000
        headers = {
            **self._vapid.sign(claims),
            "content-encoding": "aes128gcm",
            "ttl": str(min(max(left, 60), LONGEST_TTL)),
            "urgency": "high" if left < 3600 else "normal",
            # Of messages about the same table that wait, the last one is enough.
            "topic": notice.table[:32],
        }
        try:
            answer = await self._outward.post(subscription.endpoint, body, headers, SECONDS)
        except NotSent as e:
            return lost(e)
        if answer.status in GONE:
            return PushSent("gone", f"HTTP {answer.status}")
        return judged(answer.status, answer.retry_after)


def lost(why: NotSent) -> PushSent:
    """What it says of a message that there was no answer."""
    return PushSent("refused" if isinstance(why, NotAllowed) else "failed", str(why))


def judged(status: int, wait: int = 0) -> PushSent:
    """What an answer with that status says of a message."""
    if 200 <= status < 300:
        return PushSent("done")
    passing = status in LATER or status >= 500
    return PushSent("failed" if passing else "refused", f"HTTP {status}", wait)


def check_keys(subscription: Subscription) -> None:
    """Refused `bad-subscription` if nothing can be sent with these keys."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point = base64url.decode(subscription.keys.p256dh)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        if len(base64url.decode(subscription.keys.auth)) != 16:
            raise ValueError
    except (ValueError, UnsupportedAlgorithm):
        raise Refused("bad-subscription", detail="these are no keys of a browser") from None


def _contact(origin: str) -> str:
    """Whom a push service may turn to. Apple refuses addresses at localhost."""
    return origin if origin.startswith("https://") else "mailto:host@inglenook.invalid"


async def house_keys(store: Store) -> "Vapid02":
    """The keys by which push services know this house: made once, and kept with it."""
    await load("py_vapid")
    from py_vapid import Vapid02

    fresh = Vapid02()
    fresh.generate_keys()
    pem = await setting(store, "vapid", fresh.private_pem().decode())
    return Vapid02.from_pem(pem.encode())

"""Another device becomes the same person's: by a link that is opened once, and confirmed.

The old device makes the link and shows it as a QR code. The new one opens it, and from then on both
show a number. Once the old one has said that it is the same, the new one gets the person's cookie.
All of it lies in the store: each step may come to another worker.
"""

import hashlib
import secrets
from typing import Literal

from inglenook.core.game import Refused
from inglenook.server.accounts import device_rows as links
from inglenook.server.accounts.profiles import profile_of
from inglenook.server.store import Statement, Store, wall_ms
from inglenook.server.wire.account_messages import Link, Linked

LASTS = 120_000
"""ms in which a link is to be opened; and as many again in which that is to be confirmed."""


async def make_link(store: Store, guest: str) -> str:
    """The secret of a new link. Only its hash is kept: it is too long to be guessed from that."""
    secret = secrets.token_urlsafe(24)
    await links.make(store, guest, _hash(secret), wall_ms() + LASTS)
    return secret


async def look_at_link(store: Store, guest: str) -> Link:
    """How far a person's link is."""
    row, now = await links.of_guest(store, guest), wall_ms()
    if row is None or row.ends <= now:
        return Link("none", "", 0)
    return Link(row.state, row.number, row.ends - now)


async def answer_link(store: Store, guest: str, number: str, agree: bool) -> None:
    """Confirm that the device with this number is one's own, or not; Refused `code-spent`."""
    state: links.State = "confirmed" if agree else "refused"
    if not await links.answer(store, guest, number, state, wall_ms()):
        raise Refused("code-spent", detail="no device waits for that")


async def open_link(store: Store, secret: str, opener: str) -> tuple[Linked, str]:
    """What the new device is told, and the person whose it would be.

    Refused `bad-code` if there is no such link, `code-spent` if another device has opened it, it
    was too late, or the old device said no.
    """
    hashed, now = _hash(secret), wall_ms()
    number = f"{secrets.randbelow(900) + 100}"
    await links.open_first(store, hashed, opener, number, now, now + LASTS)
    row = await links.of_secret(store, hashed)
    if row is None:
        raise Refused("bad-code", detail="no such link")
    if opener == row.guest:
        return Linked("same", "", "", "", 0), row.guest
    if row.opened_by != opener or row.ends <= now or row.state == "refused":
        raise Refused("code-spent", detail="a link is opened once, within two minutes")
    profile = await profile_of(store, row.guest)
    name, token = (profile.name, profile.token) if profile else ("", "")
    state: Literal["opened", "confirmed"] = "confirmed" if row.state == "confirmed" else "opened"
    return Linked(state, row.number, name, token, await _tables(store, opener)), row.guest


async def _tables(store: Store, guest: str) -> int:
    text = "SELECT count(*) FROM people WHERE guest = $1"
    ((row,),) = await store.run(Statement(text, (guest,)))
    return int(row[0])


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()

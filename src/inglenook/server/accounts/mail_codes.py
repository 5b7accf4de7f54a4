"""A code of six characters by mail: to show that an address is one's own, or to come in by it.

Never a link: programs that look through mails follow those. Nobody is told whether an address is
known here: whoever asks gets the same answer.
"""

import logging
import secrets

from inglenook.core.game import Refused
from inglenook.server.accounts.address_rows import (
    MailCodeRow,
    guest_of,
    keep_address,
    send_code,
    spend_code,
    try_code,
)
from inglenook.server.accounts.hashing import hashed, is_same
from inglenook.server.outbound.mail import Mailer, MailFailed
from inglenook.server.outbound.texts import text
from inglenook.server.store import Store, wall_ms
from inglenook.server.wire.account_messages import Language

SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""None that looks like another."""
LENGTH = 6
LASTS = 300_000
"""ms in which a code is to be typed in."""
TRIES = 5

log = logging.getLogger(__name__)


class MailCodes:
    def __init__(self, store: Store, mailer: Mailer) -> None:
        self._store = store
        self._mailer = mailer

    async def keep(self, guest: str, address: str) -> str:
        """A code to be sent to an address that a guest says is theirs."""
        return await self._wait(guest, "keep", address)

    async def enter(self, guest: str, address: str) -> str | None:
        """A code to be sent to an address by which a guest wants to come in.

        None if there is nobody to send one to; the guest waits for it all the same.
        """
        code = await self._wait(guest, "enter", address)
        return code if await guest_of(self._store, address) else None

    async def _wait(self, guest: str, purpose: str, address: str) -> str:
        code, now = "".join(secrets.choice(SIGNS) for _ in range(LENGTH)), wall_ms()
        row = MailCodeRow(guest, purpose, address, *await hashed(code), now + LASTS, 0)
        await send_code(self._store, row, now)
        return code

    async def post(self, address: str, code: str, language: Language) -> None:
        """Send a code. If that fails, only the host can do something about it."""
        try:
            body = text(language, "code.text", code=code)
            await self._mailer.send(address, text(language, "code.subject"), body)
        except MailFailed as e:
            log.error("a code could not be sent: %s", e)

    async def confirm(self, guest: str, typed: str) -> None:
        """The address is the guest's; Refused `bad-code` or `code-spent`."""
        row = await self._use(guest, "keep", typed)
        await self._store.run(*keep_address(guest, row.address, wall_ms()))

    async def owner(self, guest: str, typed: str) -> str:
        """The person whose address it is; Refused `bad-code` or `code-spent`."""
        row = await self._use(guest, "enter", typed)
        owner = await guest_of(self._store, row.address)
        if owner is None:
            raise Refused("bad-code")
        return owner

    async def _use(self, guest: str, purpose: str, typed: str) -> MailCodeRow:
        row = await try_code(self._store, guest, purpose, TRIES, wall_ms())
        if row is None:
            raise Refused("code-spent", detail="no code is waited for")
        code = "".join(c for c in typed.upper() if c.isalnum())
        if not await is_same(code, row.salt, row.hash):
            raise Refused("bad-code", detail=f"{TRIES - row.tries} tries are left")
        if not await spend_code(self._store, row):
            raise Refused("code-spent", detail="it was used this moment")
        return row

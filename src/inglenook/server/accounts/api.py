"""Who somebody is, over HTTP: profile, recovery code, devices, passkeys, and all that is kept."""

import json
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.core.game import Refused
from inglenook.server.accounts import devices, passkeys
from inglenook.server.accounts.address_rows import address_key, address_of, drop_address
from inglenook.server.accounts.mail_codes import MailCodes
from inglenook.server.accounts.profiles import keep_profile, profile_of
from inglenook.server.accounts.recovery import make_code, owner_of_code
from inglenook.server.accounts.recovery_rows import recovery_of
from inglenook.server.accounts.tokens import usual_token
from inglenook.server.http.addresses import open_at
from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.qr_code import drawn
from inglenook.server.http.requests import body
from inglenook.server.http.responses import said
from inglenook.server.http.security_headers import address
from inglenook.server.outbound.mail import Mailer
from inglenook.server.store import Store
from inglenook.server.wire import account_messages

DONE: dict[str, Any] = {}


class MyRoom:
    def __init__(
        self,
        all_about: Callable[[str], Awaitable[dict[str, Any]]],
        forget: Callable[[str], Awaitable[None]],
        store: Store,
        guests: Guests,
        limits: Limits,
        mailer: Mailer | None,
        listens: str,
    ) -> None:
        """`listens` is the address at which the server listens."""
        self._all_about = all_about
        self._forget = forget
        self._store = store
        self._guests = guests
        self._limits = limits
        self._mail_codes = MailCodes(store, mailer) if mailer else None
        self._listens = listens

    def routes(self) -> list[Route]:
        return [
            Route("/api/me", self.look),
            Route("/api/me", self.change, methods=["PUT"]),
            Route("/api/me/data", self.data),
            Route("/api/me/forget", self.forget, methods=["POST"]),
            Route("/api/me/recovery", self.make_code, methods=["POST"]),
            Route("/api/recover", self.recover, methods=["POST"]),
            Route("/api/me/link", self.link),
            Route("/api/me/link", self.make_link, methods=["POST"]),
            Route("/api/me/link/answer", self.answer_link, methods=["POST"]),
            Route("/api/links", self.open_link, methods=["POST"]),
            Route("/api/me/mail", self.send_mail, methods=["POST"]),
            Route("/api/me/mail/confirm", self.confirm_mail, methods=["POST"]),
            Route("/api/me/mail/drop", self.drop_mail, methods=["POST"]),
            Route("/api/mail", self.ask_by_mail, methods=["POST"]),
            Route("/api/mail/enter", self.come_by_mail, methods=["POST"]),
            Route("/api/me/passkeys/begin", self.begin_passkey, methods=["POST"]),
            Route("/api/me/passkeys", self.keep_passkey, methods=["POST"]),
            Route("/api/me/passkeys/drop", self.drop_passkey, methods=["POST"]),
            Route("/api/passkeys/begin", self.ask_passkey, methods=["POST"]),
            Route("/api/passkeys", self.come_with_passkey, methods=["POST"]),
        ]

    # --- profile ---------------------------------------------------------------------------------

    async def look(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        return said(await self._me(request, guest), headers=headers)

    async def _me(self, request: Request, guest: str) -> account_messages.Me:
        return account_messages.Me(
            profile=await profile_of(self._store, guest),
            usual_token=usual_token(guest),
            recovery=await recovery_of(self._store, guest),
            passkeys=await passkeys.mine(self._store, guest),
            passkeys_here=passkeys.can_have(_came_by(request)),
            mail=await address_of(self._store, guest),
            mails=self._mail_codes is not None,
        )

    async def change(self, request: Request) -> Response:
        new = await body(request, account_messages.NewProfile)
        guest, headers = self._guests.welcome(request)
        self._limits.name(address(request.scope), guest)
        await keep_profile(self._store, guest, new)
        return said(await self._me(request, guest), headers=headers)

    async def data(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        everything = json.dumps(await self._all_about(guest), indent=2, ensure_ascii=False)
        headers = {**headers, "content-disposition": 'attachment; filename="inglenook-me.json"'}
        return Response(everything + "\n", 200, headers, "application/json")

    async def forget(self, request: Request) -> Response:
        await body(request, account_messages.Forget)
        if guest := self._guests.known(request):
            await self._forget(guest)
        return said(DONE, headers=self._guests.as_new(request))

    # --- recovery code ---------------------------------------------------------------------------

    async def make_code(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        self._limits.code(address(request.scope), guest)
        return said(
            account_messages.RecoveryCode(await make_code(self._store, guest)), headers=headers
        )

    async def recover(self, request: Request) -> Response:
        typed = await body(request, account_messages.Recover)
        guest, _ = self._guests.welcome(request)
        with self._limits.attempt(address(request.scope), guest):
            owner = await owner_of_code(self._store, typed.code)
        return await self._become(request, owner)

    # --- another device --------------------------------------------------------------------------

    async def make_link(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        self._limits.code(address(request.scope), guest)
        secret = await devices.make_link(self._store, guest)
        origins = open_at(request.url, self._listens)
        there = f"{origins[0] if origins else _came_by(request).origin}/link#{secret}"
        picture = f"data:image/svg+xml,{quote(drawn(there))}"
        return said(
            account_messages.NewLink(there, picture, devices.LASTS, not origins), headers=headers
        )

    async def link(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        return said(await devices.look_at_link(self._store, guest), headers=headers)

    async def answer_link(self, request: Request) -> Response:
        answer = await body(request, account_messages.Confirm)
        guest, headers = self._guests.welcome(request)
        await devices.answer_link(self._store, guest, answer.number, answer.agree)
        return said(await devices.look_at_link(self._store, guest), headers=headers)

    async def open_link(self, request: Request) -> Response:
        opened = await body(request, account_messages.OpenLink)
        guest, headers = self._guests.welcome(request)
        linked, owner = await devices.open_link(self._store, opened.secret, guest)
        if linked.state == "confirmed":
            headers = self._guests.become(request, owner)
        return said(linked, headers=headers)

    # --- codes by mail ---------------------------------------------------------------------------

    async def send_mail(self, request: Request) -> Response:
        codes, to = self._codes(), await body(request, account_messages.MailTo)
        guest, headers = self._guests.welcome(request)
        self._limit_mail(request, guest, to)
        code = await codes.keep(guest, to.address)
        return said(DONE, headers=headers, then=_posted(codes, to, code))

    async def confirm_mail(self, request: Request) -> Response:
        codes, typed = self._codes(), await body(request, account_messages.MailCode)
        guest, headers = self._guests.welcome(request)
        with self._limits.attempt(address(request.scope), guest):
            await codes.confirm(guest, typed.code)
        return said(await self._me(request, guest), headers=headers)

    async def drop_mail(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        await self._store.run(drop_address(guest))
        return said(await self._me(request, guest), headers=headers)

    async def ask_by_mail(self, request: Request) -> Response:
        codes, to = self._codes(), await body(request, account_messages.MailTo)
        guest, headers = self._guests.welcome(request)
        self._limit_mail(request, guest, to)
        code = await codes.enter(guest, to.address)
        # Sent after the answer: how long that takes would tell whether the address is known.
        return said(DONE, headers=headers, then=_posted(codes, to, code))

    async def come_by_mail(self, request: Request) -> Response:
        codes, typed = self._codes(), await body(request, account_messages.MailCode)
        guest, _ = self._guests.welcome(request)
        with self._limits.attempt(address(request.scope), guest):
            owner = await codes.owner(guest, typed.code)
        return await self._become(request, owner)

    def _codes(self) -> MailCodes:
        if self._mail_codes is None:
            raise Refused("no-mail", detail="this house sends no mails")
        return self._mail_codes

    def _limit_mail(self, request: Request, guest: str, to: account_messages.MailTo) -> None:
        self._limits.mail(address(request.scope), guest, address_key(to.address))

    # --- passkeys --------------------------------------------------------------------------------

    async def begin_passkey(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        self._limits.passkey(address(request.scope), guest)
        profile = await profile_of(self._store, guest)
        name = profile.name if profile else passkeys.HOUSE
        options = await passkeys.begin_new(self._store, guest, name, _came_by(request))
        return said(account_messages.PasskeyAsk(options), headers=headers)

    async def keep_passkey(self, request: Request) -> Response:
        answer = await body(request, account_messages.PasskeyAnswer)
        guest, headers = self._guests.welcome(request)
        await passkeys.finish_new(self._store, guest, answer.credential)
        return said(await self._me(request, guest), headers=headers)

    async def drop_passkey(self, request: Request) -> Response:
        dropped = await body(request, account_messages.DropPasskey)
        guest, headers = self._guests.welcome(request)
        await passkeys.drop(self._store, guest, dropped.id)
        return said(await self._me(request, guest), headers=headers)

    async def ask_passkey(self, request: Request) -> Response:
        guest, headers = self._guests.welcome(request)
        self._limits.passkey(address(request.scope), guest)
        options = await passkeys.begin(self._store, _came_by(request))
        return said(account_messages.PasskeyAsk(options), headers=headers)

    async def come_with_passkey(self, request: Request) -> Response:
        answer = await body(request, account_messages.PasskeyAnswer)
        return await self._become(request, await passkeys.finish(self._store, answer.credential))

    async def _become(self, request: Request, guest: str) -> Response:
        """This browser is that person's from now on."""
        return said(await self._me(request, guest), headers=self._guests.become(request, guest))


def _posted(
    codes: MailCodes, to: account_messages.MailTo, code: str | None
) -> BackgroundTask | None:
    return BackgroundTask(codes.post, to.address, code, to.language) if code else None


def _came_by(request: Request) -> passkeys.Address:
    url = request.url
    return passkeys.Address(url.scheme, url.hostname or "", f"{url.scheme}://{url.netloc}")

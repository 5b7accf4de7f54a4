"""How somebody wants to be told that it is their turn, over HTTP; and their calendar feed."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from inglenook.server.http.guests import Guests
from inglenook.server.http.limits import Limits
from inglenook.server.http.requests import body
from inglenook.server.http.responses import refusal, said
from inglenook.server.http.security_headers import address
from inglenook.server.notices import channels
from inglenook.server.notices.notifier import Teller
from inglenook.server.notices.webhook import require_works
from inglenook.server.store import Store, wall_ms
from inglenook.server.store.outbox import end_channel, games_of, turns_of


class NoticeDesk:
    def __init__(
        self,
        tell_turns: Callable[[str], Awaitable[None]],
        store: Store,
        teller: Teller,
        guests: Guests,
        limits: Limits,
    ) -> None:
        self._tell_turns = tell_turns
        self._store = store
        self._teller = teller
        self._guests = guests
        self._limits = limits

    def routes(self) -> list[Route]:
        return [
            Route("/api/notices", self.look),
            Route("/api/push/key", self.push_key),
            Route("/api/notices/push", self.add_push, methods=["POST"]),
            Route("/api/notices/push", self.end_push, methods=["DELETE"]),
            Route("/api/notices/webhook", self.set_webhook, methods=["POST"]),
            Route("/api/notices/webhook", self.end_webhook, methods=["DELETE"]),
            Route("/api/notices/calendar", self.make_calendar, methods=["POST"]),
            Route("/api/notices/calendar", self.end_calendar, methods=["DELETE"]),
            Route("/api/notices/mail", self.add_mail, methods=["POST"]),
            Route("/api/notices/mail", self.end_mail, methods=["DELETE"]),
            Route("/unsubscribe/{secret}", self.unsubscribe, methods=["POST"]),
            Route("/calendar/{secret}.ics", self.calendar),
        ]

    async def look(self, request: Request) -> Response:
        return await self._said(self._guests.known(request))

    async def push_key(self, _: Request) -> Response:
        return said(channels.PushKey((await self._teller.push()).key))

    async def add_push(self, request: Request) -> Response:
        new = await body(request, channels.NewPush)
        guest, headers = self._changer(request)
        await channels.add_push(self._store, guest, new, _origin(request))
        return await self._added(guest, headers)

    async def end_push(self, request: Request) -> Response:
        end = await body(request, channels.EndPush)
        guest, headers = self._changer(request)
        await channels.end_push(self._store, guest, end.endpoint)
        return await self._said(guest, headers)

    async def set_webhook(self, request: Request) -> Response:
        new = await body(request, channels.NewWebhook)
        guest, headers = self._changer(request)
        await require_works(self._teller.outward, new, new.language)
        await channels.set_webhook(self._store, guest, new, _origin(request))
        return await self._added(guest, headers)

    async def end_webhook(self, request: Request) -> Response:
        guest, headers = self._changer(request)
        await channels.end_kind(self._store, guest, "webhook")
        return await self._said(guest, headers)

    async def make_calendar(self, request: Request) -> Response:
        new = await body(request, channels.NewCalendar)
        guest, headers = self._changer(request)
        await channels.make_calendar(self._store, guest, new, _origin(request))
        return await self._added(guest, headers)

    async def end_calendar(self, request: Request) -> Response:
        guest, headers = self._changer(request)
        await channels.end_kind(self._store, guest, "calendar")
        return await self._said(guest, headers)

    async def add_mail(self, request: Request) -> Response:
        new = await body(request, channels.NewMail)
        guest, headers = self._changer(request)
        posts = self._teller.posts
        await channels.add_mail(self._store, guest, new, _origin(request), posts=posts)
        return await self._added(guest, headers)

    async def end_mail(self, request: Request) -> Response:
        guest, headers = self._changer(request)
        await channels.end_kind(self._store, guest, "mail")
        return await self._said(guest, headers)

    async def unsubscribe(self, request: Request) -> Response:
        """No more mails; asked for by a mail program, or a button. A wrong secret ends nothing."""
        channel = await channels.by_secret(self._store, "mail", request.path_params["secret"])
        if channel:
            await self._store.run(*end_channel(channel.kind, channel.target))
        return said({"status": "ok"})

    async def calendar(self, request: Request) -> Response:
        # What writes calendars takes long to load, and is loaded when it is needed.
        from inglenook.server.notices.calendar import feed

        channel = await channels.by_secret(self._store, "calendar", request.path_params["secret"])
        if channel is None:
            return refusal("not-found", "there is nothing at this address")
        turns = await turns_of(self._store, channel.id)
        games = await games_of(self._store, {turn.table for turn in turns})
        return Response(
            feed(channel, turns, games, wall_ms()), media_type="text/calendar; charset=utf-8"
        )

    def _changer(self, request: Request) -> tuple[str, dict[str, str]]:
        """Who changes something, and the headers of the answer; Refused `too-many-changes`."""
        guest, headers = self._guests.welcome(request)
        self._limits.change(address(request.scope), guest)
        return guest, headers

    async def _added(self, guest: str, headers: dict[str, str]) -> Response:
        await self._tell_turns(guest)
        return await self._said(guest, headers)

    async def _said(self, guest: str | None, headers: dict[str, str] | None = None) -> Response:
        key = (await self._teller.push()).key
        posts = self._teller.posts
        return said(await channels.notices(self._store, guest, key, posts=posts), headers=headers)


def _origin(request: Request) -> str:
    """Where the house is for whoever asks. A browser says so itself, whatever proxies do."""
    return request.headers.get("origin") or f"{request.url.scheme}://{request.url.netloc}"

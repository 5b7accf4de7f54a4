"""A server's wire for programs that await."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Any, Self

import aiohttp
import msgspec
from yarl import URL

from inglenook.core.game import Refused

Said = dict[str, Any]
"""A message as the protocol has it."""

PASSING = frozenset({"going", "store-failed", "too-fast", "uploads-busy"})
"""Reason codes after which the same is asked again: with the same id it is done once."""
RETRY_FOR_S = 60.0
"""Seconds for which an ask is tried again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0
"""Seconds before something is tried again: at first, and in the long run."""
SILENCE = 60.0
"""Seconds without a line after which a stream is taken to be dead: the server says something
every 20."""
LINE = 1 << 24
"""Bytes of the longest line that is read."""


class Unreachable(Exception):
    """The server did not answer, or what answered is no such server."""


class AsyncClient:
    """A bot with its token, or a guest with a cookie: a new one, unless it is given.

    Whatever the server refuses is raised as `Refused`, with its reason code; `Unreachable` if it
    does not answer.
    """

    def __init__(self, url: str, *, token: str | None = None, cookie: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self._cookie = cookie
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        if self._session:
            await self._session.close()
            self._session = None

    # --- any request -----------------------------------------------------------------------------

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """What the server answers at an address, as plain data."""
        data = None if method == "GET" else msgspec.json.encode({} if body is None else body)
        try:
            async with self._open().request(
                method, self.url + path, data=data, headers=self._headers()
            ) as answer:
                return _read(answer.status, await answer.read())
        except (aiohttp.ClientError, TimeoutError, OSError) as e:
            raise Unreachable(f"{self.url}: {e or type(e).__name__}") from None

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            # Cookies also from a server that has no name, only a number.
            jar = aiohttp.CookieJar(unsafe=True)
            if self._cookie:
                jar.update_cookies({self._cookie_name: self._cookie}, URL(self.url))
            timeout = aiohttp.ClientTimeout(total=RETRY_FOR_S)
            self._session = aiohttp.ClientSession(
                cookie_jar=jar, timeout=timeout, read_bufsize=LINE
            )
        return self._session

    def _headers(self) -> dict[str, str]:
        who = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return {"content-type": "application/json", **who}

    @property
    def cookie(self) -> str | None:
        """Who a guest is: keep it to come back as the same."""
        cookies = self._session.cookie_jar if self._session else ()
        return next((each.value for each in cookies if each.key == self._cookie_name), self._cookie)

    def be(self, cookie: str) -> None:
        """Be the guest whose cookie it is; "" is a new one."""
        self._cookie = cookie or None
        if self._session:
            self._session.cookie_jar.clear()
            if cookie:
                mine = {self._cookie_name: cookie}
                self._session.cookie_jar.update_cookies(mine, URL(self.url))

    @property
    def _cookie_name(self) -> str:
        # A server believes no other name over https.
        return "__Host-guest" if URL(self.url).scheme == "https" else "guest"

    # --- being someone ---------------------------------------------------------------------------

    async def register(self, name: str, author: str) -> str:
        """Make a bot, of which this guest is the author, and be that bot from now on; its token.

        The guest takes a profile of that name. The same guest gets a new token for the same bot.
        """
        me = await self.request("GET", "/api/me")
        if not me["profile"] or me["profile"]["name"] != author:
            profile = {"name": author, "token": me["usual_token"]}
            await self.request("PUT", "/api/me", profile)
        self.token = (await self.request("POST", "/api/bots", {"name": name}))["token"]
        return self.token

    # --- tables ----------------------------------------------------------------------------------

    async def games(self) -> list[Said]:
        """The games that can be played there."""
        games: list[Said] = await self.request("GET", "/api/games")
        return games

    async def open(
        self, game: str, seats: Sequence[Said], options: Said | None = None, **more: Any
    ) -> str:
        """A new table: who is to sit where, as `{"kind": "me"}`; its id."""
        new = {"game": game, "seats": list(seats), "options": options or {}, **more}
        return str((await self.request("POST", "/api/tables", new))["id"])

    async def table(self, table: str) -> Said:
        """The whole table as this guest may see it."""
        seen: Said = await self.request("GET", f"/api/tables/{table}")
        return seen

    async def record(self, table: str) -> Said:
        """The record of a finished game."""
        record: Said = await self.request("GET", f"/api/tables/{table}/record")
        return record

    async def ask(self, table: str, kind: str, **fields: Any) -> Said:
        """Any ask of the protocol, done once, however often it has to be sent; the answer."""
        ask = {"type": kind, "id": secrets.token_hex(8), **fields}
        until, pause = time.monotonic() + RETRY_FOR_S, FIRST_PAUSE
        while True:
            try:
                answer: Said = await self.request("POST", f"/api/tables/{table}/asks", ask)
                return answer
            except Unreachable:
                if time.monotonic() > until:
                    raise
            except Refused as e:
                if e.code not in PASSING or time.monotonic() > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def play(self, table: str, seat: int, move: Any) -> Said:
        """Make a move: plain data, or a `Move`."""
        return await self.ask(table, "play", seat=seat, move=msgspec.to_builtins(move))

    async def sit(self, table: str, seat: int, name: str = "Bot") -> Said:
        """Take a seat: where a bot was invited, that is how it says yes. It has a name already."""
        return await self.ask(table, "sit", seat=seat, name=name)

    async def decline(self, table: str) -> Said:
        """Say no to an invitation."""
        return await self.ask(table, "decline")

    async def invite(self, table: str, seat: int, bot: str) -> Said:
        """Ask a bot to take a free seat, by its name or handle."""
        return await self.ask(table, "invite", seat=seat, bot=bot)

    # --- what concerns me ------------------------------------------------------------------------

    async def events(self) -> AsyncIterator[Said]:
        """What concerns this guest, at all tables, for ever: `hello`, `invited`, `turn`, `over`, ….

        A connection that breaks is opened again, and begins with `hello` and all that is so now.
        Ends only with an exception: `bad-token`, for one.
        """
        pause = FIRST_PAUSE
        while True:
            try:
                async for said in self._stream():
                    yield said
                    pause = FIRST_PAUSE
            except Unreachable:
                pass
            except Refused as e:
                if e.code not in PASSING | {"too-many-connections"}:
                    raise
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _stream(self) -> AsyncIterator[Said]:
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=RETRY_FOR_S, sock_read=SILENCE)
        try:
            async with self._open().get(
                f"{self.url}/api/events", headers=self._headers(), timeout=timeout
            ) as answer:
                if answer.status != 200:
                    _read(answer.status, await answer.read())
                async for line in answer.content:
                    if line.strip():
                        yield msgspec.json.decode(line)
        except (aiohttp.ClientError, TimeoutError, OSError, msgspec.DecodeError) as e:
            raise Unreachable(f"{self.url}: {e or type(e).__name__}") from None


def _read(status: int, body: bytes) -> Any:
    """An answer; Refused if it is a refusal, Unreachable if it is nothing of ours."""
    try:
        said = msgspec.json.decode(body)
    except msgspec.DecodeError:
        raise Unreachable(f"the answer, {status}, is none of Inglenook's") from None
    if status >= 400:
        if not isinstance(said, dict) or "code" not in said:
            raise Unreachable(f"the answer, {status}, is none of Inglenook's")
        raise Refused(str(said["code"]), detail=str(said.get("detail", "")))
    return said

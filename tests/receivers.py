"""Real receivers on loopback for what the house sends: mail, web push, and anything over HTTP."""

import asyncio
import base64
import json
import os
import threading
import time
from collections.abc import Callable, Coroutine
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, NamedTuple, Self, TypeVar, cast

import http_ece  # type: ignore[import-untyped] # it has no types
from aiohttp import web
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

PATIENCE = 60.0

T = TypeVar("T")


class Receiver:
    """Listens on a free port, in a thread of its own."""

    port: int

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    async def _listen(self) -> asyncio.Server:
        raise NotImplementedError

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def __enter__(self) -> Self:
        self._thread.start()
        self._server = self._run(self._listen())
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Postbox(Receiver):
    """An SMTP server; whoever is called `nobody` has no box here."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[EmailMessage] = []
        self.passwords: list[bytes] = []

    async def _listen(self) -> asyncio.Server:
        return await asyncio.get_running_loop().create_server(
            lambda: SMTP(self, authenticator=self._authenticate, auth_require_tls=False),
            "0.0.0.0",
            0,
        )

    def _authenticate(self, *args: object) -> AuthResult:
        login = cast("LoginPassword", args[-1])
        self.passwords.append(login.password)
        right = login == LoginPassword(b"house", b"p@ss/word")
        return AuthResult(success=right, handled=False)

    async def handle_RCPT(self, *args: Any) -> str:  # noqa: N802 # by this name it is called
        _, _, envelope, address, _ = args
        if address.startswith("nobody@"):
            return "550 there is nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, *args: Any) -> str:  # noqa: N802 # by this name it is called
        envelope: Envelope = args[2]
        content = cast("bytes", envelope.content)
        self.mails.append(message_from_bytes(content, policy=default))
        return "250 OK"


class Got(NamedTuple):
    """What came over HTTP."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Web(Receiver):
    """An HTTP server that answers each path as it is told to, and 200 else."""

    def __init__(self) -> None:
        super().__init__()
        self.got: list[Got] = []
        self.answers: dict[str, web.Response | None] = {}
        """None: it hangs."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _listen(self) -> asyncio.Server:
        self._web = web.Server(self._answer)
        return await asyncio.get_running_loop().create_server(self._web, "127.0.0.1", 0)

    async def _end(self) -> None:
        await super()._end()
        await self._web.shutdown(0.1)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        headers = {name.lower(): value for name, value in request.headers.items()}
        self.got.append(Got(request.path, headers, await request.read()))
        answer = self.answers.get(request.path, web.Response())
        if answer is None:
            await asyncio.Event().wait()
        assert answer
        return web.Response(status=answer.status, headers=answer.headers)

    def at(self, path: str) -> list[Got]:
        return [got for got in self.got if got.path == path]

    def wait(self, path: str, count: int = 1) -> list[Got]:
        """What came there, once there is that much."""
        wait_for(lambda: len(self.at(path)) >= count)
        return self.at(path)


class Browser:
    """What a browser has when it has subscribed: an address at a push service, and its keys."""

    def __init__(self, service: Web, path: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self.path = path
        self.endpoint = service.url + path

    @property
    def subscription(self) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.endpoint,
            "keys": {"p256dh": _text(point), "auth": _text(self._auth)},
        }

    def read(self, got: Got) -> Any:
        """What a push says to this browser, and to nobody else; its sender is who it says."""
        assert Vapid02.verify(got.headers["authorization"])
        clear = http_ece.decrypt(
            got.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        return json.loads(clear)


def wait_for(what: Callable[[], object]) -> None:
    """Until that is so."""
    until = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def _text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()

"""Real receivers on loopback for what the house sends: a mail server."""

import asyncio
import threading
from collections.abc import Coroutine
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any, Self, TypeVar, cast

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword

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

"""Mail, where the host has set up a server that takes it."""

from collections.abc import Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr
from urllib.parse import unquote, urlsplit

import aiosmtplib

TIMEOUT = 20.0
"""Seconds for each step of handing a mail over."""
PORTS = {"smtp": 587, "smtps": 465}
POLICY = SMTP.clone(max_line_length=998)
"""Not every mail program reads an address to unsubscribe at that was folded."""
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class MailFailed(Exception):
    """A mail was not taken; the message says why in one line."""


class Mailer:
    """Hands mails to an SMTP server."""

    def __init__(self, url: str, sender: str) -> None:
        """`url` is `smtp://user:password@host:port`, or `smtps://` for TLS from the start.

        ValueError, with one line that does not repeat the password, if one of them makes no sense.
        """
        parts = urlsplit(url)
        try:
            port = parts.port
        except ValueError:
            raise ValueError("the address of the mail server has no such port") from None
        if parts.scheme not in PORTS or not parts.hostname:
            raise ValueError("a mail server is smtp://user:password@host:port, or smtps://…")
        name, address = parseaddr(sender)
        try:
            self._sender = Address(name, addr_spec=address)
        except (ValueError, IndexError):
            raise ValueError(f"{sender!r} is no mail address") from None
        self.address = address
        """What the mails come from."""
        self._host = parts.hostname
        self._port = port or PORTS[parts.scheme]
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None
        self._tls = parts.scheme == "smtps"
        # A password goes over a network only when nobody can read it there.
        guarded = self._user and not self._tls and self._host not in LOCAL
        self._start_tls = True if guarded else None if not self._tls else False

    async def send(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None
    ) -> None:
        """Hand over one mail in plain text; MailFailed if it is not taken."""
        try:
            message = self._message(to, subject, text, headers or {})
            await aiosmtplib.send(
                message.as_bytes(),
                sender=self.address,
                recipients=[to],
                hostname=self._host,
                port=self._port,
                username=self._user,
                password=self._password,
                use_tls=self._tls,
                start_tls=self._start_tls,
                timeout=TIMEOUT,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as e:
            raise MailFailed(" ".join(str(e).split()) or type(e).__name__) from None

    def _message(
        self, to: str, subject: str, text: str, headers: Mapping[str, str]
    ) -> EmailMessage:
        message = EmailMessage(policy=POLICY)
        message["From"] = self._sender
        message["To"] = Address(addr_spec=to)
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._sender.domain)
        # So that no automatic reply, as of somebody on holiday, is sent back.
        message["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            message[name] = value
        message.set_content(text)
        return message

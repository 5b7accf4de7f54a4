"""Who a request comes from: nobody has an account, every browser has a signed cookie."""

import hashlib
import secrets

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from inglenook.web.bearer import BOT

COOKIE = "guest"
YEAR = 365 * 24 * 3600


class Guests:
    def __init__(self, secret: str) -> None:
        self._signer = Signer(
            secret, salt="guest", key_derivation="hmac", digest_method=hashlib.sha256
        )

    def known(self, connection: HTTPConnection) -> str | None:
        """The guest whose cookie came along, or the bot whose token; None without one of ours."""
        if bot := connection.scope.get(BOT):
            return str(bot)
        try:
            return self._signer.unsign(connection.cookies.get(COOKIE, "")).decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def welcome(self, connection: HTTPConnection) -> tuple[str, dict[str, str]]:
        """The guest, and the headers that give a new one a cookie."""
        guest = self.known(connection)
        if guest is not None:
            return guest, {}
        guest = secrets.token_hex(16)
        return guest, self.become(connection, guest)

    def visit(self, connection: HTTPConnection) -> dict[str, str]:
        """The headers for whoever opens a page: their cookie lasts for a year from now."""
        guest = self.known(connection)
        # What a page fetches by itself may be answered after its browser became somebody else's.
        if guest and connection.headers.get("sec-fetch-dest") == "document":
            return self.become(connection, guest)
        return self.welcome(connection)[1]

    def as_new(self, connection: HTTPConnection) -> dict[str, str]:
        """The headers that make a browser nobody's: a new guest."""
        return self.become(connection, secrets.token_hex(16))

    def become(self, connection: HTTPConnection, guest: str) -> dict[str, str]:
        """The headers that make a browser this guest's."""
        cookie = f"{COOKIE}={self._signer.sign(guest).decode()}; Max-Age={YEAR}; Path=/"
        cookie += "; HttpOnly; SameSite=Lax"
        if connection.url.scheme in ("https", "wss"):
            cookie += "; Secure"
        return {"set-cookie": cookie}

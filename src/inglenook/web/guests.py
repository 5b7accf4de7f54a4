"""Who a request comes from: nobody has an account, every browser has a signed cookie."""

import hashlib
import secrets

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from inglenook.store import keys
from inglenook.web.bearer import BOT

COOKIE = "guest"
SECURE_COOKIE = "__Host-guest"
"""Its name over https: browsers take it from this very host alone, and never over http."""
YEAR = 365 * 24 * 3600


class Guests:
    def __init__(self, secret: str) -> None:
        # The last key signs, and all of them open.
        self._signer = Signer(
            keys(secret), salt="guest", key_derivation="hmac", digest_method=hashlib.sha256
        )

    def known(self, connection: HTTPConnection) -> str | None:
        """The guest whose cookie came along, or the bot whose token; None without one of ours."""
        if bot := connection.scope.get(BOT):
            return str(bot)
        # Whoever came over https before cookies had that name keeps the old one until then.
        names = (SECURE_COOKIE, COOKIE) if _is_secure(connection) else (COOKIE,)
        return next(filter(None, (self._guest(connection, name) for name in names)), None)

    def _guest(self, connection: HTTPConnection, name: str) -> str | None:
        try:
            return self._signer.unsign(connection.cookies.get(name, "")).decode()
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
        secure = _is_secure(connection)
        cookie = f"{SECURE_COOKIE if secure else COOKIE}={self._signer.sign(guest).decode()}"
        cookie += f"; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax"
        return {"set-cookie": f"{cookie}; Secure" if secure else cookie}


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")

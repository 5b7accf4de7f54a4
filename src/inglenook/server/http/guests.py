"""Who a request comes from: nobody has an account, every browser has a signed cookie."""

import hashlib
import secrets

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from inglenook.server.store import keys

BOT = "inglenook.bot"
"""Where a request says which bot it comes from."""


COOKIE = "guest"
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
        given = connection.cookies.get(cookie_name(connection, COOKIE), "")
        try:
            return self._signer.unsign(given).decode()
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
        value = self._signer.sign(guest).decode()
        return {"set-cookie": new_cookie(connection, COOKIE, value, YEAR, "Lax")}


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """The name under which a cookie comes back. Over https, no other name is believed.

    Browsers take a cookie that begins with `__Host-` from this very host alone, and only over
    https. Any other cookie may come from another site of the domain, or from plain http.
    """
    return f"__Host-{name}" if _is_secure(connection) else name


def new_cookie(
    connection: HTTPConnection, name: str, value: str, seconds: int, same_site: str
) -> str:
    """The header that gives a browser a cookie. Browsers take `__Host-` with `Path=/` alone."""
    cookie = f"{cookie_name(connection, name)}={value}; Max-Age={seconds}; Path=/; HttpOnly"
    cookie += f"; SameSite={same_site}"
    return f"{cookie}; Secure" if _is_secure(connection) else cookie


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")

"""HTTP to addresses that people have given us: never into the server's own network."""

import errno
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from inglenook.server.outbound.lazy_import import load
from inglenook.server.outbound.outbound_settings import Network

if TYPE_CHECKING:  # it takes long to load, and is loaded when it is needed
    import aiohttp

Address = IPv4Address | IPv6Address
NAT64 = 0x64FF9B << 64
"""What 64:ff9b::/96 begins with: the last 32 bits are an IPv4 address."""
UNICAST = 0b001
"""What the addresses of hosts on the internet begin with in IPv6: 2000::/3."""
AT_ONCE_TO_ONE = 8
"""Connections to one host: one that hangs keeps no more of them busy."""


class NotSent(Exception):
    """There was no answer; the message says why in one line."""


class NoSuchHost(NotSent):
    """Nobody knows the name."""


class NotAllowed(NotSent):
    """The address lies in the server's own network, or is not that of a host."""


class _Kept(OSError):
    """A socket that is not made."""


class HttpAnswer(Struct, frozen=True):
    status: int
    retry_after: int
    """Seconds that the other side asks us to wait; 0 if it says nothing."""


class Outward:
    """Every address is looked at in the moment in which it is connected to: whatever a name stood
    for before does not count. No redirect is followed."""

    def __init__(self, allowed: tuple[Network, ...] = ()) -> None:
        """`allowed` are networks of the host's own that may be called all the same."""
        self._allowed = allowed
        self._session: aiohttp.ClientSession | None = None

    async def post(
        self, url: str, body: bytes, headers: dict[str, str], seconds: float
    ) -> HttpAnswer:
        """Send something; NotSent if nothing comes back in time, NotAllowed if it may not be."""
        await load("aiohttp")
        import aiohttp
        from yarl import URL

        if self._session is None:
            connector = aiohttp.TCPConnector(
                socket_factory=self._socket, limit=0, limit_per_host=AT_ONCE_TO_ONE
            )
            self._session = aiohttp.ClientSession(
                connector=connector, cookie_jar=aiohttp.DummyCookieJar()
            )
        timeout = aiohttp.ClientTimeout(total=seconds)
        try:
            async with self._session.post(
                URL(url), data=body, headers=headers, allow_redirects=False, timeout=timeout
            ) as answer:
                return HttpAnswer(answer.status, _seconds(answer.headers.get("retry-after", "")))
        except TimeoutError:
            raise NotSent(f"no answer in {seconds:.0f} s") from None
        except aiohttp.InvalidURL:
            raise NoSuchHost("this is no address") from None
        except aiohttp.ClientConnectorDNSError as e:
            raise NoSuchHost(e.os_error.strerror or str(e.os_error)) from None
        except aiohttp.ClientConnectorError as e:
            if isinstance(e.os_error, _Kept):
                # What an inner name stands for is nobody's business.
                raise NotAllowed(f"{URL(url).host} is not on the internet") from None
            raise NotSent(e.os_error.strerror or str(e.os_error)) from None
        except (aiohttp.ClientError, OSError, ValueError) as e:
            raise NotSent(" ".join(str(e).split()) or type(e).__name__) from None

    async def close(self) -> None:
        if self._session:
            await self._session.close()

    def _socket(self, info: tuple[Any, ...]) -> socket.socket:
        family, kind, protocol, _, where = info
        address = ip_address(where[0])
        if not self._may_call(address):
            raise _Kept(errno.EACCES, "not on the internet")
        made = socket.socket(family, kind, protocol)
        made.setblocking(False)
        return made

    def _may_call(self, address: Address) -> bool:
        return is_public(address) or any(
            each.version == address.version and address in each for each in self._allowed
        )


def is_public(address: Address) -> bool:
    """Whether it is the address of one host on the internet."""
    if isinstance(address, IPv6Address):
        inner = _inner(address)
        if inner is not None:
            return is_public(inner)
        if int(address) >> 125 != UNICAST:
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _inner(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for."""
    if address.teredo:
        return address.teredo[1]
    if int(address) >> 32 == NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _seconds(text: str) -> int:
    return min(int(text), 3600) if text.isascii() and text.isdigit() else 0

"""Where others can reach this machine."""

import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, ip_address

from starlette.datastructures import URL

ELSEWHERE = "192.0.2.1"
"""An address that nobody has: it is kept for examples (RFC 5737)."""
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})


def is_this_machine(host: str) -> bool:
    """Whether this name or address of a machine means the very machine that says it."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_address(host: str) -> bool:
    """Whether it is the address of a machine, and no name."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def reached_at(listens: str) -> tuple[str, ...]:
    """The addresses at which others reach a server that listens there, the likeliest first."""
    if listens in EVERYWHERE:
        return home_addresses()
    if is_this_machine(listens):
        return ()
    return (f"[{listens}]" if ":" in listens else listens,)


def open_at(url: URL, listens: str) -> tuple[str, ...]:
    """The origins at which others can open the house of someone who came by this address.

    Empty where they cannot.
    """
    if not is_this_machine(url.hostname or ""):
        return (f"{url.scheme}://{url.netloc}",)
    port = f":{url.port}" if url.port else ""
    return tuple(f"{url.scheme}://{host}{port}" for host in reached_at(listens))


def home_addresses() -> tuple[str, ...]:
    """This machine's addresses in its networks, first the one with which it goes out.

    Nothing is sent to find out.
    """
    found = dict.fromkeys([*_going_out(), *_by_name()])
    return tuple(address for address in found if _can_be_reached(address))


def _going_out() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        try:
            # Of a socket for datagrams this only chooses the way.
            there.connect((ELSEWHERE, 9))
        except OSError:
            return
        yield str(there.getsockname()[0])


def _by_name() -> Iterator[str]:
    try:
        for *_, found in socket.getaddrinfo(socket.gethostname(), 0, socket.AF_INET):
            address = str(found[0])
            if ip_address(address).is_private:
                yield address
    except OSError:
        return


def _can_be_reached(address: str) -> bool:
    ip = IPv4Address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)

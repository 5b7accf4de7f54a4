"""How a house reaches people who are not looking: what its host has set."""

from ipaddress import IPv4Network, IPv6Network, ip_network

from msgspec import Struct

from inglenook.server.outbound.mail import Mailer

Network = IPv4Network | IPv6Network


class Reach(Struct, frozen=True):
    mailer: Mailer | None = None
    """None: the house sends no mail."""
    networks: tuple[Network, ...] = ()
    """Those of the host's own in which webhooks may be called all the same."""


def reach(smtp: str | None, mail_from: str | None, networks: list[str]) -> Reach:
    """What a host has set, as texts; ValueError, with one line, where they make no sense."""
    if bool(smtp) != bool(mail_from):
        raise ValueError("mail needs both, --smtp and --mail-from")
    mailer = Mailer(smtp, mail_from) if smtp and mail_from else None
    return Reach(mailer, tuple(ip_network(each) for each in networks))

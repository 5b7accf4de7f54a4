"""Serving, from the command line's point of view."""

import errno
import socket
import sys

from inglenook.server.http.addresses import is_this_machine, reached_at
from inglenook.server.operations import logs
from inglenook.server.operations.reload import Reload, inherited
from inglenook.server.operations.supervisor import supervise
from inglenook.server.operations.worker import work
from inglenook.server.outbound.outbound_settings import Reach
from inglenook.server.settings import HouseRules
from inglenook.server.store import CannotOpen, Location


class CannotServe(Exception):
    """The server cannot start; the message says why in one line."""


def serve(
    host: str,
    port: int,
    location: Location,
    workers: int = 1,
    reach: Reach | None = None,
    rules: HouseRules | None = None,
) -> None:
    """Serve until SIGINT or SIGTERM; CannotServe if port or location cannot be used."""
    reach, rules = reach or Reach(), rules or HouseRules()
    if workers < 1:
        raise CannotServe(f"--workers {workers}: there must be at least one")
    if workers > 1 and not location.database:
        raise CannotServe("several workers need a PostgreSQL: say which with --database")
    logs.start(1 if workers == 1 else None)
    try:
        listener = inherited() or _listen(host, port)
        if workers == 1:
            reload = Reload(listener)
            reload.listen()
            work(listener, location, reach, rules, 1, lambda: _open_at(listener))
            reload.start_again()
        else:
            supervise(listener, location, reach, rules, workers, lambda: _open_at(listener))
    except CannotOpen as e:
        raise CannotServe(str(e)) from None


def _open_at(listener: socket.socket) -> None:
    host, port = listener.getsockname()[:2]
    # Browsers let nobody have a passkey at an IP address, and not all can open "any".
    here = host in ("127.0.0.1", "0.0.0.0", "::")
    shown = "localhost" if here else f"[{host}]" if ":" in host else host
    sys.stdout.write(f"Inglenook is open at http://{shown}:{port}\n")
    sys.stdout.write(f"{_way_in(host, port)}\n")
    sys.stdout.flush()


def _way_in(host: str, port: int) -> str:
    """How others get here."""
    if addresses := reached_at(host):
        return "Others get in at " + " or ".join(f"http://{each}:{port}" for each in addresses)
    if is_this_machine(host):
        how = "--host 0.0.0.0 (make play HOST=0.0.0.0)"
        return f"Only this machine gets in. To let in others in your network: {how}"
    return "This machine is in no network, so nobody else gets in."


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as e:
        if e.errno == errno.EADDRINUSE:
            why = f"port {port} is already in use; choose another with --port"
        else:
            why = f"cannot listen on {host} port {port}: {e.strerror}"
        raise CannotServe(why) from None
    except OverflowError:
        raise CannotServe(f"there is no port {port}") from None

"""A server of one process that starts again in its place, at SIGHUP.

Whoever closes a terminal wants the server in it to end, but not in the middle of a move. A service
has no terminal, and is reloaded so: by then another version may be installed.
"""

import os
import signal
import socket
import sys

LISTENER = "INGLENOOK_LISTENER"
"""The variable by which a server finds the socket of the one that it was before."""


class Reload:
    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._kept: socket.socket | None = None

    def listen(self) -> None:
        """From now on, stop politely at SIGHUP."""
        signal.signal(signal.SIGHUP, self._hang_up)

    def _hang_up(self, *_: object) -> None:
        if not _has_terminal():
            # The server closes its own; whoever knocks until the next one is there waits at this.
            self._kept = self._listener.dup()
        os.kill(os.getpid(), signal.SIGTERM)

    def start_again(self) -> None:
        """If that is why the server stopped: this does not return then."""
        if self._kept:
            self._kept.set_inheritable(True)
            os.environ[LISTENER] = str(self._kept.fileno())
            os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def inherited() -> socket.socket | None:
    """The socket of the server that this process was before."""
    number = os.environ.pop(LISTENER, None)
    return None if number is None else socket.socket(fileno=int(number))


def _has_terminal() -> bool:
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True

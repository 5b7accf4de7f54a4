"""Everyone who looks at a table: who they are, and how long anyone has been away."""

import time
from collections import Counter
from collections.abc import Iterator

from inglenook.server.guest_ids import is_bot
from inglenook.server.live.connection import SPECTATOR, Connection
from inglenook.server.table.pace import FACTOR
from inglenook.server.wire.asks import Pace

SEAT_MAY_BE_FREED_AFTER_S = 120.0
"""Seconds without a connection after which others may decide about a person's seat."""
LATE = 30.0
"""The same while everyone is waited for before a game begins."""
LINGERS = 5.0
"""Seconds for which someone who asks without a connection is taken to be here."""


class Audience:
    """The connections to one table at this worker, and the guests at others."""

    __slots__ = ("_connections", "_elsewhere", "_followers", "_glanced", "_left", "_since")

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self._followers: Counter[str] = Counter()
        """Guests at this worker who follow all their tables over one connection."""
        self._elsewhere: frozenset[str] = frozenset()
        self._since = time.monotonic()
        """Since when it is known who is here: this worker began to look, or an outage ended."""
        self._left: dict[str, float] = {}
        """When each guest was last here, in seconds of `time.monotonic`; it may lie ahead."""
        self._glanced = 0.0
        """Until when somebody is taken to look who has no connection."""

    def __len__(self) -> int:
        return len(self._connections) + len(self._followers)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._connections))

    @property
    def waiting(self) -> int:
        """Messages that slow readers have yet to take."""
        return sum(connection.waiting for connection in self._connections)

    def add(self, connection: Connection) -> None:
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        self._connections.discard(connection)
        self._left[connection.guest] = time.monotonic()

    def attend(self, guest: str) -> None:
        """A guest who sits here follows the table, without a connection to it alone."""
        self._followers[guest] += 1

    def depart(self, guest: str) -> None:
        self._followers[guest] -= 1
        if self._followers[guest] <= 0:
            del self._followers[guest]
        self._left[guest] = time.monotonic()

    def guests(self) -> set[str]:
        """Who is here at this worker; a big screen is nobody."""
        here = {connection.guest for connection in self._connections}
        return (here | self._followers.keys()) - {SPECTATOR}

    def glance(self) -> None:
        """Somebody looked at the table without a connection."""
        self._glanced = time.monotonic() + LINGERS

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks, at this worker or at another, a big screen included."""
        return bool(len(self) or self._elsewhere) or self._glanced > time.monotonic()

    def looking(self) -> set[str]:
        """Who looks at the table, at this worker: not in a tab that is hidden."""
        shown = [connection for connection in self._connections if connection.shown]
        return {connection.guest for connection in shown if connection.seen} if shown else set()

    def everyone(self) -> set[str]:
        """Who is here, at this worker or at another."""
        return self.guests() | self._elsewhere

    def learn(self, elsewhere: frozenset[str]) -> bool:
        """Who is here at other workers; whether that is news."""
        for guest in self._elsewhere - elsewhere:
            self._left[guest] = time.monotonic()
        news = elsewhere != self._elsewhere
        self._elsewhere = elsewhere
        return news

    def pace(self, seated: frozenset[str]) -> Pace | None:
        """That of the calmest of those who sit at the table and are here; None if nobody looks.

        Only their own worker knows theirs: for those at another it is taken to be normal.
        """
        if all(map(is_bot, self.everyone())):
            return None
        paces = {connection.pace for connection in self._connections if connection.guest in seated}
        if not paces:
            return "normal" if self._elsewhere & seated else "brisk"
        return max(paces, key=FACTOR.__getitem__)

    def notice(self, guest: str) -> None:
        """A guest asked for something, with or without a connection."""
        for connection in self._connections:
            if connection.guest == guest:
                return
        if guest not in self._followers:
            self._left[guest] = time.monotonic() + LINGERS

    def left_s(self, guest: str) -> float | None:
        """When a guest was last here, by `time.monotonic`; None while they have a connection.

        Of someone who was never seen here: when this worker began to look.
        """
        return None if guest in self.everyone() else self._left.get(guest, self._since)

    def has_seen(self, guest: str) -> bool:
        return guest in self._left or guest in self.everyone()

    def is_here(self, guest: str) -> bool:
        left = self.left_s(guest)
        return left is None or left > time.monotonic()

    def rest_s(self, guest: str, *, begun: bool) -> float | None:
        """Seconds until others may decide about the seat of a guest who has no connection.

        None while they have one. It is counted anew after an outage, which is nobody's fault.
        """
        left = self.left_s(guest)
        if left is None:
            return None
        patience = SEAT_MAY_BE_FREED_AFTER_S if begun else LATE
        return max(0.0, max(left, self._since) + patience - time.monotonic())

    def forgive(self) -> None:
        """Count anew for how long anybody has been away: the house was closed."""
        self._since = time.monotonic()

    def is_away(self, guest: str, *, begun: bool = True) -> bool:
        """Whether a guest has had no connection for so long that others may decide about the
        seat."""
        return self.rest_s(guest, begun=begun) == 0

    def say(self, connection: Connection, message: bytes) -> None:
        connection.say(message)
        if connection.dropped:
            self.remove(connection)

    def tell(self, message: bytes) -> None:
        """Say the same to everyone."""
        for connection in tuple(self._connections):
            connection.say(message)
            if connection.dropped:
                self.remove(connection)

    def probe(self, guests: frozenset[str]) -> None:
        """Measure the network of these guests' connections."""
        for connection in self:
            if connection.guest in guests:
                connection.probe()
                if connection.dropped:
                    self.remove(connection)

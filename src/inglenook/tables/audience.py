"""Everyone who looks at a table, and what each of them is told."""

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from inglenook.game import Entry
from inglenook.tables import messages as m
from inglenook.tables import seating as h
from inglenook.tables.lag import KEPT, Trips
from inglenook.tables.state import State

QUEUE = 64
"""Messages that may wait for a slow reader before the connection is given up."""
AWAY = 120.0
"""Seconds without a connection after which a person's seat may be freed."""

encode = msgspec.json.Encoder().encode


class Connection:
    """One open line to a guest. Messages wait here until its writer takes them."""

    def __init__(self, guest: str, *, answers: bool = False) -> None:
        self.guest = guest
        self.trips = Trips()
        """How long its network takes; known only where the other side can answer a probe."""
        self._answers = answers
        self._probes: dict[int, float] = {}
        """When each probe was sent that has not been answered."""
        self._probed = 0
        self.dropped = False
        """It read too slowly: what was waiting is gone, and it is to be closed."""
        self._ended = False
        self._waiting: deque[bytes] = deque()
        self._wake = asyncio.Event()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def behind(self) -> bool:
        """Whether what was said last is still waiting to be written."""
        return bool(self._waiting)

    def say(self, message: bytes) -> None:
        if self.dropped or self._ended:
            return
        if len(self._waiting) >= QUEUE:
            self.dropped = True
            self._waiting.clear()
        else:
            self._waiting.append(message)
        self._wake.set()

    def end(self) -> None:
        """Say nothing more than what is waiting."""
        self._ended = True
        self._wake.set()

    def probe(self) -> None:
        """Send what the other side is to answer at once."""
        if not self._answers:
            return
        self._probed += 1
        self._probes[self._probed] = time.monotonic()
        if len(self._probes) > KEPT:
            del self._probes[min(self._probes)]
        self.say(encode(m.Probe(self._probed)))

    def answered(self, n: int, came: float) -> None:
        """A probe's answer has come. One that was not asked for says nothing."""
        if (sent := self._probes.pop(n, None)) is not None:
            self.trips = self.trips.after(round((came - sent) * 1000))

    async def next(self) -> bytes | None:
        """The next message, in order; None once the connection is dropped, or has ended."""
        while not self._waiting:
            if self.dropped or self._ended:
                return None
            self._wake.clear()
            await self._wake.wait()
        return self._waiting.popleft()


class Audience:
    """The connections to one table."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self._elsewhere: frozenset[str] = frozenset()
        self._since = time.monotonic()
        self._left: dict[str, float] = {}
        """When each guest's last connection closed."""

    def __len__(self) -> int:
        return len(self._connections)

    @property
    def waiting(self) -> int:
        """Messages that slow readers have yet to take."""
        return sum(connection.waiting for connection in self._connections)

    def add(self, connection: Connection) -> None:
        self._connections.add(connection)

    def remove(self, connection: Connection) -> None:
        self._connections.discard(connection)
        self._left[connection.guest] = time.monotonic()

    def guests(self) -> set[str]:
        """Who is here at this worker."""
        return {connection.guest for connection in self._connections}

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

    def is_away(self, guest: str) -> bool:
        """Whether a guest has had no connection for so long that the seat may be freed."""
        gone = self._left.get(guest, self._since)
        return guest not in self.everyone() and time.monotonic() - gone >= AWAY

    def tell_moved(self, state: State, first: int) -> None:
        """Tell everyone the entries from `first` on, each as they may see them."""
        told: dict[Sight, bytes] = {}
        for connection in tuple(self._connections):
            seen = sight(state, connection.guest)
            if seen not in told:
                told[seen] = moved(state, first, seen)
            self._say(connection, told[seen])

    def tell_table(self, state: State) -> None:
        """Tell everyone who sits where, and what is asked."""
        told: dict[tuple[int, ...], bytes] = {}
        for connection in tuple(self._connections):
            seats = state.seating.seats_of(connection.guest)
            if seats not in told:
                told[seats] = self.table(state, connection.guest, state.seq)
            self._say(connection, told[seats])

    def probe(self, guests: frozenset[str]) -> None:
        """Measure the network of these guests' connections."""
        for connection in tuple(self._connections):
            if connection.guest in guests:
                connection.probe()
                self._let_go(connection)

    def _say(self, connection: Connection, message: bytes) -> None:
        connection.say(message)
        self._let_go(connection)

    def _let_go(self, connection: Connection) -> None:
        if connection.dropped:
            self.remove(connection)

    def table(self, state: State, guest: str, since: int) -> bytes:
        """The whole table as a guest may see it, with the entries after `since`."""
        here = self.everyone()
        seen = sight(state, guest)
        match, seating = state.match, state.seating
        # Who has seen more than there is was here before a backup was restored: all is news then.
        first = since + 1 if -1 <= since <= state.seq else 0
        return encode(
            m.Table(
                id=state.row.id,
                game=state.row.game,
                options=state.row.options,
                seats=seats(seating, guest, here),
                status=state.status,
                watching=len(here - seating.guests),
                takeback=_pending(seating),
                rematch=seating.rematch,
                daily=seating.daily,
                seq=state.seq,
                clock=match.game_time(state.clock.now()),
                entries=as_seen(state, match.log[first:], seen.log),
                view=match.view(seen.view),
                to_move=tuple(sorted(match.to_move())),
                outcome=match.outcome(),
            )
        )


class Sight(NamedTuple):
    """With whose eyes a guest sees the position, and the log; None: with a spectator's."""

    view: int | None
    log: int | None


def sight(state: State, guest: str) -> Sight:
    """What a guest may see: with one seat, all that is its own.

    Who has several shares the screen with others. It shows the position to the seat that is to
    move, and while none of them is, what all may see; its log stays, so it holds nobody's secrets.
    """
    mine = state.seating.seats_of(guest)
    if state.match.game.shared_view or not mine:
        return Sight(None, None)
    if len(mine) == 1:
        return Sight(mine[0], mine[0])
    to_move = state.match.to_move()
    return Sight(next((seat for seat in mine if seat in to_move), None), None)


def moved(state: State, first: int, seen: Sight) -> bytes:
    match = state.match
    return encode(
        m.Moved(
            seq=state.seq,
            clock=match.game_time(state.clock.now()),
            entries=as_seen(state, match.log[first:], seen.log),
            view=match.view(seen.view),
            to_move=tuple(sorted(match.to_move())),
            outcome=match.outcome(),
        )
    )


def as_seen(state: State, entries: Iterable[Entry], seat: int | None) -> tuple[msgspec.Raw, ...]:
    hide = state.match.game.hide
    return tuple(
        msgspec.Raw(encode(Entry(e.seq, e.t, e.seat, hide(e, seat), e.lag))) for e in entries
    )


def seats(seating: h.Seating, guest: str | None, here: set[str]) -> tuple[m.Seat, ...]:
    return tuple(_seat(who, guest, here) for who in seating.seats)


def _seat(who: h.Sat | h.Bot | None, guest: str | None, here: set[str]) -> m.Seat:
    match who:
        case None:
            return m.Seat("free", "", None, here=False, yours=False)
        case h.Bot(_, level):
            return m.Seat("bot", level, level, here=True, yours=False)
        case h.Sat(_, owner, name):
            return m.Seat("person", name, None, here=owner in here, yours=owner == guest)


def _pending(seating: h.Seating) -> m.PendingTakeback | None:
    asked = seating.takeback
    if asked is None:
        return None
    undecided = seating.undecided()
    agreed = tuple(seat for seat in range(len(seating.seats)) if seat not in undecided)
    return m.PendingTakeback(asked.seat, asked.to, agreed)

"""One client's story, held against the truth."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec import Raw

from inglenook.server.store import EntryRow, SeatingRow
from inglenook.server.wire import asks
from inglenook.server.wire import table_messages as m
from tests.torture.story import Event, Story
from tests.torture.truth import Truth
from tests.torture.world import UNDECIDED

NEVER = frozenset(
    {"unknown-table", "old-rules", "bad-message", "bad-since", "not-found", "too-large"}
)
"""Refusals that none of our clients has earned."""

decode = msgspec.json.Decoder(m.AnySaid).decode
decode_ask = msgspec.json.Decoder(asks.AnyAsk).decode


class Sight(NamedTuple):
    """With whose eyes somebody sees the position, and the log; None: with a spectator's."""

    view: int | None
    log: int | None


NOBODY = Sight(None, None)


class Line:
    """One connection, as far as it has been read."""

    def __init__(self, since: int | None) -> None:
        self.since = since
        """None: not a WebSocket, so it is told no news."""
        self.last: int | None = None
        """The entry heard last; None before the first news."""
        self.seats: frozenset[int] = frozenset()
        """Which are theirs, as they were last told."""
        self.waiting: dict[str, list[bool]] = defaultdict(list)
        """For each ask on its way, whether it had been acked when it was sent."""


class Hearing:
    """One story, read from the beginning to the end."""

    def __init__(self, truth: Truth, story: Story) -> None:
        self._truth = truth
        self._story = story
        self._lines: dict[int, Line] = {}
        self._mine = truth.sat.get(story.guest, set())
        self._heard = -1
        self.asked: dict[str, asks.AnyAsk] = {}
        self.sent_at: dict[str, int] = {}
        """When each ask was first sent."""
        self.heard_at: dict[int, int] = {}
        """When each entry was first heard."""
        self._sends = Counter[str]()
        self._refused = Counter[str]()
        self._acks: dict[str, m.Ack] = {}

    @property
    def acked(self) -> int:
        """How many of the guest's moves were acknowledged."""
        return sum(isinstance(self.asked.get(ask), asks.Play) for ask in self._acks)

    def problems(self) -> Iterator[str]:
        for place, event in enumerate(self._story.events):
            for problem in self._read(event):
                yield f"{problem} (event {place}, connection {event.line})"
        for ask, refused in self._refused.items():
            if refused >= self._sends[ask] and self._row(ask):
                yield f"{ask} was refused each time, and done"

    def _row(self, ask: str) -> EntryRow | SeatingRow | None:
        return self._truth.done.get((self._story.guest, ask))

    def _read(self, event: Event) -> Iterator[str]:
        line = self._lines.setdefault(event.line, Line(None))
        match event.what:
            case "opened":
                self._lines[event.line] = Line(msgspec.json.decode(event.said, type=int))
            case "sent":
                ask = decode_ask(event.said)
                if self.asked.setdefault(ask.id, ask) != ask:
                    yield f"the client used {ask.id} twice"
                self._sends[ask.id] += 1
                self.sent_at.setdefault(ask.id, event.at)
                line.waiting[ask.id].append(ask.id in self._acks)
            case "heard":
                yield from self._hear(line, event)
            case "told":
                yield from self._told(event)
            case "replayed":
                yield from self._replayed(event)
            case "ended":
                entries = msgspec.json.decode(event.said, type=int)
                if self._heard < entries - 1:
                    yield f"at the end it knew entry {self._heard} of {entries - 1}"

    def _hear(self, line: Line, event: Event) -> Iterator[str]:
        try:
            said = decode(event.said)
        except msgspec.DecodeError as e:
            yield f"heard what is no message: {e}"
            return
        if isinstance(said, (m.Table, m.Moved)):
            for entry in said.entries:
                self.heard_at.setdefault(_seq(entry), event.at)
        match said:
            case m.Table():
                yield from self._table(line, said)
            case m.Moved():
                if line.last is None:
                    yield "heard a move before the table"
                elif not said.entries:
                    yield f"heard of no entry, at {said.seq}"
                else:
                    yield from self._news(line, said, line.last)
            case m.Ack():
                yield from self._ack(line, said)
            case m.Refusal():
                yield from self._refusal(line, said)

    def _told(self, event: Event) -> Iterator[str]:
        """On the stream of all that concerns the guest: a turn comes with the view of a seat."""
        said = msgspec.json.decode(event.said)
        if said["type"] != "turn":
            return
        seat, seq = said["seat"], said["seq"]
        if seat not in self._mine:
            yield f"was told of a turn of seat {seat}, which the log does not know of"
        elif seq >= len(self._truth.match.log):
            yield f"was told of a turn after entry {seq}, and the log is shorter"
        elif said["view"] != msgspec.json.decode(self._truth.view(seq, seat)):
            yield f"the view that came with a turn at {seq} is not that of seat {seat}"

    def _replayed(self, event: Event) -> Iterator[str]:
        """A replay shows everybody what a spectator may see."""
        said = msgspec.json.decode(event.said, type=m.Replay)
        for n, entry in enumerate(said.entries):
            if not _same(entry, self._truth.line(n, None)):
                yield f"the replay has another entry {n}"
        for n, view in enumerate(said.views):
            if not _same(view, self._truth.view(n - 1, None)):
                yield f"the replay has another view of the position after {n - 1}"

    def _table(self, line: Line, said: m.Table) -> Iterator[str]:
        if said.id != self._story.table:
            yield f"heard of another table: {said.id}"
        yours = frozenset(seat for seat, who in enumerate(said.seats) if who.yours)
        if not yours <= self._mine:
            yield f"was told to have seats {sorted(yours)}, which the log does not know of"
        line.seats = yours
        first = line.last is None
        if first and said.seq < (line.since or -1):
            yield f"the table was at {said.seq}, and had been at {line.since} before"
        if not first and said.entries:
            yield "heard entries with a later table message"
        yield from self._news(line, said, line.since if line.last is None else line.last)

    def _news(self, line: Line, said: m.Table | m.Moved, after: int | None) -> Iterator[str]:
        """Entries, and how things stand after them."""
        truth, seq = self._truth, said.seq
        line.last = seq
        self._heard = max(self._heard, seq)
        if seq >= len(truth.match.log):
            yield f"heard of entry {seq}; the log ends with {len(truth.match.log) - 1}"
            return
        seqs = [_seq(entry) for entry in said.entries]
        after = -1 if after is None else after
        if seqs != list(range(after + 1, seq + 1)):
            yield f"heard entries {seqs} after {after}, up to {seq}"
            return
        sights = self._sights(line, said)
        if not any(self._agrees(said, sight) for sight in sights):
            yield f"what it saw at {seq} is not what it may see: {self._difference(said, sights)}"
        if said.to_move != truth.to_move(seq):
            yield f"to move at {seq}: {said.to_move}, not {truth.to_move(seq)}"
        left = said.times.left if said.times else None
        if left != truth.left(seq):
            yield f"times at {seq}: {left}, not {truth.left(seq)}"
        if said.outcome != truth.outcome(seq):
            yield f"outcome at {seq}: {said.outcome}, not {truth.outcome(seq)}"

    def _sights(self, line: Line, said: m.Table | m.Moved) -> list[Sight]:
        """With whose eyes it may have seen this."""
        guest, truth = self._story.guest, self._truth
        gave_up = truth.gave_up.get(guest)
        if gave_up is not None and said.seq >= gave_up:
            return [NOBODY]
        if len(line.seats) > 1:
            # The device shows the position to whoever is to move, and the log as all may see it.
            moving = sorted(line.seats & set(truth.to_move(said.seq)))
            return [Sight(moving[0] if moving else None, None)]
        own = [Sight(seat, seat) for seat in self._mine]
        if line.seats:
            # Whoever gets up may be told of a move before the table.
            return [*own, NOBODY] if guest in truth.got_up else own
        # The move that comes with taking a seat is told before the table.
        return [NOBODY, *own] if isinstance(said, m.Moved) else [NOBODY]

    def _agrees(self, said: m.Table | m.Moved, sight: Sight) -> bool:
        return not self._difference(said, [sight])

    def _difference(self, said: m.Table | m.Moved, sights: list[Sight]) -> str:
        for sight in sights:
            if not _same(said.view, self._truth.view(said.seq, sight.view)):
                return f"the view of seat {sight.view}"
            for entry in said.entries:
                seq = _seq(entry)
                if not _same(entry, self._truth.line(seq, sight.log)):
                    return f"entry {seq} for seat {sight.log}"
        return ""

    def _ack(self, line: Line, said: m.Ack) -> Iterator[str]:
        ask = self.asked.get(said.id)
        if ask is None:
            yield f"heard an ack of what it never asked: {said.id}"
            return
        if line.waiting[said.id]:
            line.waiting[said.id].pop(0)
        if self._acks.setdefault(said.id, said) != said:
            yield f"{said.id} was acked as {self._acks[said.id]}, and then as {said}"
        row = self._row(said.id)
        match ask:
            case asks.Ping() | asks.Phrase():
                return
            case asks.Rematch():
                if said.table is None or said.table != self._truth.rematch:
                    yield f"{said.id}: told to go on at {said.table}, not {self._truth.rematch}"
            case asks.Play():
                yield from self._acked_move(line, ask, said, row)
            case _:
                if not isinstance(row, SeatingRow):
                    yield f"{said.id} was acked, and did not happen: {ask}"

    def _acked_move(
        self, line: Line, ask: asks.Play, said: m.Ack, row: EntryRow | SeatingRow | None
    ) -> Iterator[str]:
        if not isinstance(row, EntryRow):
            yield f"{said.id} was acked as entry {said.seq}, and is not in the log"
            return
        if row.seq != said.seq:
            yield f"{said.id} was acked as entry {said.seq}, and is entry {row.seq}"
        move = self._truth.game.decode_move(ask.move)
        if row.seat != ask.seat or self._truth.match.log[row.seq].move != move:
            yield f"{said.id} asked for {ask.move}, and the log has {row.move}"
        if line.since is not None and (line.last is None or line.last < row.seq):
            yield f"{said.id} was acked as entry {row.seq} before the news of it"

    def _refusal(self, line: Line, said: m.Refusal) -> Iterator[str]:
        if said.code in NEVER or said.code.startswith("http-"):
            yield f"refused with {said.code}: {said.detail}"
        if said.id is None:
            return
        after_ack = line.waiting[said.id].pop(0) if line.waiting[said.id] else False
        if said.code in UNDECIDED:
            return
        self._refused[said.id] += 1
        if after_ack:
            yield f"{said.id} was sent again after its ack, and refused with {said.code}"
        if (
            said.code == "not-your-seat"
            and line.seats
            and self._story.guest not in {*self._truth.gave_up, *self._truth.got_up}
        ):
            yield f"{said.id}: it lost its seat"


def _seq(entry: Raw) -> int:
    return int(msgspec.json.decode(entry)[0])


def _same(heard: Raw, truth: bytes) -> bool:
    return bytes(heard) == truth or msgspec.json.decode(heard) == msgspec.json.decode(truth)

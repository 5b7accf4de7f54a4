"""What the log of a table says of everything that could be heard there."""

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from inglenook.core.game import NATURE, Entry, Flag, Outcome, Refused, Resign, Undo
from inglenook.core.match import Match
from inglenook.core.record import Record
from inglenook.core.record_io import rerun
from inglenook.core.registry import find_game
from inglenook.server.store import EntryRow, SeatingRow
from inglenook.server.table.events import BotSat, DailyOpened, Freed, Left, Rematched, Sat, decode
from inglenook.server.table.seating import empty
from tests.torture.story import Log

encode = msgspec.json.Encoder().encode


def rows(log: Log) -> list[EntryRow | SeatingRow]:
    return [*log.entries, *log.seating_events]


class Truth:
    """Refused if the log breaks the rules of the game."""

    def __init__(self, log: Log) -> None:
        row = log.row
        self.log = log
        self.game = find_game(row.game)
        entries = tuple(
            Entry(e.seq, e.t, e.seat, self.game.decode_move(msgspec.json.decode(e.move)), e.lag)
            for e in log.entries
        )
        self.record = Record(
            *(row.game, row.rules, row.seats, row.options, row.seed, entries),
            time_control=row.time_control,
        )
        self.match = Match(
            *(self.game, row.seats, row.options, row.seed),
            time_control=row.time_control,
            started=False,
            leaves_slow=True,
        )
        self._times = [self.match.position.times]
        for entry in entries:
            self.match.follow(entry)
            self._times.append(self.match.position.times)
        self.states = self.match.history()
        self.done: dict[tuple[str, str], EntryRow | SeatingRow] = {}
        for done in rows(log):
            if done.guest and done.ask:
                self.done[done.guest, done.ask] = done
        self.rematch: str | None = None
        self.sat: dict[str, set[int]] = defaultdict(set)
        """The seats each guest ever had."""
        self.bots: set[int] = set()
        self.got_up: set[str] = set()
        """The guests who got up at some time, or were sent away."""
        self.is_daily = False
        self.gave_up: dict[str, int] = {}
        """The entry with which a guest lost the seat to a bot."""
        self._views: dict[tuple[int, int | None], bytes] = {}
        self._odd = list(self._read_seating_events(log))

    def _read_seating_events(self, log: Log) -> Iterator[str]:
        """Learn who sat where; what could not have happened."""
        seating = empty(log.row.seats)
        for row in log.seating_events:
            what = decode(row.event)
            match what:
                case Sat(seat, guest):
                    self.sat[guest].add(seat)
                    if guest in self.gave_up:
                        # The bot in their place was sent away, and they came back.
                        del self.gave_up[guest]
                        self.got_up.add(guest)
                    if seating.seats[seat]:
                        yield f"seating event {row.seq}: seat {seat} was taken already"
                case BotSat(seat):
                    self.bots.add(seat)
                case Rematched(table):
                    if self.rematch:
                        yield f"seating event {row.seq}: there was a rematch already"
                    self.rematch = table
                case DailyOpened():
                    self.is_daily = True
            before, seating = seating.guests, seating.after(what)
            for guest in before - seating.guests:
                if isinstance(what, (Left, Freed)):
                    self.got_up.add(guest)
                else:
                    self.gave_up[guest] = self._given_up(guest)

    def _given_up(self, guest: str) -> int:
        """The entry with which a guest resigned or ran out of time; -1: none."""
        flags = [Flag(seat) for seat in self.sat[guest]]
        for row, entry in zip(self.log.entries, self.match.log, strict=True):
            if entry.move in flags or (row.guest == guest and entry.move == Resign()):
                return entry.seq
        return -1

    def problems(self) -> Iterator[str]:
        yield from self._odd
        begun = not self.is_daily
        """The board of a day may begin with moves that are the same for everyone."""
        for row in self.log.entries:
            move = self.match.log[row.seq].move
            if row.guest:
                begun = True
                if row.seat not in self.sat[row.guest]:
                    yield f"entry {row.seq}: guest {row.guest[:6]} moved for seat {row.seat}"
            elif begun and not (
                row.seat == NATURE or row.seat in self.bots or isinstance(move, Undo)
            ):
                yield f"entry {row.seq}: nobody asked for this move of seat {row.seat}"
        if self.record.log:  # a table that nobody came to has not begun
            yield from self._moved_otherwise()

    def _moved_otherwise(self) -> Iterator[str]:
        """Whether NATURE, from the same seed, would have made the same moves."""
        try:
            rerun(self.record)
        except Refused as e:
            # A tower that was still being judged in the end is judged in the second run.
            if not (self.match.owes() and e.seq == len(self.record.log)):
                yield f"NATURE would have moved otherwise: {e.code} at entry {e.seq}"

    def deadlines(self) -> int:
        """How often NATURE moved although players could have."""
        return sum(
            entry.seat == NATURE and self.game.to_move(state) != {NATURE}
            for entry, state in zip(self.match.log, self.states, strict=False)
        )

    def view(self, seq: int, seat: int | None) -> bytes:
        """The view of a seat after entry `seq`, encoded."""
        key = (seq, None if self.game.shared_view else seat)
        if key not in self._views:
            self._views[key] = encode(self.game.view(self.states[seq + 1], seat))
        return self._views[key]

    def line(self, seq: int, seat: int | None) -> bytes:
        """An entry as a seat may see it, encoded."""
        e = self.match.log[seq]
        return encode(Entry(e.seq, e.t, e.seat, self.game.hide(e, seat), e.lag))

    def to_move(self, seq: int) -> tuple[int, ...]:
        if seq == len(self.match.log) - 1:
            return tuple(sorted(self.match.to_move()))
        return tuple(sorted(self.game.to_move(self.states[seq + 1])))

    def left(self, seq: int) -> tuple[int, ...] | None:
        """What the clock of each seat showed after entry `seq`."""
        times = self._times[seq + 1]
        return times.left if times else None

    def outcome(self, seq: int) -> Outcome | None:
        # Nothing comes after the end, not even an undo.
        return self.match.outcome() if seq == len(self.match.log) - 1 else None
